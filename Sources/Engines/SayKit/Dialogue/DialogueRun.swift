internal import VoiceJSON
internal import VoiceTrace

/// A dialogue under way: says what to speak, what to ask and which way to take. A pure machine.
///
/// The user may say "repeat", "back", "cancel" and "help" to every request whose node does not
/// leave them out, and that does not ask for these words itself. Answers are kept under the names
/// that nodes give them, for `{name}` in later texts; an entity is `{name.entity}`.
struct DialogueRun: Sendable {
    /// Step that follows.
    enum Step: Sendable, Equatable {
        case entered(String)
        case took(from: String, by: String, to: String)
        case kept(name: String, value: JSONValue)
        case say(SAYSpeechUtterance)
        case ask(RequestForm)
        case end(reason: String)
    }

    /// The names of wordings that every request takes.
    static let globals = Dialogue.Global.allCases.map(\.rawValue)

    let dialogue: Dialogue
    private(set) var node: Dialogue.Node?
    private(set) var hasEnded = false
    /// Texts of answers by the names of placeholders.
    private(set) var answers: [String: String] = [:]
    /// Answers that were kept, with their words, by their names.
    private(set) var kept: [String: (value: JSONValue, transcript: String?)] = [:]
    /// The request that had no answer last.
    private(set) var failure: RequestResult?
    /// Nodes that were answered, oldest first.
    private(set) var history: [String] = []
    private(set) var visits = 0
    private(set) var entries: [String: Int] = [:]
    private(set) var steps: [Step] = []

    /// Language that help is given in.
    let language: SpokenLanguage

    /// The beginning.
    mutating func begin() -> [Step] {
        steps = []
        enter(dialogue.start)
        return steps
    }

    /// Goes on after the text of the node was spoken.
    mutating func spoken() -> [Step] {
        steps = []
        guard let node, !hasEnded else { return [] }
        if node.ask != nil {
            ask(node)
        } else if node.ends {
            end("dialogueEnd")
        } else {
            follow(DialogueWay.next, to: node.next, reason: "dialogueEnd")
        }
        return steps
    }

    /// The request of the node is over.
    mutating func closed(_ result: RequestResult) -> [Step] {
        steps = []
        guard let node, !hasEnded else { return [] }
        switch result.outcome {
        case .cancelled: follow(DialogueWay.cancel, to: node.onCancel, reason: "cancelled")
        case .failed:
            failure = result
            follow(DialogueWay.failure, to: node.onFailure, reason: "failed")
        case .answered: answered(result, node)
        }
        return steps
    }

    private mutating func answered(_ result: RequestResult, _ node: Dialogue.Node) {
        let value = result.value
        if let global = value.object?["global"]?.string { return meet(global, node) }
        history.append(node.id)
        if let name = node.save {
            steps.append(.kept(name: name, value: value))
            kept[name] = (value, result.transcript)
            answers[name] = DialogueAnswer.text(of: value)
            for (entity, value) in DialogueAnswer.entities(of: value) {
                answers["\(name).\(entity)"] = DialogueAnswer.text(of: value)
            }
        }
        if let way = node.ways.first(where: { DialogueAnswer.fits(value, $0.condition) }) {
            follow(DialogueWay.on(way.condition), to: way.next, reason: "dialogueEnd")
        } else {
            follow(DialogueWay.otherwise, to: node.next, reason: "dialogueEnd")
        }
    }

    /// Does what the user asks of the dialogue as such.
    private mutating func meet(_ global: String, _ node: Dialogue.Node) {
        switch global {
        case DialogueWay.cancel: follow(global, to: node.onCancel, reason: "cancelled")
        case DialogueWay.back:
            follow(global, to: history.popLast() ?? node.id, reason: "dialogueEnd", isByUser: true)
        case DialogueWay.help:
            steps.append(.took(from: node.id, by: global, to: node.id))
            guard mayGoOn else { return end("loopGuard") }
            steps.append(.entered(node.id))
            steps.append(.say(utterance(SAYSpeechUtterance(node.help ?? help(node)))))
        default: follow(global, to: node.id, reason: "dialogueEnd", isByUser: true)
        }
    }

    private func help(_ node: Dialogue.Node) -> String {
        let options = node.ask?.options.map(\.label) ?? []
        guard !options.isEmpty else { return language.sentence("dialogueHelp") }
        return language.sentence(
            "dialogueHelpOptions", ["list": options.joined(separator: ", ")])
    }

    // MARK: Ways

