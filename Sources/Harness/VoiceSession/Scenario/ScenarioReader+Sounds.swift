internal import VoiceAudio
internal import VoiceJSON

/// Reads the sound of a line of the caller.
extension ScenarioReader {
    /// Keys that one line may press.
    private static let keyLimit = 100

    mutating func readSound(_ entry: JSONObject, at path: JSONPath) -> Scenario.Line.Sound? {
        let found = Self.soundKeys.filter { entry[$0] != nil }
        if found.count > 1 {
            survey.report(
                .error, path.key(found[1]), "\"\(found[0])\" is there too. Keep one of them")
        }
        if let text = survey.text(entry, "say", at: path), !text.isEmpty {
            let rate = survey.count(entry, "rate", at: path) ?? 175
            if !(80...450).contains(rate) {
                survey.report(.error, path.key("rate"), "\(rate) words a minute is not 80 to 450")
            }
            return .say(
                text: text, voice: survey.text(entry, "voice", at: path) ?? "en-us",
                wordsPerMinute: Int(clamping: rate))
        }
        if entry["keys"] != nil { return readKeys(entry, at: path) }
        if entry["hangUp"] != nil { return readHangUp(entry, at: path) }
        guard let file = survey.text(entry, "play", at: path), !file.isEmpty else {
            // A key that is spelled nearly so has its own finding.
            let unknown = entry.members.map(\.key).filter { !Self.lineKeys.contains($0) }
            if !unknown.contains(where: { key in
                NearMiss.names(like: key, in: Self.lineKeys).contains(
                    where: Self.soundKeys.contains)
            }) {
                survey.report(
                    .error, path, "A caller line needs \"say\", \"play\", \"keys\" or \"hangUp\".")
            }
            return nil
        }
        return .play(file: file, words: survey.text(entry, "words", at: path))
    }

    private mutating func readHangUp(
        _ entry: JSONObject, at path: JSONPath
    ) -> Scenario.Line.Sound? {
        guard survey.flag(entry, "hangUp", at: path) == true else {
            survey.report(.error, path.key("hangUp"), "A line that hangs up says true.")
            return nil
        }
        for other in ["fails", "speech", "words", "gainDB"] where entry[other] != nil {
            survey.report(.error, path.key(other), "hanging up is not heard. Remove it")
        }
        return .hangUp
    }

    private mutating func readKeys(
        _ entry: JSONObject, at path: JSONPath
    ) -> Scenario.Line.Sound? {
        guard let keys = survey.text(entry, "keys", at: path) else { return nil }
        let place = path.key("keys")
        if let wrong = keys.first(where: { !KeyPad.keys.contains($0) }) {
            survey.report(
                .error, place,
                "\"\(wrong)\" is no key of a telephone. Keys are 0 to 9, *, #, and A to D")
            return nil
        }
        guard (1...Self.keyLimit).contains(keys.count) else {
            survey.report(
                .error, place,
                "\(keys.count) keys are not 1 to \(Self.keyLimit). Use several lines for more")
            return nil
        }
        for other in ["fails", "speech", "words"] where entry[other] != nil {
            survey.report(.error, path.key(other), "keys are not speech. Remove it")
        }
        return .keys(keys)
    }
}
