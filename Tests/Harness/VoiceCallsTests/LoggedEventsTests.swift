import Testing
import VoiceJSON
import VoiceTime
import VoiceTrace

@testable import VoiceCalls

@Suite("Events of a log on the clock of a call")
struct LoggedEventsTests {
    private static let rate = SampleRate.standard
    private static let epoch: Int64 = 1_795_000_000_000_000_000
    private static let second: Int64 = 1_000_000_000
    /// Where the app and the caller speak, in seconds.
    private static let app = [0.5...2.0, 5.0...6.1, 9.3...12.0]
    private static let caller = [2.9...4.2, 6.9...8.0]

    private static func frames(_ spans: [ClosedRange<Double>]) -> [Range<Frame>] {
        spans.map {
            Frame($0.lowerBound * Double(rate.hertz))..<Frame($0.upperBound * Double(rate.hertz))
        }
    }

    private static func event(
        _ seconds: Double, _ kind: String, _ mark: SpeechEdge? = nil, line: Int? = nil
    ) -> CallLog.Event {
        CallLog.Event(
            nanoseconds: epoch + Int64(seconds * Double(second)), kind: kind, mark: mark,
            line: line)
    }

    /// A log of who speaks, 20 ms late, and of `others`.
    private static func log(_ others: [CallLog.Event]) -> CallLog {
        var log = CallLog(form: "made")
        var events = others
        for (side, spans) in [(SpeechEdge.Side.app, app), (.caller, caller)] {
            for span in spans {
                events.append(event(span.lowerBound + 0.02, "begins", SpeechEdge(side, .begins)))
                events.append(event(span.upperBound + 0.02, "ends", SpeechEdge(side, .ends)))
            }
        }
        log.events = events.sorted { $0.nanoseconds < $1.nanoseconds }
        return log
    }

    private static func place(_ log: CallLog) throws -> LoggedEvents {
        try LoggedEvents(
            log, caller: frames(caller), app: frames(app), rate: rate,
            frames: Frame(13 * rate.hertz))
    }

    @Test("events stand where they happened in the sound, and the error is stated")
    func places() throws {
        let placed = try Self.place(Self.log([Self.event(4.52, "intent")]))
        let intent = try #require(placed.events.first { $0.kind == "intent" })
        #expect(abs(intent.frame - Frame(4.5 * Double(Self.rate.hertz))) <= 160)
        #expect(intent.tap == .actions)
        #expect(placed.events.map(\.frame) == placed.events.map(\.frame).sorted())
        #expect(placed.events.map(\.sequence) == Array(0..<placed.events.count))
        #expect(
            placed.notes == [
                "the log (made) lies on the sound within 0 ms at the median and 0 ms for 95 %, by"
                    + " 10 beginnings and ends of speech that both tell"
            ])
        #expect(placed.facts["pairs"] == 10 && placed.facts["outside"] == 0)
    }

    @Test("a log whose clock steps within the call is refused, with the step", arguments: [2, -2])
    func steps(by seconds: Int64) throws {
        var log = Self.log([])
        let step = Self.epoch + 13 * Self.second / 2
        log.events = log.events.map { event in
            var event = event
            if event.nanoseconds > step { event.nanoseconds += seconds * Self.second }
            return event
        }
        log.events.sort { $0.nanoseconds < $1.nanoseconds }
        let misfit = #expect(throws: ClockAlignment.Misfit.self) { try Self.place(log) }
        guard case .stepped(6, 4, let nanoseconds) = misfit else {
            Issue.record("\(String(describing: misfit))")
            return
        }
        #expect(abs(nanoseconds - seconds * Self.second) <= 30_000_000)
    }

    @Test("a log that tells of another call, too, is doubted")
    func otherCall() throws {
        let placed = try Self.place(
            Self.log([
                Self.event(3.3, "other", SpeechEdge(.app, .begins)),
                Self.event(7.45, "other", SpeechEdge(.app, .begins)),
                Self.event(0.8, "other", SpeechEdge(.caller, .begins)),
                Self.event(10.7, "other", SpeechEdge(.caller, .begins)),
                Self.event(8.55, "other", SpeechEdge(.app, .ends)),
            ]))
        #expect(placed.facts["pairs"] == 10 && placed.facts["apart"] == 5)
        #expect(
            placed.notes.last
                == "5 of the log's 15 beginnings and ends of speech are near none in the sound: it"
                + " may tell of another call, too, or its clock may step")
    }

    @Test("a log whose times go back is refused as such")
    func allBackwards() {
        var log = Self.log([])
        log.events.reverse()
        #expect(throws: ClockAlignment.Misfit.backwards(9, of: 10)) { try Self.place(log) }
    }

    @Test("times at the ends of what a number holds are left out as others outside are")
    func ends() throws {
        var log = Self.log([])
        log.recordingStart = LogTime.range.lowerBound
        log.events.insert(
            CallLog.Event(nanoseconds: LogTime.range.lowerBound, kind: "first"), at: 0)
        log.events.append(
            CallLog.Event(nanoseconds: LogTime.range.upperBound - 1, kind: "last"))
        #expect(try Self.place(log).facts["outside"] == 2)
    }

    @Test("events before and after the sound are left out and counted")
    func outside() throws {
        let placed = try Self.place(Self.log([Self.event(-5, "early"), Self.event(40, "late")]))
        #expect(!placed.events.contains { $0.kind == "early" || $0.kind == "late" })
        #expect(placed.facts["outside"] == 2)
        #expect(
            placed.notes.contains(
                "2 events of the log are left out: they come before or after the sound"))
    }

    @Test("times that go back are left out, with the line of the first")
    func backwards() throws {
        var log = Self.log([])
        log.events.insert(Self.event(0.1, "back", line: 17), at: 8)
        log.events.insert(Self.event(log.isEmptyAt(9), "near"), at: 10)
        let placed = try Self.place(log)
        #expect(!placed.events.contains { $0.kind == "back" })
        #expect(
            placed.notes.contains(
                "1 events of the log are left out: their times go back by more than 1 s, the first"
                    + " in line 17"))
    }

    @Test("a recording that began elsewhere is told")
    func otherRecording() throws {
        var log = Self.log([])
        log.recordingStart = Self.epoch - 3 * Self.second
        let placed = try Self.place(log)
        #expect(placed.facts["recordingStartMs"] == 3_020)
        #expect(
            placed.notes.last
                == "by what both tell, the sound begins 3020 ms after the recording that the log"
                + " names: this may be another recording of the call")
    }

    @Test(
        "each misfit has a sentence with a next step",
        arguments: [
            (ClockAlignment.Misfit.tooFew(log: 1, sound: 9), "the log tells 1 beginnings"),
            (.apart(near: 1, of: 9), "1 of its 9 beginnings"), (.ambiguous, "more than one way"),
        ])
    func misfits(misfit: ClockAlignment.Misfit, what: String) {
        #expect(misfit.sentence.contains(what))
        #expect(misfit.sentence.contains(". Name "))
    }
}

extension CallLog {
    /// The time of the event at a place, in seconds since the epoch of the tests, plus a little.
    fileprivate func isEmptyAt(_ place: Int) -> Double {
        Double(events[place].nanoseconds - 1_795_000_000_000_000_000) / 1e9 + 0.001
    }
}
