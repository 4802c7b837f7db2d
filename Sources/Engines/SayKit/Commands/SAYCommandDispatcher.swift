/// Carries out commands of the types that it knows; one of a chain.
public protocol SAYCommandResponder: AnyObject {
    /// The responder that is asked after this one; nil for the last.
    var nextResponder: (any SAYCommandResponder)? { get }

    /// Whether it can carry out `command`.
    func canRespond(to command: SAYCommand) -> Bool

    /// Carries out `command`.
    func respond(to command: SAYCommand)
}

/// A command and the responder that can carry it out.
public struct SAYCommandDispatch {
    /// Command that the responder is asked to carry out.
    public let command: SAYCommand
    /// Responder that carries it out.
    public let responder: any SAYCommandResponder

    /// Carries the command out.
    public func perform() { responder.respond(to: command) }
}

/// Finds the first command that a chain of responders can carry out.
///
/// A class, because it is one object whose chain parts of an app change.
public final class SAYCommandDispatcher {
    /// Responders of one chain that are asked at most.
    public static let chainLimit = 1_000

    /// The dispatcher of the app; it begins with ``SAYCommandResponseRegistry/sharedInstance``.
    @MainActor public static let systemDispatcher = SAYCommandDispatcher(
        firstResponder: SAYCommandResponseRegistry.sharedInstance)

    /// The beginning of the chain; nil for none.
    public var firstResponder: (any SAYCommandResponder)?

    /// A dispatcher whose chain begins with `firstResponder`.
    public init(firstResponder: (any SAYCommandResponder)? = nil) {
        self.firstResponder = firstResponder
    }

    /// Finds the first command in turn that a responder of the chain can carry out, with the first
    /// such responder; nil where no command has one. Commands after the one that is found are not
    /// computed.
    public func prepareDispatch(
        forCommands commands: SAYCommandEnumerator
    ) -> SAYCommandDispatch? {
        for command in commands.prefix(SAYCommandEnumerator.limit) {
            var responder = firstResponder
            for _ in 0..<Self.chainLimit {
                guard let asked = responder else { break }
                if asked.canRespond(to: command) {
                    return SAYCommandDispatch(command: command, responder: asked)
                }
                responder = asked.nextResponder
            }
        }
        return nil
    }
}

/// Carries out commands by functions, one for each type.
public final class SAYCommandResponseRegistry: SAYCommandResponder {
    /// The registry of the app.
    @MainActor public static let sharedInstance = SAYCommandResponseRegistry()

    /// The responder that is asked after the registry; nil for none.
    public var nextResponder: (any SAYCommandResponder)?
    private var responses: [String: (SAYCommand) -> Void] = [:]
    private var validators: [String: (SAYCommand) -> Bool] = [:]

    /// A registry without functions.
    public init() {}

    /// Carries out commands of `type` by `response`, in the place of one that was there.
    public func addResponse(
        forCommandType type: String, _ response: @escaping (SAYCommand) -> Void
    ) { responses[type] = response }

    /// Carries out only those commands of `type` that `validator` accepts, as by their parameters.
    public func addValidator(
        forCommandType type: String, _ validator: @escaping (SAYCommand) -> Bool
    ) { validators[type] = validator }

    /// Carries out no commands of `type` any more; its validator stays.
    public func removeResponse(forCommandType type: String) { responses[type] = nil }

    /// Whether there is a function for the type of `command`, and its validator accepts it.
    public func canRespond(to command: SAYCommand) -> Bool {
        responses[command.type] != nil && validators[command.type]?(command) != false
    }

    /// Carries out `command`; does nothing for a type without a function.
    public func respond(to command: SAYCommand) { responses[command.type]?(command) }
}
