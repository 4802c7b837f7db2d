internal import VoiceJSON

/// Calls of rules that the engine refuses whenever they are made.
extension ScenarioNames {
    /// Only a `pauseResume` module waits to be resumed, and not while a callback is under way.
    mutating func checkResume(_ rule: JSONObject, at path: JSONPath) {
        guard rule["resume"] != nil else { return }
        let refused = "The call \"resume\" is always refused here (ST_VOICEFLOW_NOT_PAUSED): "
        if hasFlow, !kinds.values.contains(.pauseResume) {
            survey.report(
                .fault, path.key("resume"),
                refused + "no module of the flow has the type pauseResume. Add one, or remove the"
                    + " call.")
            return
        }
        guard let pattern = rule["on"]?.object, let callback = pattern["callback"]?.string,
            !mayCome(callback, pattern)
        else { return }
        let delay = rule["delayMs"].flatMap(ScalarText.integer) ?? 0
        let length = rule["returnAfterMs"].flatMap(ScalarText.integer) ?? 0
        guard delay <= max(0, length) else { return }
        let more = length > 0 ? " of more than \"returnAfterMs\"" : ", as in \"delayMs\": 500"
        survey.report(
            .fault, path.key("resume"),
            refused + "the flow waits only after \(callback) has come back. Add"
                + " \"delayMs\"\(more).")
    }

    /// Whether the callback may come while the flow waits.
    private func mayCome(_ callback: String, _ pattern: JSONObject) -> Bool {
        switch callback {
        case "PermissionEvent": true
        case "MediaEvent":
            pattern["function"].map { $0 == "audioSession" }
                ?? pattern["item"]?.string.map { kinds[$0] == .pauseResume } ?? true
        default: false
        }
    }
}
