internal import VoiceAudio
internal import VoiceEngine
internal import VoiceJSON
internal import VoiceTrace

/// Reads the sound of a line of the caller.
extension ScenarioReader {
    /// Keys that one line may press.
    private static let keyLimit = 100
    /// Keys of a line that is speech, and of one that is heard.
    private static let speechKeys = ["fails", "speech", "words"]
    private static let heardKeys = speechKeys + ["gainDB", "beepMs"]
    /// Lengths of tones, noise and faults of a line, in milliseconds; chosen.
    private static let lengths: ClosedRange<Int64> = 10...60_000
    /// Bytes of one message.
    private static let messageLimit = 65_536

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
        if let fault = LineFault.allCases.first(where: { entry[$0.key] != nil }) {
            return readFault(fault, entry, at: path)
        }
        if entry["comfortNoiseMs"] != nil {
            refuse(
                Self.speechKeys + ["beepMs"], as: "\"comfortNoiseMs\" is not speech", entry, path)
            return readLength(entry, "comfortNoiseMs", at: path).map {
                .comfortNoise(milliseconds: $0)
            }
        }
        if entry["beepMs"] != nil, entry["play"] == nil {
            refuse(Self.speechKeys, as: "\"beepMs\" is not speech", entry, path)
            return readLength(entry, "beepMs", at: path).map { .beep(milliseconds: $0) }
        }
        if entry["send"] != nil { return readMessage(entry, at: path) }
        guard let file = survey.text(entry, "play", at: path), !file.isEmpty else {
            // A key that is spelled nearly so has its own finding.
            let unknown = entry.members.map(\.key).filter { !Self.lineKeys.contains($0) }
            if !unknown.contains(where: { key in
                NearMiss.names(like: key, in: Self.lineKeys).contains(
                    where: (Self.soundKeys + ["beepMs"]).contains)
            }) {
                survey.report(
                    .error, path,
                    "A caller line needs \"say\", \"play\", \"keys\", \"hangUp\" or \"send\"; or,"
                        + " by telephone, \"beepMs\", \"comfortNoiseMs\", \"stallMs\","
                        + " \"lateStartMs\", \"shuffleMs\" or \"cutOff\".")
            }
            return nil
        }
        return .play(file: file, words: survey.text(entry, "words", at: path))
    }

    /// Reads the length of what is no speech, in milliseconds; nil for one that cannot be used.
    mutating func readLength(_ entry: JSONObject, _ key: String, at path: JSONPath) -> Int64? {
        guard entry[key] != nil else { return nil }
        guard let length = survey.count(entry, key, at: path) else { return nil }
        guard Self.lengths.contains(length) else {
            survey.report(
                .error, path.key(key),
                "\(length) ms is not \(Self.lengths.lowerBound) to \(Self.lengths.upperBound)")
            return nil
        }
        return length
    }

    /// Refuses keys, which make no sense beside what a line does.
    private mutating func refuse(
        _ keys: [String], as reason: String, _ entry: JSONObject, _ path: JSONPath
    ) {
        for key in keys where entry[key] != nil {
            survey.report(.error, path.key(key), "\(reason). Remove it")
        }
    }

    private mutating func readFault(
        _ fault: LineFault, _ entry: JSONObject, at path: JSONPath
    ) -> Scenario.Line.Sound? {
        let key = fault.key
        if !engine.givesWorld {
            survey.report(
                .error, path.key(key),
                "is of a telephone's line, which a program that is a server has. Remove it")
        }
        refuse(Self.heardKeys, as: "\"\(key)\" is not heard", entry, path)
        guard fault == .cutOff else {
            return readLength(entry, key, at: path).map { .line(fault, milliseconds: $0) }
        }
        guard survey.flag(entry, key, at: path) == true else {
            survey.report(.error, path.key(key), "A line that breaks off says true.")
            return nil
        }
        return .line(fault, milliseconds: 0)
    }

    private mutating func readHangUp(
        _ entry: JSONObject, at path: JSONPath
    ) -> Scenario.Line.Sound? {
        guard survey.flag(entry, "hangUp", at: path) == true else {
            survey.report(.error, path.key("hangUp"), "A line that hangs up says true.")
            return nil
        }
        refuse(Self.heardKeys, as: "hanging up is not heard", entry, path)
        return .hangUp
    }

    /// Reads a message of the caller's app, of any members.
    private mutating func readMessage(
        _ entry: JSONObject, at path: JSONPath
    ) -> Scenario.Line.Sound? {
        let place = path.key("send")
        guard let name = engine.messageCall else {
            survey.report(
                .error, place,
                "an app of the engine \(engine.kind) takes no messages of its caller. Remove the"
                    + " line")
            return nil
        }
        guard let content = entry["send"]?.object, !content.isEmpty else {
            survey.report(
                .error, place,
                "found no object with members. Write one as {\"message\": {\"mute\": true}}")
            return nil
        }
        guard JSONWriter.text(.object(content)).utf8.count <= Self.messageLimit else {
            survey.report(.error, place, "the message is longer than \(Self.messageLimit) bytes")
            return nil
        }
        refuse(Self.heardKeys, as: "a message is not heard", entry, path)
        return .send(
            EngineCall(
                facade: engine.kind, name: name, arguments: ["content": .object(content)]))
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
        refuse(Self.speechKeys + ["beepMs"], as: "keys are not speech", entry, path)
        return .keys(keys)
    }
}

extension LineFault {
    /// The key of a scenario's line with the fault.
    var key: String { self == .cutOff ? rawValue : rawValue + "Ms" }
}
