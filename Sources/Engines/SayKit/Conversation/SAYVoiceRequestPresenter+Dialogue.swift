internal import VoiceJSON
internal import VoiceRun

/// A dialogue that the engine runs for the app.
struct DialogueUnderWay {
    let dialogue: Dialogue
    let progress: (@MainActor (Dialogue.Progress) -> Void)?
    /// The node that it is in; nil before the first.
    var node: Dialogue.Node?
    /// Prompt that its next request shows.
    var prompt = ""
}

/// A request of a dialogue, as displays see it.
final class DialogueVoiceRequest: SAYVoiceRequest {
    private let isConfirmation: Bool

    init(_ form: RequestForm?, showing text: String) {
        isConfirmation = form?.kind == .confirmation
        let options = (form?.options ?? []).map {
            SAYSelectOption(label: $0.label, aliases: $0.aliases)
        }
        super.init(
            prompt: SAYVoicePrompt(message: text),
            expecting: options.isEmpty ? .anything : .options(options))
    }

    override var choices: [String] {
        guard isConfirmation else { return super.choices }
        return SAYConfirmationRequest.choices(in: language)
    }
}

extension SAYVoiceRequestPresenter {
    /// Runs `dialogue`, and waits for its end. Requests cannot be presented meanwhile.
    ///
    /// - Parameters:
    ///   - dialogue: what is run, checked before its first node.
    ///   - progress: is told of nodes, edges and answers as they come.
    /// - Returns: the answers that were kept.
    /// - Throws: ``DialogueError``. A dialogue that a node ends, or that has no way on from an
    ///   answer, has come to its end.
    @discardableResult
    public func run(
        _ dialogue: Dialogue, progress: (@MainActor (Dialogue.Progress) -> Void)? = nil
    ) async throws(DialogueError) -> Dialogue.Answers {
        let facade = try begin(dialogue, progress)
        let arguments: JSONObject = ["dialogue": dialogue.json]
        let value: JSONValue
        do throws(RunError) {
            value = try await facade.ask("runDialogue", arguments)
        } catch {
            if case .callCancelled = error { facade.send("cancelDialogue") }
            throw failure(error)
        }
        return try answers(value.object ?? [:]).get()
    }

    /// Runs `dialogue`, and calls `completion` once, with its answers or the error.
    public func present(
        _ dialogue: Dialogue, progress: (@MainActor (Dialogue.Progress) -> Void)? = nil,
        completion: @escaping @MainActor (Result<Dialogue.Answers, DialogueError>) -> Void
    ) {
        let facade: SayFacade
        do {
            facade = try begin(dialogue, progress)
        } catch {
            return completion(.failure(error))
        }
        facade.ask("runDialogue", ["dialogue": dialogue.json]) { [self] result in
            switch result {
            case .success(let value): completion(answers(value.object ?? [:]))
            case .failure(let error): completion(.failure(failure(error)))
            }
        }
    }

    /// Ends the running dialogue at once, with ``DialogueError/cancelled``; does nothing while none
    /// runs. The ways of its nodes for cancelling are for users who cancel a request.
    public func cancelDialogue() {
        if dialogue != nil { conversation?.facade?.send("cancelDialogue") }
    }

    // MARK: Beginning and end

    private func begin(
        _ dialogue: Dialogue, _ progress: (@MainActor (Dialogue.Progress) -> Void)?
    ) throws(DialogueError) -> SayFacade {
        guard self.dialogue == nil, presentedRequest == nil, let conversation else { throw .busy }
        let findings = dialogue.findings(language: conversation.language)
        guard findings.isEmpty else { throw .invalid(findings: findings) }
        self.dialogue = DialogueUnderWay(dialogue: dialogue, progress: progress)
        let facade = conversation.current()
        prepare(DialogueVoiceRequest(nil, showing: ""))
        return facade
    }

    private func end() -> DialogueUnderWay? {
        let under = dialogue
        if let presentedRequest {
            if number != nil { deactivate(presentedRequest) }
            dismissed()
        }
        dialogue = nil
        recognitionManager.sessionState = .none
        return under
    }

    private func failure(_ error: RunError) -> DialogueError {
        _ = end()
        if case .callCancelled = error { return .cancelled }
        return .runOver(reason: Self.reason(of: error))
    }

    /// Reads the answer of the call `runDialogue`.
    private func answers(_ object: JSONObject) -> Result<Dialogue.Answers, DialogueError> {
        guard let dialogue = end()?.dialogue else { return .failure(.cancelled) }
        switch object["reason"]?.string {
        case "dialogueEnd": break
        case "failed":
            let ending = SAYVoiceRequestOutcome(["error": object["error"] ?? .null])
            guard case .failed(let error, _) = ending else { return .failure(.cancelled) }
            return .failure(.failed(error))
        case "loopGuard": return .failure(.loopGuard(visits: dialogue.visits))
        default: return .failure(.cancelled)
        }
        var kept: [String: Dialogue.KeptAnswer] = [:]
        for member in object["answers"]?.object?.members ?? [] {
            kept[member.key] = Dialogue.KeptAnswer(
                value: member.value.object?["value"] ?? .null,
                transcript: member.value.object?["transcript"]?.string,
                forms: dialogue.nodes.filter { $0.save == member.key }.compactMap(\.ask),
                language: language)
        }
        return .success(
            Dialogue.Answers(kept: kept, lastNode: object["node"]?.string ?? ""))
    }

    // MARK: What the engine tells

    /// Takes news of the running dialogue; true where that is all there is to do.
    func tellDialogue(_ callback: SayCallback, _ arguments: JSONObject) -> Bool {
        guard dialogue != nil else { return false }
        switch callback {
        case .dialogueStepped: step(arguments)
        case .displayPrompt where presentedRequest == nil:
            dialogue?.prompt = arguments["text"]?.string ?? ""
        case .requestActivated where presentedRequest == nil:
            let request = DialogueVoiceRequest(
                dialogue?.node?.ask, showing: dialogue?.prompt ?? "")
            presentedRequest = request
            request.presenter = self
            return false
        default: return false
        }
        return true
    }

    private func step(_ arguments: JSONObject) {
        guard let progress = step(of: arguments) else { return }
        if case .entered(let id) = progress {
            let node = dialogue?.dialogue.node(id)
            dialogue?.node = node
        }
        dialogue?.progress?(progress)
    }

    private func step(of arguments: JSONObject) -> Dialogue.Progress? {
        if let node = arguments["node"]?.string { return .entered(node: node) }
        if let name = arguments["name"]?.string {
            return .kept(
                name: name, text: DialogueAnswer.text(of: arguments["value"] ?? .null))
        }
        guard let from = arguments["from"]?.string, let way = arguments["by"]?.string,
            let to = arguments["to"]?.string
        else { return nil }
        return .took(from: from, by: way, to: to)
    }
}
