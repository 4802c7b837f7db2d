internal import VoiceJSON

/// Reads the sounds that the microphone hears beside the caller.
extension ScenarioReader {
    mutating func readNoise(_ root: JSONObject) {
        guard root["noise"] != nil else { return }
        let (entry, path) = survey.object(
            root, "noise", known: ["play", "snrDB", "seed"], at: .root, severity: .error)
        guard let file = survey.requiredText(entry, "play", at: path) else { return }
        scenario.noise = .init(
            file: file, ratioMilliDB: readDecibels(entry, "snrDB", at: path),
            seed: UInt64(survey.count(entry, "seed", at: path) ?? 1))
    }

    mutating func readEcho(_ root: JSONObject) {
        guard root["echo"] != nil else { return }
        let (entry, path) = survey.object(
            root, "echo", known: ["levelDB", "delayMs"], at: .root, severity: .error)
        guard let level = readDecibels(entry, "levelDB", at: path) else {
            if entry["levelDB"] == nil { survey.report(.error, path, "\"levelDB\" is missing") }
            return
        }
        let delay = readTime(entry, "delayMs", at: path) ?? 0
        if !(0...Scenario.Echo.longestDelay).contains(delay) {
            survey.report(
                .error, path.key("delayMs"),
                "\(delay) is not 0 to \(Scenario.Echo.longestDelay)")
            return
        }
        scenario.echo = .init(levelMilliDB: level, delayMilliseconds: delay)
    }
}
