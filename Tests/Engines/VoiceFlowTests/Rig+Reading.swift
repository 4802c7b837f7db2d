import Testing
import VoiceEngine
import VoiceJSON
import VoiceTime
import VoiceTrace

/// What a rig's engine asked for, told and did, in order; and what its app and world answer.
final class RigNotes {
    /// What was emitted or called, as short lines with their kind.
    var log: [(kind: String, text: String)] = []
    var requests: [ListenRequest] = []
    var played: [PromptRequest] = []
    var segments: [(text: String, file: String)] = []
    var reasons: [String] = []
    var places: [Int64] = []
    var files: [String] = []
    var saves: [SaveRequest] = []
    var closed: [Int] = []
    var outcomes: [SaveOutcome] = []
    var replies: [String: [EngineCall]] = [:]
    var delays: [String: Frame] = [:]
    var unspeakable: Set<String> = []
    var faults: [String: String] = [:]
    var openPairs: [String] = []
    var isInCallback = false
    var isOver = false
    /// The prompt that the engine plays.
    var leaf = ""

    /// Every started has one end before it starts again.
    func keepPairs(_ fields: JSONObject) {
        let name = EventText.pair(fields)
        switch fields["event"]?.string {
        case "started":
            if openPairs.contains(name) { Issue.record("started twice: \(name)") }
            openPairs.append(name)
        case "ended", "stopped", "error":
            guard let index = openPairs.lastIndex(of: name) else {
                Issue.record("ended but never started: \(name)")
                return
            }
            openPairs.remove(at: index)
        default: break
        }
    }
}

extension Rig {
    /// What was emitted or called, as short lines with their kind.
    var log: [(kind: String, text: String)] { notes.log }
    /// What the engine asked to hear.
    var requests: [ListenRequest] { notes.requests }
    /// What the engine asked to play.
    var played: [PromptRequest] { notes.played }
    /// Text and audio file that segment events told.
    var segments: [(text: String, file: String)] { notes.segments }
    /// Reasons that callbacks about media told.
    var reasons: [String] { notes.reasons }
    /// Places that callbacks about media told.
    var places: [Int64] { notes.places }
    /// Files that media events told.
    var files: [String] { notes.files }
    /// Recordings the engine asked to save.
    var saves: [SaveRequest] { notes.saves }
    /// Jobs the engine no longer listens with.
    var closed: [Int] { notes.closed }

    /// Calls the app makes from a callback, by its short line.
    var replies: [String: [EngineCall]] {
        get { notes.replies }
        nonmutating set { notes.replies = newValue }
    }
    /// Callbacks that take time, in columns.
    var delays: [String: Frame] {
        get { notes.delays }
        nonmutating set { notes.delays = newValue }
    }
    /// What becomes of the recordings, the next one first; then they are saved.
    var outcomes: [SaveOutcome] {
        get { notes.outcomes }
        nonmutating set { notes.outcomes = newValue }
    }
    /// Texts that cannot be spoken.
    var unspeakable: Set<String> {
        get { notes.unspeakable }
        nonmutating set { notes.unspeakable = newValue }
    }
    /// Where the audio of texts breaks off.
    var faults: [String: String] {
        get { notes.faults }
        nonmutating set { notes.faults = newValue }
    }

    /// The lines of these kinds, in order.
    func lines(_ kinds: String...) -> [String] {
        notes.log.filter { kinds.contains($0.kind) }.map(\.text)
    }

    /// Everything, callbacks left out.
    var events: [String] { notes.log.filter { $0.kind != "callback" }.map(\.text) }

    /// The way through the flow: `Ask -> Bye (DEFAULT)`.
    var way: [String] { lines("transition") }
}
