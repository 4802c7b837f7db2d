internal import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

/// The events of a log on the clock of a call's sound.
struct LoggedEvents: Sendable, Equatable {
    /// The events inside the sound, in order of their frames.
    private(set) var events: [TraceEvent] = []
    /// Facts of the log itself, for the session.
    private(set) var facts: JSONObject = [:]
    /// Remarks for the user, in sentences.
    private(set) var notes: [String]
    /// Marks of the log that are near one of the sound.
    let pairs: Int

    /// Time that a log may go back, in nanoseconds: several tasks write it.
    private static let disorderNanoseconds: Int64 = 1_000_000_000
    /// Number of marks that only the log may have without a reason for doubt.
    private static let fewestApart = 2
    /// Largest distance between the beginnings of a sound and of the recording that its log names,
    /// in nanoseconds.
    private static let recordingNanoseconds: Int64 = 500_000_000

    /// Lays `log` on a sound of so many `frames`, in which `caller` and `app` speak.
    ///
    /// - Throws: ``ClockAlignment/Misfit`` where it does not lie on it.
    init(
        _ log: CallLog, caller: [Range<Frame>], app: [Range<Frame>], rate: SampleRate,
        frames: Frame
    ) throws(ClockAlignment.Misfit) {
        notes = log.notes
        var ordered: [CallLog.Event] = []
        var latest = Int64.min
        var (backwards, first) = (0, 0)
        for event in log.events {
            if latest != .min, event.nanoseconds < latest - Self.disorderNanoseconds {
                backwards += 1
                if backwards == 1 { first = event.line ?? 0 }
                continue
            }
            latest = max(latest, event.nanoseconds)
            ordered.append(event)
        }
        guard backwards * 2 <= log.events.count else {
            throw .backwards(backwards, of: log.events.count)
        }
        let length = Self.nanoseconds(frames, rate)
        let alignment = try ClockAlignment(
            log: Self.marks(of: ordered), sound: Self.marks(caller, app, rate), length: length)
        pairs = alignment.pairs
        var outside = 0
        let placed = ordered.compactMap { event -> (Frame, CallLog.Event)? in
            let place = alignment.sound(event.nanoseconds)
            guard place >= 0, place < length else {
                outside += 1
                return nil
            }
            return (min(frames - 1, Self.frames(place, rate)), event)
        }.enumerated().sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }
        for (index, entry) in placed.enumerated() {
            let (frame, event) = entry.element
            events.append(
                TraceEvent(
                    sequence: index, frame: frame, tap: .actions, kind: event.kind,
                    fields: event.fields))
        }
        report(backwards, from: first, outside: outside, of: log, alignment)
    }

    private mutating func report(
        _ backwards: Int, from first: Int, outside: Int, of log: CallLog,
        _ alignment: ClockAlignment
    ) {
        let median = Self.milliseconds(alignment.median)
        let most = Self.milliseconds(alignment.ninetyFifth)
        notes.append(
            "the log (\(log.form)) lies on the sound within \(median) ms at the median and"
                + " \(most) ms for 95 %, by \(alignment.pairs) beginnings and ends of speech that"
                + " both tell")
        let apart = max(0, alignment.inside - alignment.pairs)
        if apart > Self.fewestApart, apart * 5 > alignment.inside {
            notes.append(
                "\(apart) of the log's \(alignment.inside) beginnings and ends of speech are near"
                    + " none in the sound: it may tell of another call, too, or its clock may step")
        }
        if backwards > 0 {
            let place = first > 0 ? ", the first in line \(first)" : ""
            notes.append(
                "\(backwards) events of the log are left out: their times go back by more than"
                    + " 1 s\(place)")
        }
        if outside > 0 {
            notes.append(
                "\(outside) events of the log are left out: they come before or after the sound")
        }
        facts = [
            "form": .string(log.form), "events": .integer(Int64(events.count)),
            "pairs": .integer(Int64(alignment.pairs)),
            "apart": .integer(Int64(apart)), "medianMs": .integer(median),
            "p95Ms": .integer(most), "backwards": .integer(Int64(backwards)),
            "outside": .integer(Int64(outside)),
        ]
        if let drift = alignment.driftPPM { facts["driftPPM"] = .integer(Int64(drift.rounded())) }
        guard let start = log.recordingStart else { return }
        let begun = alignment.offset - start
        facts["recordingStartMs"] = .integer(Self.milliseconds(begun))
        if abs(begun) > Self.recordingNanoseconds {
            notes.append(
                "by what both tell, the sound begins \(Self.milliseconds(begun)) ms after the"
                    + " recording that the log names: this may be another recording of the call")
        }
    }

    private static func marks(of events: [CallLog.Event]) -> ClockAlignment.Marks {
        var marks: ClockAlignment.Marks = [:]
        for event in events {
            if let mark = event.mark { marks[mark, default: []].append(event.nanoseconds) }
        }
        return marks.mapValues { $0.sorted() }
    }

    private static func marks(
        _ caller: [Range<Frame>], _ app: [Range<Frame>], _ rate: SampleRate
    ) -> ClockAlignment.Marks {
        var marks: ClockAlignment.Marks = [:]
        for (side, stretches) in [(SpeechEdge.Side.caller, caller), (.app, app)] {
            marks[SpeechEdge(side, .begins)] = stretches.map { nanoseconds($0.lowerBound, rate) }
            marks[SpeechEdge(side, .ends)] = stretches.map { nanoseconds($0.upperBound, rate) }
        }
        return marks
    }

    private static func nanoseconds(_ frame: Frame, _ rate: SampleRate) -> Int64 {
        rate.microseconds(frame) * 1_000
    }

    private static func frames(_ nanoseconds: Int64, _ rate: SampleRate) -> Frame {
        nanoseconds / 1_000 * Int64(rate.hertz) / 1_000_000
    }

    private static func milliseconds(_ nanoseconds: Int64) -> Int64 {
        (nanoseconds + (nanoseconds < 0 ? -500_000 : 500_000)) / 1_000_000
    }
}
