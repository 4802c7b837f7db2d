internal import VoiceEngine
internal import VoiceJSON
internal import VoiceTrace

/// The declared dialogue that runs: that of the set-up's file, or one that the app's call brings.
extension SayMachine {
    mutating func beginDialogue() {
        guard let steps = dialogue?.begin() else { return }
        perform(steps)
    }

    /// Goes on after the dialogue has spoken.
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
            case .entered(let node): tellDialogue("node", ["node": .string(node)])
            case .took(let from, let way, let to):
                tellDialogue(
                    "edge", ["from": .string(from), "by": .string(way), "to": .string(to)])
            case .kept(let name, let value):
                tellDialogue("kept", ["name": .string(name), "value": value])
            case .say(let utterance): play(.speech(utterance), for: .dialogue)
            case .ask(let form):
                requestCount += 1
                open(form, call: nil)
            case .end(let reason):
                if isDialogueOfApp { finishDialogue(reason) } else { shutDown(reason) }
            }
        }
    }

    private mutating func tellDialogue(_ kind: String, _ fields: JSONObject) {
        emit(kind, fields)
        if isDialogueOfApp { callBack(.dialogueStepped, fields) }
    }

    // MARK: Dialogues of the app

    /// The call `runDialogue`, which is answered when the dialogue is over.
    mutating func runDialogue(_ call: EngineCall) {
        guard dialogue == nil else { return refuse(call, dialogueRefusal) }
        guard presented == nil else {
            return refuse(call, "a request is presented. Wait for its end, or cancel it.")
        }
        do {
            let json = call.arguments["dialogue"] ?? .null
            let reader = try DialogueReader(
                bytes: Array(JSONWriter.text(json).utf8), file: "dialogue",
                interpreter: interpreter)
            try reader.survey.refuseFaults()
            dialogue = DialogueRun(dialogue: reader.dialogue, language: interpreter.language)
        } catch {
            return refuse(call, "\(error)")
        }
        isDialogueOfApp = true
        dialogueCall = call.id
        beginDialogue()
    }

    /// Reason why no request is presented while a dialogue runs.
    var dialogueRefusal: String {
        isDialogueOfApp
            ? "a dialogue runs. Wait for its end, or cancel it."
            : "a dialogue runs. Leave out its file to present requests."
    }

    /// Takes the call `cancelDialogue`: the dialogue ends at once, wherever its nodes lead.
    mutating func cancelDialogue(_ call: EngineCall) {
        guard dialogue != nil, isDialogueOfApp else {
            return refuse(call, "no dialogue of the app runs.")
        }
        stopDialogue("cancelled")
        reply(to: call)
    }

    /// Ends a dialogue of the app with its open request or speech.
    mutating func stopDialogue(_ reason: String) {
        guard dialogue != nil, isDialogueOfApp else { return }
        dialogue?.stop()
        notify(.cancel)
        work()
        _ = production.cancelAll(AudioProduction.requestTrack, at: now)
        finishDialogue(reason)
    }

    private mutating func finishDialogue(_ reason: String) {
        guard let run = dialogue else { return }
        var answers = JSONObject()
        for (name, answer) in run.kept {
            var object: JSONObject = ["value": answer.value]
            object["transcript"] = answer.transcript.map { .string($0) }
            answers[name] = .object(object)
        }
        var result: JSONObject = [
            "reason": .string(reason), "node": .string(run.node?.id ?? ""),
            "answers": .object(answers),
        ]
        if reason == "failed" { result["error"] = run.failure?.object["error"] }
        let call = dialogueCall
        dialogue = nil
        isDialogueOfApp = false
        dialogueCall = nil
        emit("dialogueOver", ["reason": .string(reason)])
        if let call { output.append(.reply(call: call, .value(.object(result)))) }
    }
}
