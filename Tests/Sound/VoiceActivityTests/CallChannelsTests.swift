import Testing

@testable import VoiceActivity

/// One column is a second.
///
///     app     .AA..AA..AA..AA..AA.
///     caller  ...CC.....CC........
@Suite struct CallChannelsTests {
    private static let prompts = stride(from: 1.0, to: 19, by: 4).map { $0..<($0 + 1.9) }
    private static let answers = [3.2..<4.6, 11.2..<12.6]

    private static func sides(echo: Float?) -> (app: MadeChannel, caller: MadeChannel) {
        var app = MadeChannel(seconds: 24, room: -80, seed: 3)
        var caller = MadeChannel(seconds: 24)
        for (number, prompt) in prompts.enumerated() {
            app.speak(prompt, seed: UInt64(100 + number))
        }
        for (number, answer) in answers.enumerated() {
            caller.speak(answer, seed: UInt64(200 + number))
        }
        if let echo { caller.hear(app, decibels: echo, frames: 800) }
        return (app, caller)
    }

    @Test("takes the echo of the app out of what the caller says, and tells of it")
    func echo() {
        let (app, caller) = Self.sides(echo: -15)
        let (said, asked) = (
            Self.answers.map(MadeChannel.frames), Self.prompts.map(MadeChannel.frames)
        )
        let echoed = Self.prompts.map {
            MadeChannel.frames(($0.lowerBound + 0.05)..<($0.upperBound + 0.05))
        }
        let heard = (said + echoed).sorted { $0.lowerBound < $1.lowerBound }
        let channels = CallChannels(
            levels: [caller.levels, app.levels], heard: [heard, asked])
        #expect(channels.speech == [said, asked])
        #expect(channels.app == .speaksFirst(1))
        #expect(channels.findings(app: channels.app).map(\.name) == ["echo"])
    }

    @Test("speech that begins in an echo begins where it is heard, though it is found later")
    func within() throws {
        var (app, caller) = Self.sides(echo: nil)
        app.speak(20..<21.8, seed: 7)
        caller.speak(20.5..<22.4, seed: 8)
        caller.hear(app, decibels: -30, frames: 800)
        let found = Self.answers + [20.62..<22.3]
        let channels = CallChannels(
            levels: [caller.levels, app.levels],
            heard: [
                found.map(MadeChannel.frames),
                (Self.prompts + [20..<21.8]).map(MadeChannel.frames),
            ])
        let own = try #require(channels.speech[0].last)
        let truth = MadeChannel.frames(20.5..<22.3)
        #expect(abs(own.lowerBound - truth.lowerBound) <= 160)
        #expect(own.upperBound == truth.upperBound)
        #expect(channels.speech[0].dropLast() == Self.answers.map(MadeChannel.frames)[...])
    }

    @Test("changes nothing where there is no echo")
    func dry() {
        let (app, caller) = Self.sides(echo: nil)
        let heard = [Self.prompts.map(MadeChannel.frames), Self.answers.map(MadeChannel.frames)]
        let channels = CallChannels(levels: [app.levels, caller.levels], heard: heard)
        #expect(channels.speech == heard)
        #expect(channels.echoes == [nil, nil])
        #expect(channels.findings(app: channels.app) == [])
        #expect(channels.app == .speaksFirst(0))
    }

    @Test("tells one sound in both channels, and leaves it as it is")
    func same() {
        let (app, _) = Self.sides(echo: nil)
        let heard = Self.prompts.map(MadeChannel.frames)
        let channels = CallChannels(levels: [app.levels, app.levels], heard: [heard, heard])
        #expect(channels.findings(app: channels.app) == [.same])
        #expect(channels.speech == [heard, heard])
    }
}

extension CallChannels {
    /// The app's channel, by speech and other signs.
    var app: AppChannel { app(isOutbound: false) }
}
