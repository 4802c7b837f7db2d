import Testing

@testable import VoiceActivity

@Suite struct CallFindingTests {
    private static let first: [Range<Int64>] = [100..<500, 900..<1_300]
    private static let second: [Range<Int64>] = [600..<800]

    @Test("the app is the channel that speaks first")
    func speaksFirst() {
        #expect(AppChannel(speech: [Self.first, Self.second]) == .speaksFirst(0))
        #expect(AppChannel(speech: [Self.second, Self.first]) == .speaksFirst(1))
        #expect(AppChannel(speech: [[], Self.second]) == .speaksFirst(1))
    }

    @Test("where the other channel speaks longer, the guess is unclear")
    func unclear() {
        let long: [Range<Int64>] = [600..<5_000]
        #expect(AppChannel(speech: [Self.first, long]) == .unclear(first: 0, longer: 1))
        #expect(AppChannel(speech: [Self.first, long]).channel == nil)
        let alike: [Range<Int64>] = [1_400..<2_250]
        #expect(AppChannel(speech: [Self.first, alike]) == .speaksFirst(0))
    }

    @Test("where no channel speaks, none is the app's")
    func silent() {
        #expect(AppChannel(speech: [[], []]) == .silent)
    }

    private static func findings(
        _ speech: [[Range<Int64>]] = [Self.first, Self.second],
        echoes: [ChannelEcho?] = [nil, nil],
        app: AppChannel = .speaksFirst(0), clipped: Bool = false, heard: [[Range<Int64>]]? = nil
    ) -> [String] {
        var levels = ChannelLevels(sampleRate: 8_000)
        let samples = [Int16](repeating: clipped ? 32_767 : 9, count: 8_000)
        samples.withUnsafeBufferPointer { levels.process($0) }
        let quiet = ChannelLevels(sampleRate: 8_000)
        return CallFinding.findings(
            [levels, quiet], heard: heard ?? speech, speech: speech, echoes: echoes, app: app
        ).map(\.name)
    }

    @Test("tells of each thing that makes a recording unfit, and of nothing else")
    func each() {
        #expect(Self.findings() == [])
        #expect(Self.findings([Self.first, []]) == ["silent"])
        #expect(Self.findings([Self.first, []], heard: [Self.first, Self.first]) == ["echo"])
        #expect(Self.findings(clipped: true) == ["clipped"])
        #expect(Self.findings(app: .named(1)) == ["swapped"])
        #expect(Self.findings(app: .named(0)) == [])
        var echo = ChannelEcho(delayHops: 5, levelCentiDB: -2_000)
        #expect(Self.findings(echoes: [nil, echo]) == ["echo"])
        #expect(Self.findings(echoes: [echo, nil]) == ["echo", "swapped"])
        let crosstalk = ChannelEcho(delayHops: 0, levelCentiDB: -4_000)
        #expect(Self.findings(echoes: [crosstalk, nil]) == ["echo"])
        echo.driftPPM = -100
        #expect(Self.findings(echoes: [nil, echo]) == ["echo", "drift"])
    }

    @Test("one sound in both channels is told once")
    func same() {
        let echo = ChannelEcho(delayHops: 0, levelCentiDB: 0)
        #expect(Self.findings(echoes: [echo, echo]) == ["same"])
    }

    @Test(
        "a sentence says what is wrong and what it means",
        arguments: [
            (CallFinding.silent(channel: 1), "Channel 2 is silent"),
            (CallFinding.same, "Both channels hold the same sound"),
            (
                CallFinding.echo(
                    channel: 0, levelCentiDB: -1_980, delayMicroseconds: 139_600),
                "Channel 1 hears the other one 20 dB quieter and 140 ms later."
            ),
            (
                CallFinding.clipped(channel: 1, frames: 30, of: 1_000),
                "Channel 2 is clipped in 3.0 %"
            ),
            (CallFinding.drift(ppm: -100), "by 100 millionths, 60 ms in ten minutes"),
            (CallFinding.swapped(named: 1), "Channel 2 was named as the app's"),
            (CallFinding.hearsBack(guessed: 1), "If it is the caller's, give --app-channel 1."),
        ])
    func sentences(finding: CallFinding, words: String) {
        #expect(finding.sentence.contains(words))
    }
}
