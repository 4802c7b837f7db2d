import Testing
import VoiceActivity
import VoiceAudio
import VoiceDiff
import VoiceMedia
import VoiceSession
import VoiceTestSupport
import VoiceTime

@testable import VoiceCalls

/// One column is a second.
///
///     app     .AA...AA...
///     caller  ....C......
@Suite struct MeasuredCallTests {
    private static let rate = 8_000
    private static let app = [8_000..<Int64(24_000), 48_000..<64_000]
    private static let caller = [32_000..<Int64(40_000)]

    /// Channels in which nothing but speech is known.
    private static func channels(
        _ speech: [[Range<Int64>]], seconds: [Int] = [11, 11]
    ) -> CallChannels {
        let levels = seconds.map { seconds in
            var levels = ChannelLevels(sampleRate: rate)
            [Int16](repeating: 0, count: seconds * rate).withUnsafeBufferPointer {
                levels.process($0)
            }
            levels.finish()
            return levels
        }
        return CallChannels(levels: levels, heard: speech)
    }

    private static func heard(
        _ speech: [[Range<Int64>]], app: Int? = nil
    ) throws(SessionError) -> HeardCall {
        try HeardCall(channels(speech), .channels(path: "a.wav"), appChannel: app)
    }

    private static func refusal(_ speech: [[Range<Int64>]], app: Int? = nil) -> String? {
        do throws(SessionError) {
            _ = try heard(speech, app: app)
            return nil
        } catch { return error.description }
    }

    @Test("measures the caller's waits, whichever channel the app has", arguments: [0, 1])
    func measures(appChannel: Int) throws {
        let speech = appChannel == 0 ? [Self.app, Self.caller] : [Self.caller, Self.app]
        let call = try Self.heard(speech)
        #expect(call.appChannel == appChannel)
        let latency = try call.run(named: "a", createdBy: "test").latency()
        #expect(latency.turns.map(\.response) == [.measured(8_000)])
        #expect(latency.faults == [])
        #expect(latency.sampleRate.hertz == 8_000)
        let figures = try #require(latency.call)
        #expect(figures.appChannel == appChannel)
        #expect(figures.sides == .speaksFirst)
        #expect(figures.findings == [])
    }

    @Test("judges a call by expectations as any session")
    func judges() throws {
        let run = try Self.heard([Self.app, Self.caller]).run(named: "a", createdBy: "test")
        let judged = JudgedRun(run, prompts: .init(), files: [:])
        #expect(judged.faults(of: [try TurnExpectation("answer<=1000")]) == [])
        let late = judged.faults(of: [try TurnExpectation("answer<=900")])
        #expect(late.map(\.rule) == ["answer<=900"])
    }

    @Test("silence of a call counts from its first word, and at its end where the caller waits")
    func silences() throws {
        func faults(_ speech: [[Range<Int64>]]) throws -> [TurnFault] {
            let run = try Self.heard(speech, app: 0).run(named: "a", createdBy: "test")
            return JudgedRun(run, prompts: .init(), files: [:])
                .faults(of: [try TurnExpectation("silence<=1000")])
        }
        // The app has the last word, and the caller hangs up three seconds later.
        #expect(try faults([Self.app, Self.caller]) == [])
        let unanswered = try faults([[Self.app[0]], Self.caller])
        #expect(unanswered.map(\.frames) == [40_000..<88_000])
    }

    @Test("refuses a recording of one channel without labels, and says what would help")
    func mono() throws {
        let folder = TemporaryFolder()
        let path = folder.path("mono.wav")
        try SoundFile.writeMono(
            MonoSound(sampleRate: Self.rate, samples: [Int16](repeating: 1, count: 8_000)),
            path: path)
        let error = #expect(throws: SessionError.self) { _ = try CallRecording(path: path) }
        #expect(
            error?.description
                == "\(path): has 1 channel, and a call has two, one for each side. Export the call"
                + " with caller and app on two channels, import two files, or put labels beside it"
                + " that say who speaks when (NAME.rttm, NAME.TextGrid, NAME.labels.txt, or a"
                + " transcript NAME.labels.json).")
    }

    @Test(
        "tells a file that decodes to less than it announces, and one much shorter than the other")
    func shortfalls() throws {
        let folder = TemporaryFolder()
        for (name, seconds) in [("app.wav", 11), ("caller.wav", 11)] {
            try SoundFile.writeMono(
                MonoSound(
                    sampleRate: Self.rate,
                    samples: [Int16](repeating: 1, count: seconds * Self.rate)),
                path: folder.path(name))
        }
        func findings(_ seconds: [Int]) throws -> [String] {
            try HeardCall(
                Self.channels([Self.app, Self.caller], seconds: seconds),
                .files(first: folder.path("app.wav"), second: folder.path("caller.wav"))
            ).findings.map(\.sentence)
        }
        #expect(try findings([11, 11]) == [])
        #expect(
            try findings([11, 8]) == [
                "The recording announces more sound than it holds, so a part of the call may be"
                    + " missing. Copy or export it again.",
                "\(folder.path("caller.wav")) ends 3 s before \(folder.path("app.wav")): a part of"
                    + " the call may be missing.",
            ])
    }

    @Test("goes by the channel that the user names, and tells where that is unlikely")
    func named() throws {
        let call = try Self.heard([Self.app, Self.caller], app: 1)
        #expect(call.sides == .named)
        #expect(call.findings.map(\.name) == ["swapped"])
    }

    @Test("refuses a call that nothing can be measured in, and says what to do")
    func refuses() {
        let long = [32_000..<Int64(80_000)]
        #expect(
            Self.refusal([Self.app, long])
                == "a.wav: channel 1 speaks first and channel 2 longer, so it is not clear which"
                + " one is the app's. Say it with --app-channel 1 or 2.")
        #expect(Self.refusal([Self.app, long], app: 0) == nil)
        #expect(Self.refusal([Self.app, []])?.contains("Channel 2 is silent") == true)
        #expect(Self.refusal([[], []])?.contains("is silent") == true)
    }
}
