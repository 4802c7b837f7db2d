import Testing

@testable import VoiceActivity

/// One column is a second.
///
///     app     .AA..AA..AA..AA..AA..AA..AA..AA.
///     caller  ...CC......CC......CC...........
@Suite struct ChannelEchoTests {
    private static let prompts = stride(from: 1.0, to: 31, by: 4).map { $0..<($0 + 2) }
    private static let answers = [3.0..<5.0, 11.0..<13.0, 19.0..<21.0]

    private static func app(seconds: Double = 32) -> MadeChannel {
        var app = MadeChannel(seconds: seconds, room: -80, seed: 3)
        for (number, prompt) in prompts.enumerated() {
            app.speak(prompt, seed: UInt64(100 + number))
        }
        return app
    }

    private static func caller(seconds: Double = 32) -> MadeChannel {
        var caller = MadeChannel(seconds: seconds)
        for (number, answer) in answers.enumerated() {
            caller.speak(answer, seed: UInt64(200 + number))
        }
        return caller
    }

    private static func echo(of app: MadeChannel, in caller: MadeChannel) -> ChannelEcho? {
        let levels = app.levels
        return ChannelEcho(
            of: levels, in: caller.levels,
            during: prompts.map { levels.hops(of: MadeChannel.frames($0)) })
    }

    @Test(
        "finds level and delay of an echo",
        arguments: [(-10, 40), (-20, 170), (-30, 480), (-20, 1_480)])
    func finds(decibels: Int, milliseconds: Int) throws {
        let app = Self.app()
        var caller = Self.caller()
        caller.hear(app, decibels: Float(decibels), frames: milliseconds * 16)
        let echo = try #require(Self.echo(of: app, in: caller))
        #expect(echo.delayHops == milliseconds / 10)
        #expect(abs(echo.delayMicroseconds - Int64(milliseconds) * 1_000) < 2_000)
        #expect(abs(echo.levelCentiDB - Int32(decibels) * 100) < 100)
        #expect(echo.driftPPM == nil)
    }

    @Test("finds none where each side speaks for itself")
    func none() {
        #expect(Self.echo(of: Self.app(), in: Self.caller()) == nil)
    }

    @Test("finds none without speech, and none where the other channel is silent")
    func silence() {
        let levels = Self.app().levels
        #expect(ChannelEcho(of: levels, in: levels, during: []) == nil)
        #expect(Self.echo(of: Self.app(), in: MadeChannel(seconds: 32)) == nil)
    }

    @Test(
        "finds none in a call so short that one stretch is like another by chance",
        arguments: 0..<40)
    func short(seed: UInt64) {
        var app = MadeChannel(seconds: 5, room: -80, seed: 3)
        app.speak(0.3..<0.8, seed: 500 + 3 * seed)
        app.speak(2.2..<2.7, seed: 501 + 3 * seed)
        var caller = MadeChannel(seconds: 5)
        caller.speak(1.2..<1.7, seed: 502 + 3 * seed)
        let levels = (app.levels, caller.levels)
        func hops(_ ranges: Range<Double>...) -> [Range<Int>] {
            ranges.map { levels.0.hops(of: MadeChannel.frames($0)) }
        }
        let answers = hops(0.3..<0.8, 2.2..<2.7)
        #expect(ChannelEcho(of: levels.0, in: levels.1, during: answers) == nil)
        #expect(ChannelEcho(of: levels.1, in: levels.0, during: hops(1.2..<1.7)) == nil)
    }

    @Test("finds one that begins in the middle of a call, and one whose delay jumps")
    func parts() throws {
        let app = Self.app()
        var late = Self.caller()
        late.hear(app, decibels: -15, frames: 1_600, from: 17)
        let begun = try #require(Self.echo(of: app, in: late))
        #expect(begun.delayHops == 10)
        var jumping = Self.caller()
        jumping.hear(app, decibels: -15, frames: 1_600, to: 16.5)
        jumping.hear(app, decibels: -15, frames: 3_200, from: 16.5)
        let jumped = try #require(Self.echo(of: app, in: jumping))
        #expect(jumped.driftPPM == nil)
        let gate = CallEchoGate(jumping.levels, echo: jumped, of: app.levels)
        #expect(gate.own([MadeChannel.frames(5.1..<7.1), MadeChannel.frames(25.2..<27.2)]) == [])
    }

    @Test("tells a drift by the delays of an echo")
    func drift() throws {
        var app = MadeChannel(seconds: 100, room: -80, seed: 3)
        let prompts = stride(from: 1.0, to: 96, by: 6).map { $0..<($0 + 3) }
        for (number, prompt) in prompts.enumerated() {
            app.speak(prompt, seed: UInt64(300 + number))
        }
        var caller = MadeChannel(seconds: 100)
        caller.hear(app, decibels: -20, frames: 1_600, driftPPM: 300)
        let levels = app.levels
        let echo = try #require(
            ChannelEcho(
                of: levels, in: caller.levels,
                during: prompts.map { levels.hops(of: MadeChannel.frames($0)) }))
        let drift = try #require(echo.driftPPM)
        #expect(abs(drift - 300) < 60)
    }

    @Test("speech that is echo alone goes, and the caller's own reaches as far as it is heard")
    func gate() throws {
        let app = Self.app()
        var caller = Self.caller()
        caller.hear(app, decibels: -10, frames: 1_600)
        let echo = try #require(Self.echo(of: app, in: caller))
        let gate = CallEchoGate(caller.levels, echo: echo, of: app.levels)
        let unanswered = Self.prompts.filter { prompt in
            !Self.answers.contains { $0.lowerBound == prompt.upperBound }
        }
        let echoes = unanswered.map {
            MadeChannel.frames(($0.lowerBound + 0.1)..<($0.upperBound + 0.1))
        }
        #expect(gate.own(echoes) == [])
        #expect(gate.own([MadeChannel.frames(3.2..<5.0)]) == [MadeChannel.frames(3.0..<5.0)])
    }

    @Test("speech that begins in echo begins where the caller is heard")
    func cutBack() throws {
        let app = Self.app()
        var caller = MadeChannel(seconds: 32)
        caller.speak(2.0..<4.5, seed: 77)
        caller.hear(app, decibels: -30, frames: 1_600)
        let echo = try #require(Self.echo(of: app, in: caller))
        let gate = CallEchoGate(caller.levels, echo: echo, of: app.levels)
        let found = try #require(gate.own([MadeChannel.frames(1.1..<4.5)]).first)
        #expect(abs(found.lowerBound - 32_000) <= 1_600)
        #expect(found.upperBound == 72_000)
    }
}
