import Testing
import VoiceEngine
import VoiceJSON
import VoiceTime
import VoiceTrace

@testable import VoiceMedia

@Suite("Words of a prompt that plays")
struct WordMarkTests {
    private static let prompt = RealizedPrompt(
        source: .textString, digest: "d", frames: 1_600,
        marks: [
            WordMark(index: 0, characters: 0..<3, frame: 160),
            WordMark(index: 1, characters: 4..<7, frame: 800),
        ])

    private func request(_ change: (inout PromptRequest) -> Void = { _ in }) -> PromptRequest {
        var request = PromptRequest(language: "en-US")
        request.audioFile = "a.wav"
        request.wantsMarks = true
        change(&request)
        return request
    }

    /// `frame kind` of all that an engine learns that does `answers`.
    private func told(
        _ request: PromptRequest, _ answers: [String: [EngineAction]] = [:], calls: [Frame] = []
    ) throws -> [String] {
        var host = ScriptedHost()
        host.prompts = ["a.wav": .realized(Self.prompt)]
        var answers = answers
        answers["run"] = [.play(job: 1, request)]
        var loop = try FrameLoop(
            engine: ScriptedEngine(answers), host: host, rate: .standard,
            settings: MediaSettings())
        loop.schedule(.run, at: 0)
        for frame in calls { loop.schedule(.call("call"), at: frame) }
        loop.advance(to: 8_000)
        return loop.events.map { event in
            let index = event.fields["index"]?.integer.map { " \($0)" } ?? ""
            return "\(event.frame) \(event.kind)\(index)"
        }
    }

    @Test("are told when they are reached")
    func reached() throws {
        #expect(
            try told(request()) == [
                "0 run", "0 playing", "160 word 0", "800 word 1", "1600 played",
            ])
    }

    @Test("are not told where nobody asked for them")
    func unasked() throws {
        #expect(
            try told(request { $0.wantsMarks = false }) == ["0 run", "0 playing", "1600 played"])
    }

    @Test("are told in every round from where it starts, behind the silence before")
    func rounds() throws {
        let repeated = request {
            $0.plays = 2
            $0.startMilliseconds = 20
            $0.silenceMilliseconds.before = 100
        }
        #expect(
            try told(repeated) == [
                "0 run", "0 playing", "2080 word 1", "3040 word 0", "3680 word 1", "4480 played",
            ])
    }

    @Test("wait while the prompt is held")
    func held() throws {
        let answers: [String: [EngineAction]] = [
            "word": [.suspendPlaying(job: 1)], "call": [.resumePlaying(job: 1)],
        ]
        #expect(
            try told(request(), answers, calls: [1_160, 3_000]) == [
                "0 run", "0 playing", "160 word 0", "160 suspended", "1160 call", "1160 resumed",
                "1800 word 1", "1800 suspended", "3000 call", "3000 resumed", "3800 played",
            ])
    }

    @Test("are not told of a prompt that was stopped")
    func stopped() throws {
        #expect(
            try told(request(), ["word": [.stopPlaying(job: 1)]]) == [
                "0 run", "0 playing", "160 word 0",
            ])
    }

    @Test("stand in the prompt index, which is read back as it was")
    func index() throws {
        let request = request()
        var index = PromptIndex()
        index[request.digest] = .init(request: request.object, outcome: .realized(Self.prompt))
        let bytes = index.fileBytes()
        #expect(try PromptIndex(bytes: bytes, path: "index.json") != PromptIndex())
        let read = try PromptIndex(bytes: bytes, path: "index.json")
        #expect(read[request.digest]?.outcome == .realized(Self.prompt))
        let text = String(decoding: bytes, as: UTF8.self)
        let late = text.replacing("\"frame\": 800", with: "\"frame\": 1601")
        #expect(late != text)
        #expect(throws: TraceError.self) {
            try PromptIndex(bytes: Array(late.utf8), path: "index.json")
        }
    }
}
