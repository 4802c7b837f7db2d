package import VoiceJSON

/// The members of an object, each of which is read once.
private struct UnreadMembers {
    private(set) var rest: JSONObject

    init(_ object: JSONObject) { rest = object }

    private mutating func read<Value>(
        _ key: String, _ value: (JSONValue) -> Value?
    ) -> Value? {
        guard let found = rest[key].flatMap(value) else { return nil }
        rest[key] = nil
        return found
    }

    mutating func text(_ key: String) -> String? { read(key) { $0.string } }
    mutating func bool(_ key: String) -> Bool? { read(key) { $0.bool } }
    mutating func integer(_ key: String, _ range: ClosedRange<Int64>) -> Int64? {
        read(key) { $0.integer.flatMap { range.contains($0) ? $0 : nil } }
    }
}

/// News of the world as the fields of an input's line, and back. What this version does not know
/// of a line is kept as its rest.
extension SessionInput {
    /// The answer to a request, from the fields of its line; nil where one of both is missing.
    package init?(permission fields: JSONObject) {
        var members = UnreadMembers(fields)
        guard let what = members.text("what"), let answer = members.text("answer") else {
            return nil
        }
        self = .permission(
            Permission(rawValue: what), PermissionAnswer(rawValue: answer), rest: members.rest)
    }

    static func fields(
        _ permission: Permission, _ answer: PermissionAnswer, rest: JSONObject
    ) -> JSONObject {
        rest.adding([
            "what": .string(permission.rawValue), "answer": .string(answer.rawValue),
        ])
    }

    /// News of the audio session, from the fields of their line.
    package init(audioSession fields: JSONObject) {
        var members = UnreadMembers(fields)
        let event = members.text("event")
        switch event {
        case "began": self = .audioSession(.began, rest: members.rest)
        case "ended": self = .audioSession(.ended, rest: members.rest)
        case "configured":
            let (echo, isActive) = (members.bool("echoCancellation"), members.bool("active"))
            self = .audioSession(
                .configured(
                    AudioSessionSetup(
                        echoCancellation: echo, isActive: isActive, others: members.rest)))
        default: self = .audioSession(.other(event: event), rest: members.rest)
        }
    }

    static func fields(_ news: AudioSessionNews, rest: JSONObject) -> JSONObject {
        var fields = rest
        switch news {
        case .began: fields["event"] = "began"
        case .ended: fields["event"] = "ended"
        case .configured(let setup):
            fields = fields.adding(setup.others)
            fields["event"] = "configured"
            fields["echoCancellation"] = setup.echoCancellation.map { .bool($0) }
            fields["active"] = setup.isActive.map { .bool($0) }
        case .other(let event): if let event { fields["event"] = .string(event) }
        }
        return fields
    }

    /// News of a device, from the fields of their line.
    package init(device fields: JSONObject) {
        var members = UnreadMembers(fields)
        let event = members.text("event")
        var own = members
        if let event, let news = DeviceNews(event, &own) {
            self = .device(news, rest: own.rest)
        } else {
            self = .device(.other(event: event), rest: members.rest)
        }
    }

    static func fields(_ news: DeviceNews, rest: JSONObject) -> JSONObject {
        var fields = rest
        func event(_ word: DeviceNews.Word) { fields["event"] = .string(word.rawValue) }
        switch news {
        case .opened(let name, let rate, let latency):
            event(.opened)
            fields["name"] = .string(name)
            fields["rate"] = .integer(Int64(rate))
            if let latency { fields["latency"] = .integer(latency) }
        case .lost(let name):
            event(.lost)
            fields["name"] = .string(name)
        case .underrun(let frames):
            event(.underrun)
            fields["frames"] = .integer(frames)
        case .saved(let outcome):
            event(.saved)
            fields["outcome"] = .string(outcome.word)
            if case .failed(let reason) = outcome { fields["reason"] = .string(reason) }
        case .recordingFailed(let reason):
            event(.recordingFailed)
            if let reason { fields["reason"] = .string(reason) }
        case .playbackFailed(let reason):
            event(.playbackFailed)
            if let reason { fields["reason"] = .string(reason) }
        case .other(let event): if let event { fields["event"] = .string(event) }
        }
        return fields
    }
}

extension SaveOutcome {
    fileprivate var word: String {
        switch self {
        case .saved: "saved"
        case .nothing: "nothing"
        case .failed: "failed"
        }
    }

    fileprivate init?(_ members: inout UnreadMembers) {
        switch members.text("outcome") {
        case "saved": self = .saved
        case "nothing": self = .nothing
        case "failed":
            guard let reason = members.text("reason") else { return nil }
            self = .failed(reason: reason)
        default: return nil
        }
    }
}

extension DeviceNews {
    fileprivate enum Word: String {
        case opened, lost, underrun, saved, recordingFailed, playbackFailed
    }

    /// Ten seconds at the highest rate: numbers come from files.
    private static let latencies: ClosedRange<Int64> = 0...480_000

    /// The news that `event` names; nil where they lack what such news have.
    fileprivate init?(_ event: String, _ members: inout UnreadMembers) {
        switch Word(rawValue: event) {
        case .opened:
            guard let name = members.text("name"),
                let rate = members.integer("rate", 0...Int64(Int32.max))
            else { return nil }
            self = .opened(
                name: name, rate: Int(rate), latency: members.integer("latency", Self.latencies))
        case .lost:
            guard let name = members.text("name") else { return nil }
            self = .lost(name: name)
        case .underrun:
            guard let frames = members.integer("frames", 0...TraceText.frameLimit) else {
                return nil
            }
            self = .underrun(frames: frames)
        case .saved:
            guard let outcome = SaveOutcome(&members) else { return nil }
            self = .saved(outcome)
        case .recordingFailed: self = .recordingFailed(reason: members.text("reason"))
        case .playbackFailed: self = .playbackFailed(reason: members.text("reason"))
        case nil: return nil
        }
    }
}
