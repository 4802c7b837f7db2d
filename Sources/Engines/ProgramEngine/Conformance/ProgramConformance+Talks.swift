internal import VoiceEngine
internal import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

extension ProgramConformance {
    /// Talks with a program that starts now.
    mutating func converse(
        _ body: (ProgramTrial) throws(ProgramBreach) -> Void
    ) throws(ProgramCommandError) {
        begin()
        let trial = try ProgramTrial(command)
        do throws(ProgramBreach) { try body(trial) } catch { add(error) }
    }

    private static let hello = ProgramHello(rate: .standard, seed: 9_007_199_254_740_991).object

    private static func line(_ object: JSONObject) -> [UInt8] { ProgramScene().line(object) }

    static func start(_ trial: ProgramTrial) throws(ProgramBreach) {
        var least = hello
        for key in ["fields", "settings", "durations"] { least[key] = nil }
        _ = try trial.greet(line(least))
        try ProgramTranscript.end(trial)
    }

    static func otherProtocol(_ trial: ProgramTrial) throws(ProgramBreach) {
        var other = hello
        other["protocol"] = 999
        let code = try trial.end(
            after: line(other), .otherProtocol, within: trial.limits.ready)
        guard code == 65 else {
            throw ProgramBreach(.otherProtocol, "\(said(code)) for the protocol 999")
        }
    }

    static func endOfInput(_ trial: ProgramTrial) throws(ProgramBreach) {
        _ = try trial.greet(line(hello))
        _ = try trial.turn(line(["kind": "go", "at": 0, "until": 0]), isFirst: true)
        let code = trial.closeInput()
        guard code == 0 else {
            throw ProgramBreach(.endOfInput, "\(said(code)) at the end of its input")
        }
    }

    private static func said(_ code: Int32?) -> String {
        guard let code, code != 137 else { return "does not end" }
        return "ends with exit code \(code)"
    }

    mutating func checkBrokenLines() throws(ProgramCommandError) {
        for text in ["no JSON\n", "{\"at\":0}\n"] {
            try converse { trial throws(ProgramBreach) in
                _ = try trial.greet(Self.line(Self.hello))
                let go = Self.line(["kind": "go", "at": 0, "until": 320])
                let code = try trial.end(
                    after: Array(text.utf8) + go, .brokenLine, within: trial.limits.turn)
                guard code == 65 else {
                    throw ProgramBreach(.brokenLine, "\(Self.said(code)) at such a line")
                }
            }
        }
    }

    mutating func checkSettings() throws(ProgramCommandError) {
        var own: JSONObject = [:]
        try converse { trial throws(ProgramBreach) in
            own = try trial.greet(Self.line(Self.hello)).ready["settings"]?.object ?? [:]
        }
        let whole = own.members.first { $0.value.integer != nil }
        if whole != nil { features.insert(.settings) }
        try converse { trial throws(ProgramBreach) in
            var (hello, asked) = (Self.hello, ["voicetestUnknown": 1] as JSONObject)
            let value = whole.flatMap { $0.value.integer.map { JSONValue.integer($0 &+ 1) } }
            if let whole { asked[whole.key] = value }
            hello["settings"] = .object(asked)
            let told = try trial.greet(Self.line(hello)).ready["settings"]?.object ?? [:]
            if let whole, told[whole.key] != value {
                let key = ProgramLineReader.quoted(whole.key)
                throw ProgramBreach(.settings, "does not take the value of the setting \(key)")
            }
            guard told["voicetestUnknown"] == nil else {
                throw ProgramBreach(.settings, "takes a setting that it does not have")
            }
        }
    }
}