    /// Goes on to `target`; `isByUser` where the user asked for that node again, which counts for
    /// no limit of the node.
    private mutating func follow(
        _ way: String, to target: String?, reason: String, isByUser: Bool = false
    ) {
        guard let from = node?.id else { return }
        guard let target else { return end(reason) }
        steps.append(.took(from: from, by: way, to: target))
        enter(target, isByUser: isByUser)
    }

    /// Whether another node may be entered.
    private var mayGoOn: Bool { visits < dialogue.visits }

    private mutating func enter(_ id: String, isByUser: Bool = false) {
        var id = id
        // Every turn of the loop counts as a visit.
        while let next = dialogue.node(id) {
            guard mayGoOn else { return end("loopGuard") }
            visits += 1
            node = next
            steps.append(.entered(id))
            guard !isByUser else { return start(next) }
            entries[id, default: 0] += 1
            guard let most = next.atMost, entries[id, default: 0] > most else {
                return start(next)
            }
            guard let target = next.afterwards else { return end("dialogueEnd") }
            steps.append(.took(from: id, by: DialogueWay.afterwards, to: target))
            id = target
        }
        end("dialogueEnd")
    }

    private mutating func start(_ node: Dialogue.Node) {
        if let say = node.say {
            steps.append(.say(utterance(say)))
        } else if node.ask != nil {
            ask(node)
        } else {
            end("dialogueEnd")
        }
    }

    private mutating func ask(_ node: Dialogue.Node) {
        guard var form = node.ask else { return }
        form.prompt = form.prompt.map { utterance($0) }
        form.display = filled(form.display)
        form.followupPrompt = form.followupPrompt.map { filled($0) }
        let known = Set(form.globals.map(\.name))
        form.globals += Self.globals.filter { !known.contains($0) }.map {
            RequestForm.Global(name: $0, wordings: [])
        }
        form.globals.removeAll { global in
            node.without.contains { $0.rawValue == global.name }
        }
        steps.append(.ask(form))
    }

    /// Ends the dialogue at once; nothing follows.
    mutating func stop() { hasEnded = true }

    private mutating func end(_ reason: String) {
        guard !hasEnded else { return }
        hasEnded = true
        steps.append(.end(reason: reason))
    }

    // MARK: Texts

    private func utterance(_ utterance: SAYSpeechUtterance) -> SAYSpeechUtterance {
        var utterance = utterance
        utterance.text = filled(utterance.text)
        return utterance
    }

    /// `text` with the answers in the places of `{name}`; a name without an answer is left out.
    func filled(_ text: String) -> String {
        String(DialogueText(text).filled(answers).prefix(FormReader.textLimit))
    }
}

/// Answers as dialogues compare and speak them.
enum DialogueAnswer {
    /// A value as text: yes or no, figures, the label of an option, the type of a command, the
    /// entities of a pattern in order of their names.
    static func text(of value: JSONValue) -> String {
        switch value {
        case .null: return ""
        case .bool(let flag): return flag ? "yes" : "no"
        case .integer(let number): return String(number)
        case .decimal(let figures): return figures
        case .string(let text): return text
        case .array(let values): return values.map { text(of: $0) }.joined(separator: " ")
        case .object(let object):
            if let named = object["label"]?.string ?? object["type"]?.string { return named }
            return entities(of: value).map { text(of: $0.value) }.joined(separator: " ")
        }
    }

    /// The entities of a pattern, or the parameters of a command.
    static func entities(of value: JSONValue) -> [(name: String, value: JSONValue)] {
        let object = value.object?["entities"]?.object ?? value.object?["parameters"]?.object
        return (object ?? [:]).members.map { ($0.key, $0.value) }
    }

    /// Whether an answer meets a condition.
    static func fits(_ value: JSONValue, _ condition: Dialogue.Condition) -> Bool {
        func subject(_ entity: String?) -> JSONValue {
            guard let entity else { return value }
            return entities(of: value).first { $0.name == entity }?.value ?? .null
        }
        switch condition {
        case .equals(let text, let entity):
            return SpokenText(Self.text(of: subject(entity))).normal == SpokenText(text).normal
        case .below(let number, let entity):
            guard let exact = ExactNumber(figures: text(of: subject(entity))) else { return false }
            return exact < ExactNumber(Int(number))
        case .above(let number, let entity):
            guard let exact = ExactNumber(figures: text(of: subject(entity))) else { return false }
            return ExactNumber(Int(number)) < exact
        }
    }
}
