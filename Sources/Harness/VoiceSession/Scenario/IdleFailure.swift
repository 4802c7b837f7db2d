internal import VoiceJSON

/// A line of the caller that is to make the recognizer fail, under a recognizer that follows no
/// script.
struct IdleFailure {
    /// The recognizer that hears the caller.
    let recognizer: RecognizerSetup.Kind

    /// Nil for the scripted recognizer, which fails as the scenario says.
    init?(_ recognizer: RecognizerSetup.Kind) {
        guard recognizer != .scripted else { return nil }
        self.recognizer = recognizer
    }

    /// The fault and the next step.
    var sentence: String {
        let other =
            switch recognizer {
            case .none: "nothing here recognises speech"
            case .process: "the recognizer here is a program"
            default: "the recognizer here is \(recognizer.rawValue)"
            }
        return "\"fails\" has no effect: \(other), and only the scripted recognizer fails on "
            + "request. Give this scenario the recognizer scripted, or remove \"fails\"."
    }

    /// The same about one line of a run, as in `Caller line 2 ("yes"): …`.
    func sentence(number: Int, line: Scenario.Line) -> String {
        "Caller line \(number) (\(line.name)): \(sentence)"
    }
}

extension Scenario.Line {
    /// The line as a sentence names it: its words in quotes, or its file.
    var name: String {
        switch sound {
        case .say(let text, _, _): "\"\(text)\""
        case .play(let file, _): file
        case .keys(let keys): "keys \(keys)"
        case .hangUp: "hangs up"
        case .beep, .comfortNoise, .line: text
        case .send: "sends a message"
        }
    }
}

extension ScenarioReader {
    /// Warns of lines that are to make `recognizer` fail, which does not follow the scenario.
    package mutating func checkFailures(under recognizer: RecognizerSetup.Kind) {
        guard let idle = IdleFailure(recognizer) else { return }
        for line in scenario.lines where line.failure != nil {
            survey.report(.warning, line.path.key("fails"), idle.sentence)
        }
    }
}
