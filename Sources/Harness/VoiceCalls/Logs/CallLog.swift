internal import VoiceJSON
internal import VoiceTrace

/// Events that a log tells of a call, on the log's own clock.
struct CallLog: Sendable, Equatable {
    /// One event of the log.
    struct Event: Sendable, Equatable {
        /// Time of the event, in nanoseconds of the log's clock.
        var nanoseconds: Int64
        /// Name of the event in the trace.
        var kind: String
        /// Facts that it tells.
        var fields: JSONObject = [:]
        /// Edge of speech that the sound shows, too; nil for none.
        var mark: SpeechEdge?
        /// The line of the log that tells it, from 1; nil where lines mean nothing.
        var line: Int?
    }

    /// The form of the log, as messages name it.
    let form: String
    /// The events, in the order of the log.
    var events: [Event] = []
    /// The kinds that it may have.
    var kinds: [EventKind] = []
    /// Beginning of its recording, in nanoseconds on its clock, where the log says so.
    var recordingStart: Int64?
    /// Sentences on the parts of it that could not be read.
    var notes: [String] = []

    /// Events that are read at most.
    static let eventLimit = 200_000
    /// Bytes of a log at most.
    static let byteLimit: Int64 = 256 << 20
    /// Characters of a text that an event keeps.
    static let textLimit = 2_000

    /// Adds an event, unless there are too many.
    ///
    /// - Returns: whether it was added.
    mutating func add(_ event: Event) -> Bool {
        guard events.count < Self.eventLimit else { return false }
        events.append(event)
        return true
    }
}

/// Edge at which one side of a call begins or ends to speak.
struct SpeechEdge: Sendable, Hashable {
    /// Side that speaks.
    enum Side: String, Sendable, CaseIterable {
        case caller, app
    }

    /// Change at the edge.
    enum Edge: String, Sendable, CaseIterable {
        case begins, ends
    }

    /// Side that speaks.
    var side: Side
    /// Whether the speech begins or ends.
    var edge: Edge

    init(_ side: Side, _ edge: Edge) {
        self.side = side
        self.edge = edge
    }

    /// The mark that a text such as `app begins` names; nil where it names none.
    init?(text: String) {
        let words = text.split(separator: " ")
        guard words.count == 2, let side = Side(rawValue: String(words[0])),
            let edge = Edge(rawValue: String(words[1]))
        else { return nil }
        self.init(side, edge)
    }

    /// Every text that names one.
    static let texts = Side.allCases.flatMap { side in
        Edge.allCases.map { "\(side.rawValue) \($0.rawValue)" }
    }
}
