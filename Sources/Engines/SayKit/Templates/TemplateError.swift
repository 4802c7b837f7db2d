/// Reason why a template cannot be used.
public enum TemplateError: Error, Sendable, Equatable, CustomStringConvertible {
    /// A set is made of an empty list.
    case noTemplates
    /// There are more templates than ``TemplateSet/templateLimit``.
    case tooManyTemplates(count: Int)
    /// The template has neither words nor entities.
    case empty(template: Int)
    /// An at sign without a name, `[` or `(` behind it, at a place counted from 1.
    case nameMissing(template: Int, column: Int)
    /// A type that is not known.
    case unknownType(template: Int, entity: String, type: String)
    /// Two entities of one name that one sentence could fill both.
    case repeatedName(template: Int, entity: String)
    /// A group or a list of values that is not closed.
    case unclosed(template: Int, column: Int)
    /// A list of values, or an alternative, without words.
    case emptyGroup(template: Int, column: Int)
    /// The template has more than `TemplateParser/lengthLimit` characters or
    /// `TemplateParser/partLimit` parts.
    case tooLong(template: Int)
    /// Groups within more than `TemplateParser/depthLimit` groups.
    case tooDeep(template: Int)

    /// Message on what is wrong, where, why, and what to do.
    public var description: String {
        switch self {
        case .noTemplates: "There are no templates. Give at least one."
        case .tooManyTemplates(let count):
            "\(count) templates are too many. Give at most \(TemplateSet.templateLimit)."
        case .empty(let template):
            "Template \(template + 1) has no words. Write a word or an entity such as @name."
        case .nameMissing(let template, let column):
            "Template \(template + 1), column \(column): '@' needs a name behind it. Write @name,"
                + " @name:Number, @[optional words] or @(one|other)."
        case .unknownType(let template, let entity, let type):
            "Template \(template + 1): @\(entity) has the unknown type '\(type)'. Use "
                + EntityType.names.joined(separator: ", ") + " or a list such as (red|blue)."
        case .repeatedName(let template, let entity):
            "Template \(template + 1) has @\(entity) twice. Give each entity a name of its own."
        case .unclosed(let template, let column):
            "Template \(template + 1): the group at column \(column) is not closed. Add ']' or ')'."
        case .emptyGroup(let template, let column):
            "Template \(template + 1): the group at column \(column) has a part without words."
                + " Write words, or remove the part."
        case .tooLong(let template):
            "Template \(template + 1) is too long. Use at most \(TemplateParser.lengthLimit)"
                + " characters and \(TemplateParser.partLimit) words and entities."
        case .tooDeep(let template):
            "Template \(template + 1) has groups within more than \(TemplateParser.depthLimit)"
                + " groups. Write several templates."
        }
    }
}
