import Testing
import VoiceEngine
import VoiceFlow
import VoiceJSON
import VoiceSession
import VoiceSessionSupport
import VoiceTestSupport
import VoiceTime
import VoiceTrace

@Suite("A scripted caller for another app")
struct CallerAimTests {
    private static let vocabulary = VoiceflowFactory().declaration.vocabulary

    @Test("the app of the session itself is followed as before")
    func same() throws {
        let (session, script) = try script(of: Stage())
        var aim = CallerAim(script, Self.vocabulary, rate: session.manifest.sampleRate)
        #expect(aim.known.lines.isEmpty && aim.next == 0)
        aim.aim(at: .init(events: session.events, inputs: []))
        let (line, own) = (try #require(aim.script.lines.first), script.lines[0])
        #expect(line.anchor == own.anchor)
        #expect(abs(line.delayMilliseconds - own.delayMilliseconds) <= 1)
        #expect(aim.notes.isEmpty && aim.next == 1 && aim.known == aim.script)
    }

    @Test("a prompt that takes longer is waited for, and told")
    func later() throws {
        let (session, script) = try script(of: Stage())
        var aim = CallerAim(script, Self.vocabulary, rate: session.manifest.sampleRate)
        aim.aim(at: .init(events: Self.moved(session.events, by: 12_800), inputs: []))
        let (line, own) = (try #require(aim.script.lines.first), script.lines[0])
        #expect(line.anchor.pattern == own.anchor.pattern)
        #expect(line.delayMilliseconds == own.delayMilliseconds)
        #expect(aim.notes.count == 1)
        #expect(
            aim.notes[0].hasPrefix("line 1: what it follows comes 8"), "\(aim.notes)")
        #expect(aim.notes[0].hasSuffix(" ms later in the app than in the session"))
    }

    @Test("an app that does nothing of the sort is followed by its time, which is told")
    func other() throws {
        let (session, script) = try script(of: Stage())
        var aim = CallerAim(script, Self.vocabulary, rate: session.manifest.sampleRate)
        let silent = session.events.filter { $0.kind != "media" }
        aim.aim(at: .init(events: silent, inputs: []))
        let line = try #require(aim.script.lines.first)
        #expect(line.anchor.reason == .scope)
        #expect(
            aim.notes == [
                "line 1: the app does not do what the line followed in the session, so it follows"
                    + " what the app does at that time"
            ])
    }

    @Test("a line after one that was not said goes by the time of the session")
    func unsaid() throws {
        let (session, script) = try script(of: Self.twice)
        try #require(script.lines.count == 2)
        var aim = CallerAim(script, Self.vocabulary, rate: session.manifest.sampleRate)
        aim.aim(at: .init(events: session.events, inputs: []))
        aim.aim(at: .init(events: session.events, inputs: []))
        #expect(aim.script.lines[1].anchor == .clock)
        #expect(
            aim.notes == [
                "line 2: the line before it was not said in the app, so it goes by the time of the"
                    + " session"
            ])
        var again = CallerAim(script, Self.vocabulary, rate: session.manifest.sampleRate)
        again.aim(at: .init(events: session.events, inputs: []))
        again.aim(at: .init(events: session.events, inputs: session.inputs))
        #expect(again.script.lines[1].anchor == script.lines[1].anchor)
        #expect(again.notes.isEmpty)
    }

    @Test("a line that followed nothing since the line before it goes by that line alone")
    func alone() throws {
        let session = try Self.twice.record()
        // The recording of a call has no trace of what the app does in silence.
        let (first, again) = (
            Self.ended("P_Ask", session.events), Self.ended("P_Again", session.events)
        )
        let heard = try script(of: session) { events in
            events.filter { $0.fields["item"]?.string != "P_Again" }
        }
        try #require(heard.lines.count == 2)
        #expect(heard.lines[1].anchor.frame == first)
        var aim = CallerAim(heard, Self.vocabulary, rate: session.manifest.sampleRate)
        aim.aim(at: .init(events: session.events, inputs: []))
        aim.aim(at: .init(events: session.events, inputs: session.inputs))
        let line = aim.script.lines[1]
        #expect(line.anchor.frame == again && aim.notes.isEmpty, "\(aim.notes)")
        let rate = session.manifest.sampleRate
        let start = line.anchor.frame + rate.frames(milliseconds: line.delayMilliseconds)
        #expect(abs(rate.milliseconds(start - heard.lines[1].clip.lowerBound)) <= 100)
    }

    /// The frame at which a prompt ends.
    private static func ended(_ prompt: String, _ events: [TraceEvent]) -> Frame? {
        events.first {
            vocabulary.role(of: $0) == .playEnd && $0.fields["item"]?.string == prompt
        }?.frame
    }

    @Test("only what the app's engine tells is expected of it")
    func expectations() throws {
        let (session, script) = try script(of: Stage())
        let aim = CallerAim(script, .core, rate: session.manifest.sampleRate)
        #expect(script.expectations.contains { $0.object != nil })
        #expect(aim.script.expectations.allSatisfy { $0.string != nil })
        #expect(!aim.script.expectations.isEmpty)
    }

    /// A caller who is asked again.
    private static var twice: Stage {
        var stage = Stage()
        stage.scenario = """
            { "caller": [
                { "after": { "kind": "media", "item": "P_Ask", "event": "ended" },
                  "delayMs": 300, "play": "clip.wav", "words": "no" },
                { "after": { "kind": "media", "item": "P_Again", "event": "ended" },
                  "delayMs": 300, "play": "clip.wav", "words": "yes" } ] }
            """
        return stage
    }

    /// The events, with what happens after the first half second so many frames later.
    private static func moved(_ events: [TraceEvent], by frames: Frame) -> [TraceEvent] {
        events.map { event in
            var event = event
            if event.frame >= 8_000 { event.frame += frames }
            return event
        }
    }

    private func script(of stage: Stage) throws -> (RecordedSession, CallerScript) {
        let session = try stage.record()
        return (session, try script(of: session) { $0 })
    }

    /// The caller of a session of which `told` gives the events that are known.
    private func script(
        of session: RecordedSession, told: ([TraceEvent]) -> [TraceEvent]
    ) throws -> CallerScript {
        var run = JudgedRun(session, vocabulary: Self.vocabulary).run
        run.events = told(run.events)
        let sound = try CallerClips(of: run)
        return try CallerScript(run) { (range) throws(SessionError) in
            try sound.quietest(in: range)
        }
    }
}
