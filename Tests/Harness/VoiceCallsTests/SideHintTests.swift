import Testing
import VoiceActivity
import VoiceAudio

@testable import VoiceCalls

@Suite("signs of the app's side beside the sound of a call")
struct SideHintTests {
    @Test(
        "a name or a text of the file tells channels, where it does so in one way",
        arguments: [
            ("left=agent right=caller", 0), ("agent_ch2", 1), ("channel 1: customer", 1),
            ("call 7 caller-left agent-right", 1), ("channel 0 = bot, channel 1 = user", 0),
            ("ch1-agent ch2-caller", 0), ("L: app R: client", 0), ("7_agent_channel_2", 1),
            ("agent", nil), ("channel 2", nil), ("left=agent right=agent", nil),
            ("agent and someone else on the right", nil), ("ch3_agent", nil), ("", nil),
            ("The agent left the call early", nil), ("caller-left-message", nil),
            ("agent right away", nil), ("call left by customer", nil), ("reagent_ch2", nil),
        ])
    func names(text: String, channel: Int?) {
        #expect(SideNames([(text, "its name")], hasName: true).hint?.channel == channel)
    }

    @Test("texts that differ tell nothing, and the direction is told by one word")
    func several() {
        let texts = [("left=agent", "its title"), ("right=agent", "its comment")]
        #expect(SideNames(texts, hasName: false).hint == nil)
        #expect(SideNames([texts[0]], hasName: false).hint?.reason == "its title says so")
        #expect(SideNames([("outbound 12", "its name")], hasName: true).isOutbound == true)
        #expect(SideNames([("inbound", "its name")], hasName: true).isOutbound == false)
        #expect(SideNames([("inbound outbound", "its name")], hasName: true).isOutbound == nil)
        #expect(
            SideNames([("direction: outbound", "its comment")], hasName: false).isOutbound == true)
        let prose = "the caller asked about an outbound flight"
        #expect(SideNames([(prose, "its comment")], hasName: false).isOutbound == nil)
    }

    /// Prints of a channel that says `phrases`, each a seed of its levels, over a room.
    private static func prints(_ phrases: [UInt64], room: UInt64) -> [[SoundPrint]] {
        let rate = 16_000
        let levels = phrases.map { phrase -> (ChannelLevels, Range<Int64>) in
            var (levels, state, noise) = (ChannelLevels(sampleRate: rate), phrase, room)
            for _ in 0..<40 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                let height = Int16(40 << ((state >> 33) % 8))
                let samples = (0..<rate / 20).map { _ -> Int16 in
                    noise = noise &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                    return (noise >> 40).isMultiple(of: 2) ? height : -height
                }
                samples.withUnsafeBufferPointer { levels.process($0) }
            }
            levels.finish()
            return (levels, 0..<Int64(2 * rate))
        }
        return levels.map { levels, range in
            let silence = ChannelLevels(sampleRate: rate)
            return CallChannels(levels: [levels, silence], heard: [[range], []]).prints[0]
        }
    }

    @Test("prompts that recur in other calls name the side, and phrases of a caller do not")
    func recurring() {
        let app = Self.prints([1, 2, 3], room: 7).flatMap(\.self)
        let again = Self.prints([1, 2, 3], room: 8).flatMap(\.self)
        let caller = Self.prints([11, 12, 13], room: 9).flatMap(\.self)
        #expect(app.count == 3)
        var prompts = RecurringPrompts()
        // Calls of one channel say nothing of the app.
        for number in 0..<100 { prompts.add(.app([]), of: "\(number).wav") }
        prompts.add(.app(app), of: "a.wav")
        prompts.add(.open([caller, again]), of: "b.wav")
        #expect(prompts.hints["b.wav"]?.channel == 1)
        #expect(prompts.hints["b.wav"]?.reason == "its prompts recur in 1 other call")
        #expect(prompts.hints["a.wav"] == nil)
        prompts.add(.app(app + caller), of: "both.wav")
        #expect(prompts.hints["b.wav"] == nil, "what both sides say recurs")
    }

    @Test("what recurs in calls whose side is open, or twice in one call, names no side")
    func open() {
        let said = Self.prints([1, 2], room: 7).flatMap(\.self)
        let twice = Self.prints([1], room: 7) + Self.prints([1], room: 8)
        var prompts = RecurringPrompts()
        prompts.add(.open([said, []]), of: "a.wav")
        prompts.add(.open([said, []]), of: "b.wav")
        #expect(prompts.hints["a.wav"] == nil)
        prompts.add(.app(said), of: "c.wav")
        prompts.add(.open([twice.flatMap(\.self), []]), of: "d.wav")
        #expect(prompts.hints["d.wav"] == nil)
    }

    @Test("a prompt that recurs in one call alone leaves the side open")
    func once() {
        let app = Self.prints([1, 2], room: 7).flatMap(\.self)
        let one = Self.prints([1], room: 8).flatMap(\.self)
        var prompts = RecurringPrompts()
        prompts.add(.app(app), of: "a.wav")
        prompts.add(.open([one, []]), of: "b.wav")
        #expect(prompts.hints["b.wav"] == nil)
        prompts.add(.app(app), of: "c.wav")
        #expect(prompts.hints["b.wav"]?.channel == 0)
    }
}
