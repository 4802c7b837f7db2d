internal import VoiceTime

/// A queue of events that sound one after the other.
struct AudioTrack: Sendable {
    /// One event in the queue.
    struct Item: Sendable {
        /// Number of the event, unique in the run.
        let number: Int
        /// Operations of the event, in order.
        let operations: [AudioOperation]
        /// Reason why a part of it was skipped; nil where none was.
        var fault: String?
    }

    /// State of the operation that is under way.
    enum Sounding: Sendable, Equatable {
        /// A job plays; `hasBegun` once the loop has said that it does.
        case playing(job: Int, hasBegun: Bool)
        /// A job is held where it is.
        case held(job: Int, hasBegun: Bool)
        /// Silence until a frame, which a timer tells.
        case silent(timer: Int, until: Frame)
        /// Silence that is held, and the frames of it that remain.
        case heldSilence(rest: Frame)

        var job: Int? {
            switch self {
            case .playing(let job, _), .held(let job, _): job
            case .silent, .heldSilence: nil
            }
        }
    }

    /// The gain of a track that is not ducked, in thousandths.
    static let unity = 1_000
    /// Events in one queue at most.
    static let itemLimit = 10_000

    let identifier: String
    /// The higher one wins.
    let priority: Int
    /// Events that are not over, in order.
    var items: [Item] = []
    /// The operation of the first event that is under way or comes next.
    var step = 0
    var sounding: Sounding?
    /// Gain of the track in thousandths while a track of higher priority has focus; nil for a track
    /// that is held meanwhile.
    var duckPermille: Int?
    /// The gain of the job that plays, in thousandths.
    var gainPermille = Self.unity
    /// Whether it has focus before all tracks below, also while it has nothing to play.
    var isReserved = false

    /// Whether it has events that are not over.
    var isLive: Bool { !items.isEmpty }

    /// Whether it takes part in the choice of the track that has focus.
    var wantsFocus: Bool { isLive || isReserved }

    /// The operation that is under way or comes next.
    var operation: AudioOperation? {
        guard let item = items.first, item.operations.indices.contains(step) else { return nil }
        return item.operations[step]
    }
}

/// One operation of an event on a track, as events of the trace name it.
struct AudioPart: Sendable, Hashable {
    let track: String
    /// The number of the event.
    let item: Int
    /// Place of the operation in its event, from 0.
    let index: Int
    let operation: AudioOperation

    /// Name by which its beginning and its end are told apart from others.
    var label: String { "\(item).\(index)" }
}
