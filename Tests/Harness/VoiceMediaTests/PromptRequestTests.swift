import Testing
import VoiceEngine
import VoiceTestSupport
import VoiceTime

@testable import VoiceMedia

@Suite struct PromptRequestTests {
    private static var request: PromptRequest {
        var request = PromptRequest(language: "en-US")
        request.audioFile = "a.wav"
        return request
    }

    private func changed(_ change: (inout PromptRequest) -> Void) -> PromptRequest {
        var request = Self.request
        change(&request)
        return request
    }

    @Test("has one digest for every volume, start, number of plays and silence")
    func sameAudio() {
        let other = changed {
            $0.volume = 5
            $0.startMilliseconds = 700
            $0.plays = nil
            $0.silenceMilliseconds = .init(before: 1, after: 2)
        }
        #expect(other.digest == Self.request.digest)
        #expect(other != Self.request)
    }

    @Test("has another digest for everything that decides about the audio")
    func otherAudio() {
        let requests = [
            Self.request, changed { $0.audioFile = nil }, changed { $0.text = "a.wav" },
            changed { $0.textFile = "a.wav" }, changed { $0.substituteText = "a.wav" },
            changed { $0.isSSML = true }, changed { $0.language = "de-DE" },
            changed { $0.voice = "v" }, changed { $0.otherVoices = ["w"] },
            changed { $0.wordsPerMinute = 176 }, changed { $0.pitch = 50 },
            changed { $0.pitch = 70 },
        ]
        #expect(Set(requests.map(\.digest)).count == requests.count)
    }

    @Test("pins the digest, which recorded sessions are keyed by")
    func pinned() {
        #expect(
            Self.request.digest
                == "0776909d952f9c7cb20408e83a64e41b0251062e2fa7ed0e5f31ad3a4a27e1f6")
    }

    private func frames(
        _ prompt: Frame = 16_000, source: RealizedPrompt.Source = .textString,
        _ change: (inout PromptRequest) -> Void
    ) -> Frame? {
        let prompt = RealizedPrompt(source: source, digest: "d", frames: prompt)
        return changed(change).playedFrames(of: prompt, rate: .standard)
    }

    @Test("plays once, several times or for ever")
    func plays() {
        #expect(frames { _ in } == 16_000)
        #expect(frames { $0.plays = 3 } == 48_000)
        #expect(frames { $0.plays = nil } == nil)
    }

    @Test("starts late the first time only", .fact("voiceflow-7-9"))
    func start() {
        #expect(frames { $0.startMilliseconds = 250 } == 12_000)
        #expect(
            frames {
                $0.startMilliseconds = 250
                $0.plays = 2
            } == 28_000)
    }

    @Test("plays nothing of a prompt that is shorter than its start")
    func startBehindEnd() {
        #expect(frames { $0.startMilliseconds = 5_000 } == 0)
    }

    @Test("adds silence to speech, never to an audio file", .fact("voiceflow-7-9"))
    func silence() {
        #expect(frames { $0.silenceMilliseconds = .init(before: 100, after: 50) } == 18_400)
        let file = frames(source: .audioFile) {
            $0.silenceMilliseconds = .init(before: 100, after: 50)
        }
        #expect(file == 16_000)
    }

    @Test("takes negative numbers for none")
    func negative() {
        let played = frames {
            $0.startMilliseconds = .min
            $0.plays = .min
            $0.silenceMilliseconds = .init(before: .min, after: -1)
        }
        #expect(played == 16_000)
        #expect(frames(-5) { _ in } == 0)
    }

    @Test(
        "plays what is longer than any session for as long as one",
        arguments: [Frame(1), 16_000, .max])
    func huge(prompt: Frame) throws {
        let played = try #require(
            frames(prompt) {
                $0.plays = .max
                $0.silenceMilliseconds = .init(before: .max, after: .max)
            })
        let session: Frame = 48 * 3_600 * 16_000
        #expect((session...4 * session).contains(played))
    }

    @Test(
        "says where in its audio it stands, in whatever round", .fact("voiceflow-3-13"),
        arguments: [
            (0, 500), (100, 500), (350, 750), (600, 0), (900, 300), (1_600, 0), (2_600, 1_000),
            (9_999, 1_000),
        ] as [(Int64, Int64)])
    func place(heard: Int64, place: Int64) {
        let request = changed {
            $0.startMilliseconds = 500
            $0.plays = 3
            $0.silenceMilliseconds = .init(before: 100, after: 50)
        }
        let prompt = RealizedPrompt(source: .textString, digest: "d", frames: 16_000)
        let played = PlayedPrompt(request, prompt, rate: .standard)
        #expect(played.place(after: heard * 16) == place * 16)
    }

    @Test("the synthesiser's volume counts once, and for speech only", .fact("voiceflow-7-7"))
    func speechVolume() {
        let request = changed {
            $0.volume = 500
            $0.speechVolume = 400
        }
        for (source, volume) in [(RealizedPrompt.Source.textString, 200), (.audioFile, 500)] {
            let prompt = RealizedPrompt(source: source, digest: "d", frames: 16_000)
            #expect(PlayedPrompt(request, prompt, rate: .standard).volume == volume)
            let heard = request.heard(as: prompt)
            #expect(heard.volume == volume)
            #expect(PlayedPrompt(heard, prompt, rate: .standard).volume == volume)
        }
    }

    @Test("a gain above unity makes a prompt louder, with a soft limit")
    func louder() {
        let prompt = RealizedPrompt(source: .audioFile, digest: "d", frames: 3)
        let played = PlayedPrompt(changed { $0.volume = 4_000 }, prompt, rate: .standard)
        let samples = played.samples(of: [1_000, -1_000, 16_000], limit: 3)
        #expect(samples[...1] == [4_000, -4_000])
        #expect(samples[2] > 23_170 && samples[2] < Int16.max)
    }

    @Test("an endless prompt stands somewhere in its round however long it has played")
    func endlessPlace() {
        let prompt = RealizedPrompt(source: .audioFile, digest: "d", frames: 16_000)
        let endless = PlayedPrompt(changed { $0.plays = nil }, prompt, rate: .standard)
        #expect(endless.place(after: 16_000 * 1_000 + 160) == 160)
        let empty = RealizedPrompt(source: .audioFile, digest: "d", frames: 0)
        let nothing = PlayedPrompt(changed { $0.plays = nil }, empty, rate: .standard)
        #expect(nothing.samples(of: [], limit: 10) == [])
    }
}
