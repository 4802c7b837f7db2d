internal import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

/// Prompts that a trace plays to their end, and the lengths of its sounds.
struct PlayedLengths {
    /// One prompt that was played.
    struct Play {
        /// The digests of its sounds, in order; empty where the engine does not tell them.
        var digests: [String] = []
        /// The lengths of its sounds together; nil where that of one is not known.
        var sounds: Frame? = 0
        /// Length from its beginning to its own end; nil where it was stopped or failed.
        var length: Frame?
    }

    /// Item that is played, and its first frame.
    private struct Place: Hashable {
        let item: String
        let frame: Frame
    }

    private var plays: [Place: Play] = [:]

    /// Reads `events`; `lengths` are those of sounds by their digests, where no event tells them.
    init(_ events: [TraceEvent], _ vocabulary: EventVocabulary, lengths: [String: Frame]) {
        var begun: [String: Place] = [:]
        for event in events {
            let item = vocabulary.text(.item, of: event) ?? ""
            switch vocabulary.role(of: event) {
            case .playBegin:
                let place = Place(item: item, frame: event.frame)
                begun[item] = place
                plays[place] = Play()
                add(event, to: place, vocabulary, lengths)
            case .sound:
                if let place = begun[item] { add(event, to: place, vocabulary, lengths) }
            case .playEnd:
                guard let place = begun.removeValue(forKey: item) else { continue }
                plays[place]?.length = event.frame &- place.frame
                if plays[place]?.digests.isEmpty == true {
                    plays[place]?.sounds = Self.frames(of: event, vocabulary)
                }
            case .playStop, .playFail: begun[item] = nil
            default: continue
            }
        }
    }

    private mutating func add(
        _ event: TraceEvent, to place: Place, _ vocabulary: EventVocabulary,
        _ lengths: [String: Frame]
    ) {
        guard let digest = vocabulary.text(.digest, of: event) else { return }
        let frames = Self.frames(of: event, vocabulary) ?? lengths[digest]
        var play = plays[place] ?? Play()
        play.digests.append(digest)
        play.sounds = play.sounds.flatMap { sum in frames.map { sum &+ $0 } }
        plays[place] = play
    }

    /// Returns the length of the sound that `event` tells of, in frames.
    private static func frames(of event: TraceEvent, _ vocabulary: EventVocabulary) -> Frame? {
        let field = vocabulary[event.kind]?.fields.first { $0.name == framesKey }
        return field?.unit == .frames ? event.fields[framesKey]?.integer : nil
    }

    private static let framesKey = "frames"

    /// The play of `item` that begins at `frame`.
    subscript(item: String, frame: Frame) -> Play? { plays[Place(item: item, frame: frame)] }
}
