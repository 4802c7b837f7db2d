import Testing
import VoiceAudio
import VoiceEngine
import VoiceJSON
import VoiceSynthesis
import VoiceTime
import VoiceTrace

@testable import VoiceSession

/// Lines of a caller that are no speech: tones, noise, and faults of a telephone's line.
@Suite struct LineFaultTests {
    private static let program = {
        var engine = EngineDeclaration(
            kind: "program", version: "1", calls: [], callbacks: [], settings: [],
            vocabulary: EventVocabulary(kinds: []))
        engine.givesWorld = true
        return engine
    }()

    private func read(
        _ line: String, _ engine: EngineDeclaration = program
    ) throws -> ScenarioReader {
        try ScenarioReader(
            bytes: Array(#"{"caller": [{"atMs": 1000, \#(line)}]}"#.utf8), file: "s", engine: engine
        )
    }

    @Test(
        arguments: [
            (#""stallMs": 600"#, .line(.stall, milliseconds: 600)),
            (#""lateStartMs": "800""#, .line(.lateStart, milliseconds: 800)),
            (#""shuffleMs": 1000"#, .line(.shuffle, milliseconds: 1_000)),
            (#""cutOff": true"#, .line(.cutOff, milliseconds: 0)),
            (#""beepMs": 500"#, .beep(milliseconds: 500)),
            (#""comfortNoiseMs": 4000"#, .comfortNoise(milliseconds: 4_000)),
        ] as [(String, Scenario.Line.Sound)])
    func aLineIsRead(_ line: String, _ sound: Scenario.Line.Sound) throws {
        let reader = try read(line)
        #expect(reader.findings.isEmpty)
        #expect(reader.scenario.lines.map(\.sound) == [sound])
    }

    @Test(arguments: [
        (#""stallMs": 5"#, "5 ms is not 10 to 60000"),
        (#""beepMs": 70000"#, "70000 ms is not 10 to 60000"),
        (#""comfortNoiseMs": true"#, "expected a whole number"),
        (#""cutOff": false"#, "A line that breaks off says true."),
        (#""stallMs": 600, "say": "a""#, "\"say\" is there too"),
        (#""stallMs": 600, "gainDB": 3"#, "\"stallMs\" is not heard. Remove it"),
        (#""beepMs": 500, "words": "a""#, "\"beepMs\" is not speech. Remove it"),
        (#""comfortNoiseMs": 500, "beepMs": 500"#, "\"comfortNoiseMs\" is not speech"),
        (#""hangUp": true, "beepMs": 500"#, "hanging up is not heard"),
        (#""stalMs": 600"#, "Did you mean \"stallMs\"?"),
    ])
    func whatCannotBeUsedIsTold(_ line: String, _ message: String) throws {
        let findings = try read(line).findings
        #expect(findings.first.map { $0.message.contains(message) } == true)
        #expect(
            findings.contains { $0.message.contains(message) },
            "\(findings.map(\.message))")
    }

    @Test func anAppWithoutATelephoneHasNoLine() throws {
        var engine = Self.program
        engine.givesWorld = false
        let findings = try read(#""stallMs": 600"#, engine).findings
        #expect(findings.first?.message.contains("a program that is a server has") == true)
    }

    private func caller(_ line: String) throws -> (caller: ScenarioCaller, inputs: [SessionInput]) {
        let rate = try #require(SampleRate(hertz: 8_000))
        let studio = ScenarioStudio(
            folders: [], synthesizer: SpeechSynthesizer(cacheFolder: nil), rate: rate)
        var scenario = try read(line).scenario
        scenario.isSilenceDigital = true
        var caller = try studio.caller(of: scenario, seed: 1)
        let inputs = caller.start().map(\.input)
        return (caller, inputs)
    }

    @Test func aFaultOfTheLineIsAnInputInFrames() throws {
        #expect(try caller(#""stallMs": 600"#).inputs == [.line(.stall, frames: 4_800)])
        #expect(try caller(#""cutOff": true"#).inputs == [.line(.cutOff, frames: 0)])
    }

    @Test func aBeepIsHeardForItsLength() throws {
        var (caller, inputs) = try caller(#""beepMs": 500"#)
        let samples = caller.render(16_000)
        let heard = samples.indices.filter { samples[$0] != 0 }
        #expect(heard.first.map { (8_000...8_002).contains($0) } == true)
        #expect(heard.last.map { (11_990..<12_000).contains($0) } == true)
        guard case .caller(let line)? = inputs.first else {
            Issue.record("no line")
            return
        }
        #expect(line.words == "")
    }

    @Test func aMachinesGreetingEndsWithItsBeep() throws {
        var (plain, _) = try caller(#""say": "leave a message""#)
        var (caller, _) = try caller(#""say": "leave a message", "beepMs": 400"#)
        let (without, with) = (plain.render(60_000), caller.render(60_000))
        let end = try #require(without.lastIndex { $0 != 0 })
        #expect(with[...end] == without[...end])
        let beep = try #require(with.lastIndex { $0 != 0 })
        #expect(beep - end >= 4_000 + 3_100)
    }

    @Test func comfortNoiseIsLouderThanARoom() throws {
        var (caller, _) = try caller(#""comfortNoiseMs": 1000"#)
        let noise = caller.render(16_000)[8_000...]
        let level = Level.decibels(power: Level.power(noise))
        #expect((-51 ... -49).contains(level))
    }
}
