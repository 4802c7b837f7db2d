internal import VoiceEngine
internal import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

/// First message to a program.
struct ProgramHello {
    /// The version of the protocol.
    static let version: Int64 = 1
    /// Seeds that every language can hold.
    private static let seedLimit: UInt64 = 9_007_199_254_740_991

    var rate: SampleRate
    var seed: UInt64
    var fields: JSONObject = [:]
    var settings: JSONObject = [:]
    /// Frames that work takes, by the name of its function or program.
    var durations: JSONObject = [:]
    /// Attempts to connect that failed when they were recorded, counted from 0, by what their calls
    /// are to: a program cannot know before it connects.
    var refused: JSONObject = [:]
    /// Names whose values stay as they are where the program exchanges secrets for stand-ins; nil
    /// where it does not, as in the replay of a session without such ones.
    var kept: [String]?
    /// The time and place of the program; nil for the machine's own place and the usual beginning.
    var world: SessionWorld?
    /// Whether what the program writes into its project is gone with the run.
    var isFresh = false
    var isReplay = false
    /// Hosts whose calls voicetest answers itself: a program connects to none of them.
    var answered: [String] = []
    var watches = false
    /// Fields of each of the callers who call at once; empty where there is one.
    var callers: [JSONObject] = []

    /// The members of the line.
    var object: JSONObject {
        var object: JSONObject = [
            "kind": "hello", "protocol": .integer(Self.version),
            "sampleRate": .integer(Int64(rate.hertz)),
            "seed": .integer(Int64(seed % (Self.seedLimit + 1))),
            "epoch": .integer(world?.startsAt ?? SessionWorld.usualStart),
            "mode": isReplay ? "replay" : "simulate", "fields": .object(fields),
            "settings": .object(settings), "durations": .object(durations),
        ]
        if !refused.members.isEmpty { object["refused"] = .object(refused) }
        if let world { object["world"] = .object(world.place) }
        if let kept { object["secrets"] = ["keep": .array(kept.map { .string($0) })] }
        if isFresh { object["fresh"] = true }
        if !answered.isEmpty { object["answered"] = .array(answered.map { .string($0) }) }
        if watches { object["watch"] = true }
        if !callers.isEmpty {
            object["callers"] = .array(callers.map { ["fields": .object($0)] })
        }
        return object
    }

    /// The line, with its end.
    var line: [UInt8] { JSONLines.bytes([object]) }
}
