internal import VoiceHypothesis
internal import VoiceTime

/// Reason why listening ended.
enum ListenReason: String, Sendable, CaseIterable {
    /// The overall time is over.
    case timeout
    /// Nothing loud was heard for too long after words.
    case inactivity
    /// The recognizer heard all that it can.
    case final
    /// The app cancelled it.
    case cancelled
    /// The recognizer or the device failed; what was heard so far counts.
    case error
}

/// A stretch of listening with a job of its own: speeches of the app's own part listening, and
/// pauses of the caller's before any word counted.
struct ListenSegment: Equatable {
    enum State: Equatable {
        /// The segment hears.
        case open
        /// The words of the segment are on their way.
        case finishing
        /// The words of the segment are here.
        case done
    }

    let job: Int
    let opened: Frame
    /// Frame at which it stopped to hear; nil while it is open.
    var closed: Frame?
    var state = State.open
    /// Text that was understood so far, or at last.
    var text = ""
    var words: [RecognizedWord] = []
    var confidence: Int?
    var alternatives: [String] = []
    /// Frames in which the detector found speech.
    var speech: Range<Frame>?

    /// Whether it is over and nothing that counts was said in it.
    var isWordless: Bool { state == .done && text.isEmpty }

    /// Frames of the speech in it: by its words, else by the detector.
    var spoken: Range<Frame>? {
        guard let first = words.first?.range.lowerBound,
            let last = words.map(\.range.upperBound).max(), first < last
        else { return speech }
        return first..<last
    }
}

/// One listening, from `listen` to its answer.
struct AnswerListening: Equatable {
    /// Phase of the listening.
    enum Phase: Equatable {
        case hearing
        /// Listening is over, and words are on their way.
        case finishing(ListenReason)
        /// The sound of the listening is being written.
        case saving(ListenReason)
    }

    let number: Int
    let call: Int?
    let context: ListeningContext
    let isRecorded: Bool
    /// Silence after words that ends it, in frames; 0 never.
    let inactivity: Frame
    /// Frame at which the overall time is over; nil without one.
    var deadline: Frame?
    var phase = Phase.hearing
    var segments: [ListenSegment] = []
    var tracker: ActivityTracker
    /// Frame at which the first words came.
    var firstWords: Frame?
    /// Silence counts from here at the earliest: where listening went on after the app spoke.
    var silenceFloor: Frame
    /// The transcript that was told last.
    var transcript = ""
    /// The text that it was made of.
    var text = ""
    /// Files that were written, or will be, in the order of the segments.
    var recordings: [String] = []
    /// Jobs whose sound is being written, and their files.
    var saving: [Int: String] = [:]

    /// Name of the listening in events.
    var label: String { "listen \(number)" }

    /// The job that hears; nil while none does.
    var openJob: Int? { segments.last { $0.state == .open }?.job }

    /// Whether every segment has its words.
    var isHeard: Bool { segments.allSatisfy { $0.state == .done } }

    /// Changes the segment of a job; nil where it has none.
    mutating func change(_ job: Int, _ body: (inout ListenSegment) -> Void) -> ListenSegment? {
        guard let index = segments.firstIndex(where: { $0.job == job }) else { return nil }
        body(&segments[index])
        return segments[index]
    }

    /// The texts of all segments.
    var joinedText: String {
        segments.map(\.text).filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// Frame since which silence counts; nil before the first words.
    var silentSince: Frame? {
        guard let firstWords else { return nil }
        return max(tracker.lastLoud ?? firstWords, silenceFloor)
    }

    /// Returns the number of frames that its segments heard until `now`.
    func keptFrames(at now: Frame) -> Frame {
        segments.reduce(0) { $0 + ($1.closed ?? now) - $1.opened }
    }

    /// Frames of sound before each segment in the recording.
    var offsets: [Frame] {
        var offset: Frame = 0
        return segments.map { segment in
            defer { offset += (segment.closed ?? segment.opened) - segment.opened }
            return offset
        }
    }
}
