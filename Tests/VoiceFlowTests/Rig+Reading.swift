import Testing
import VoiceMedia
import VoiceTime
import VoiceTrace

extension Rig {
    /// The lines of these kinds, in order.
    func lines(_ kinds: String...) -> [String] {
        log.filter { kinds.contains($0.kind) }.map(\.text)
    }

    /// Everything, callbacks left out.
    var events: [String] { log.filter { $0.kind != "callback" }.map(\.text) }

    /// The way through the flow: `Ask -> Bye (DEFAULT)`.
    var way: [String] { lines("transition") }

    static func utterances(
        in lane: String
    ) -> [(start: Frame, end: Frame, text: String)] {
        var found: [(Frame, Frame, String)] = []
        var column: Frame = 0
        for run in lane.split(separator: ".", omittingEmptySubsequences: false) {
            let length = Frame(run.count)
            if length > 0 {
                found.append((column * Self.column, (column + length) * Self.column, String(run)))
            }
            column += length + 1
        }
        return found
    }

    func words(_ text: String) -> HeardWords {
        switch text.first {
        case "#": .rejected
        case "!": .failed(reason: "broken")
        default:
            .final(
                text: String(text.map { $0 == "_" ? " " : $0 }).trimmed, confidence: 900)
        }
    }

    /// Every started has one end before it starts again.
    mutating func keepPairs(_ fields: JSONObject) {
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

    /// The next event that may come; what must wait for a callback goes to the inbox.
    mutating func nextEvent(_ events: inout [EngineEvent]) -> EngineEvent? {
        if !isInCallback, !inbox.isEmpty { return inbox.removeFirst() }
        while !events.isEmpty {
            let event = events.removeFirst()
            guard isInCallback, event.waitsForCallback else { return event }
            inbox.append(event)
        }
        return nil
    }
}
