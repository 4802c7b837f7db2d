import Testing
import VoiceAudio

@testable import VoiceActivity

/// One column is a second.
///
///     app     .AA..AA..AA..AA..AA..AA..AA..AA.
///     caller  ...CC......CC......CC...........
@Suite struct CallFitnessTests {
    private static let prompts = stride(from: 1.0, to: 31, by: 4).map { $0..<($0 + 2) }
    private static let answers = [3.2..<4.8, 11.2..<12.8, 19.2..<20.8]

    private static func app() -> MadeChannel {
        var app = MadeChannel(seconds: 32, room: -80, seed: 3)
        for (number, prompt) in prompts.enumerated() {
            app.speak(prompt, seed: UInt64(100 + number))
        }
        return app
    }

    private static func caller(room: Float = -62) -> MadeChannel {
        var caller = MadeChannel(seconds: 32, room: room)
        for (number, answer) in answers.enumerated() {
            caller.speak(answer, seed: UInt64(200 + number))
        }
        return caller
    }

    private static func channels(
        _ caller: MadeChannel, heard: [Range<Double>] = answers
    ) -> CallChannels {
        CallChannels(
            levels: [app().levels, caller.levels],
            heard: [prompts, heard].map { $0.map(MadeChannel.frames) })
    }

    private static func faults(
        _ caller: MadeChannel, heard: [Range<Double>] = answers
    ) -> [String] {
        channels(caller, heard: heard).fitness(app: 0).faults.map(\.name)
    }

    @Test("a caller far above the room is fit, one that is near it is not", arguments: [-62, -34])
    func noise(room: Int) {
        #expect(Self.faults(Self.caller(room: Float(room))) == (room == -62 ? [] : ["noise"]))
    }

    @Test("voices between the words are told, and those far below the caller are not")
    func babble() {
        var others = MadeChannel(seconds: 32, room: -90, seed: 9)
        for second in 0..<16 {
            others.speak(Double(2 * second)..<Double(2 * second) + 1.4, seed: UInt64(second))
        }
        for (decibels, faults) in [(-14, ["babble"]), (-40, [])] {
            var caller = Self.caller()
            caller.hear(others, decibels: Float(decibels), frames: 0)
            #expect(Self.faults(caller) == faults, "\(decibels)")
        }
    }

    @Test("a side that speaks on while the app does is a person who talks to others")
    func talker() {
        var caller = Self.caller()
        let through = Self.prompts.map { $0.lowerBound - 0.2..<$0.upperBound + 0.2 }
        for (number, range) in through.enumerated() { caller.speak(range, seed: UInt64(number)) }
        let heard = (Self.answers + through).sorted { $0.lowerBound < $1.lowerBound }
        #expect(Self.faults(caller, heard: heard) == ["babble"])
    }

    @Test("an echo in bursts is unfit, and a steady one is not")
    func echoes() {
        var steady = Self.caller()
        steady.hear(Self.app(), decibels: -18, frames: 1_600)
        #expect(Self.faults(steady) == [])
        var bursts = Self.caller()
        for (number, prompt) in Self.prompts.enumerated() {
            let start = prompt.lowerBound + 0.3 + 0.1 * Double(number % 4)
            bursts.hear(Self.app(), decibels: -18, frames: 1_600, from: start, to: start + 0.4)
        }
        #expect(Self.faults(bursts) == ["echo"])
    }

    @Test("an end that a gate hides, a clipped channel and a drift are told with their figures")
    func figures() {
        #expect(
            CallFitness.Fault.noise(centiDB: 940).sentence
                == "the caller is 9.4 dB above the noise, and 14.5 dB are needed")
        #expect(
            CallFitness.Fault.gate(ends: 3, of: 4).sentence
                == "a noise gate hides where 3 of 4 stretches of the caller's speech end")
        var caller = Self.caller()
        for place in caller.samples.indices.prefix(40_000) { caller.samples[place] = 32_767 }
        #expect(Self.faults(caller).contains("clipping"))
    }

    @Test("the side is the app's that is quieter between words, or whose echo the other one hears")
    func cues() {
        // The caller's hello comes first and is the longest of all.
        let hello = [0.2..<0.9] + Self.answers
        var caller = Self.caller()
        caller.speak(0.2..<0.9, seed: 8)
        let channels = Self.channels(caller, heard: hello)
        #expect(channels.app.channel == 0)
        #expect(channels.app != .speaksFirst(0))
        var echoed = caller
        echoed.hear(Self.app(), decibels: -18, frames: 1_600)
        #expect(Self.channels(echoed, heard: hello).app.channel == 0)
    }

    @Test("signs that do not agree leave the side open, and the direction settles it")
    func open() {
        let speech: [[Range<Int64>]] = [[100..<900], [1_000..<1_200]]
        var cues = SideCues()
        #expect(AppChannel(speech: speech, cues: cues) == .speaksFirst(0))
        cues.quieter = 1
        #expect(AppChannel(speech: speech, cues: cues) == .opposed(first: 0))
        cues.isOutbound = true
        #expect(AppChannel(speech: speech, cues: cues).channel == 1)
        cues.quieter = nil
        let short: [[Range<Int64>]] = [[100..<200], [1_000..<1_900]]
        #expect(AppChannel(speech: short, cues: cues).channel == 1)
    }

    @Test("a hint beside the sound settles an open side, and turns none that is sure")
    func hints() {
        let speech: [[Range<Int64>]] = [[100..<900], [1_000..<1_200]]
        var cues = SideCues()
        cues.quieter = 1
        cues.hints = [SideHint(channel: 1, reason: "its name says so")]
        #expect(AppChannel(speech: speech, cues: cues).channel == 1)
        #expect(cues.reasons(app: 1) == "its name says so, and it is quieter between words")
        cues.quieter = 0
        cues.echoing = 0
        #expect(AppChannel(speech: speech, cues: cues).channel == 0)
    }

    @Test("an end that music of the room covers is hidden")
    func hidden() {
        var music = MadeChannel(seconds: 32, room: -90, seed: 9)
        for second in 0..<32 {
            music.speak(Double(second)..<Double(second) + 0.8, seed: UInt64(second))
        }
        var caller = Self.caller()
        caller.hear(music, decibels: -30, frames: 0)
        // The detector takes 400 ms of music for the end of the first answer.
        var heard = Self.answers
        heard[0] = 3.2..<5.2
        let hidden = Self.channels(caller, heard: heard).fitness(app: 0).hiddenEnds
        #expect(hidden.count == 1)
        #expect(hidden.first?.upperBound == MadeChannel.frames(0..<5.2).upperBound)
        #expect(Self.channels(caller).fitness(app: 0).hiddenEnds == [])
    }

    @Test("a call of one channel is judged by its room and by clipping")
    func mixed() {
        for (room, faults) in [(Float(-62), []), (-34, ["noise"])] {
            var both = Self.caller(room: room)
            both.hear(Self.app(), decibels: 0, frames: 0)
            let fitness = CallFitness(
                mixed: both.levels, caller: Self.answers.map(MadeChannel.frames),
                app: Self.prompts.map(MadeChannel.frames))
            #expect(fitness.faults.map(\.name) == faults)
        }
    }
}
