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
        let gate = EchoGate(caller.levels, echo: echo, of: app.levels)
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
        let gate = EchoGate(caller.levels, echo: echo, of: app.levels)
        let found = try #require(gate.own([MadeChannel.frames(1.1..<4.5)]).first)
        #expect(abs(found.lowerBound - 32_000) <= 1_600)
        #expect(found.upperBound == 72_000)
    }
}
