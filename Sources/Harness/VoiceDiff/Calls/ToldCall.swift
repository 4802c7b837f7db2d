internal import VoiceJSON
package import VoiceTime
package import VoiceTrace

/// Turns and prompts that the trace of an imported call tells.
package struct ToldCall: Sendable, Hashable {
    /// The caller's turns, with the words of those that were understood, in order.
    package private(set) var turns: [SpokenTurn] = []
    /// Stretches in which the app speaks, in order.
    package private(set) var prompts: [Range<Frame>] = []

    /// Reads `events` of a call so many frames long. An end without a beginning is left out; a
    /// beginning without an end lasts until the end of the call.
    package init(_ events: [TraceEvent], frames: Frame) {
        var speech: Frame?
        var playing: [(item: String, start: Frame)] = []
        for event in events {
            switch (event.core, event.kind) {
            case (.speechStart?, _): speech = speech ?? event.frame
            case (.speechEnd?, _):
                if let start = speech, start < event.frame {
                    turns.append(SpokenTurn(active: start..<event.frame))
                }
                speech = nil
            case (.final?, _):
                guard let last = turns.last, last.active.upperBound == event.frame else { break }
                turns[turns.count - 1].words = event.fields[CoreKey.text]?.string
                turns[turns.count - 1].keys = event.fields[CallKind.keys]?.string
            case (nil, CallKind.appStart):
                playing.append((event.fields[CallKind.item]?.string ?? "", event.frame))
            case (nil, CallKind.appEnd), (nil, CallKind.appStop):
                let item = event.fields[CallKind.item]?.string
                guard let place = playing.firstIndex(where: { $0.item == item }) else { break }
                let start = playing.remove(at: place).start
                if start < event.frame { prompts.append(start..<event.frame) }
            default: break
            }
        }
        if let start = speech, start < frames { turns.append(SpokenTurn(active: start..<frames)) }
        prompts += playing.map(\.start).filter { $0 < frames }.map { $0..<frames }
        prompts.sort { $0.lowerBound < $1.lowerBound }
    }
}
