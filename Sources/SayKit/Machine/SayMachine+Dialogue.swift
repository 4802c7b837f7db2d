internal import VoiceEngine
internal import VoiceTrace

/// The declared dialogue that runs instead of an app's calls.
extension SayMachine {
    mutating func beginDialogue() {
        guard let steps = dialogue?.begin() else { return }
        perform(steps)
    }

    /// What the dialogue spoke is over.
    mutating func dialogueSpoke() {
        guard let steps = dialogue?.spoken() else { return }
        perform(steps)
    }

    /// The request of the dialogue is over.
    mutating func dialogueAnswered(_ result: RequestResult) {
        guard let steps = dialogue?.closed(result) else { return }
        perform(steps)
    }

    private mutating func perform(_ steps: [DialogueRun.Step]) {
        for step in steps {
            switch step {
            case .entered(let node): emit("node", ["node": .string(node)])
            case .took(let from, let way, let to):
                emit("edge", ["from": .string(from), "by": .string(way), "to": .string(to)])
            case .kept(let name, let value):
                emit("kept", ["name": .string(name), "value": value])
            case .say(let utterance): play(.speech(utterance), for: .dialogue)
            case .ask(let form):
                requestCount += 1
                open(form, call: nil)
            case .end(let reason): shutDown(reason)
            }
        }
    }
}
