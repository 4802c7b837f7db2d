import KeenASR
import Testing
import VoiceAudio
import VoiceDevices
import VoiceEngine
import VoiceMedia
import VoiceRecognition
import VoiceRun
import VoiceSession
import VoiceSynthesis
import VoiceTestSupport
import VoiceTime
import VoiceTrace

@testable import VoiceLive

extension RecognizerSuite {
    /// The recognizer on a sound card made of arithmetic.
    @Suite("A recognizer on a device") @MainActor
    struct RecognizerLiveTests {
        /// Notes what it is told.
        private final class ColorsApp: KIOSRecognizerDelegate {
            var partials: [String] = []
            var finals: [KIOSResponse] = []
            var levels: [Float] = []

            func unwindAppAudioBeforeAudioInterrupt() {}

            func recognizerPartialResult(_ result: KIOSResult, for recognizer: KIOSRecognizer) {
                partials.append(result.text)
                levels.append(recognizer.inputLevel)
            }

            func recognizerFinalResponse(_ response: KIOSResponse, for recognizer: KIOSRecognizer) {
                finals.append(response)
            }
        }

        private let folder = TemporaryFolder()
        private let host: DeviceHost

        init() throws {
            host = DeviceHost(
                task: nil, cancelsEcho: false,
                synthesizer: SpeechSynthesizer(
                    program: "/nowhere/voicetest-speak", cacheFolder: nil))
            host.conditions.keepsTrace = true
            for name in [
                "feat.params", "mdef", "means", "variances", "transition_matrices", "sendump",
                "noisedict",
            ] { try folder.write(name, to: "model/en-us/\(name)") }
            try folder.write("red R EH D\n", to: "model/cmudict-en-us.dict")
            _ = try KIOSASRBundle.make(
                at: folder.path("english"), model: folder.path("model"), copiesModel: true)
            KIOSRecognizer.standardLocations = KIOSLocations(
                applicationSupport: folder.path("support"), caches: folder.path("caches"))
        }

        /// A recognizer that listens for `red`.
        private func listening(_ app: ColorsApp) throws -> KIOSRecognizer {
            let recognizer = try KIOSRecognizer.initialize(
                bundleAtPath: folder.path("english"), host: host)
            recognizer.delegate = app
            try KIOSDecodingGraph.create(
                KIOSGraphPlan(phrases: ["red"]), named: "colors", for: recognizer)
            try recognizer.prepare(graphNamed: "colors")
            #expect(recognizer.startListening())
            return recognizer
        }

        @Test("hears partial results and a response with its sound, and replays as it ran")
        func listens() throws {
            let app = ColorsApp()
            var questions: [LiveQuestion] = []
            host.ask = { questions.append($0) }
            let recognizer = try listening(app)
            defer { KIOSRecognizer.teardown() }
            let script = ScriptedRecognizer(
                lines: [ScriptedLine(range: 24_000..<35_200, words: "red")])
            let run = try drive {
                for question in questions {
                    let outcome =
                        question.isOver
                        ? script.recognize(question.utterance)
                        : script.recognizeSoFar(question.utterance).map { .final($0) }
                            ?? .rejected(nil)
                    host.take(outcome, of: question)
                }
                questions = []
            }
            #expect(app.partials == ["RED"])
            let response = try #require(app.finals.first)
            #expect(response.result?.text == "RED")
            #expect(response.endRule == .timeoutEndSilenceForGoodMatch)
            #expect(response.audioDuration > 2.5)
            #expect(recognizer.recognizerState == .readyToListen)
            let path = folder.path("run.vsession")
            try #require(run.record()).write(to: path)
            var replayer = SessionReplayer(factories: [KeenASRFactory()])
            // Who answered was the test: only the words say what.
            var options = ReplayOptions()
            options.tap = .words
            let result = try replayer.replay(SessionFolder(path: path), options: options)
            #expect(RecordedTrace(events: result.events).digest == result.golden.digest)
        }

        @Test("where the device cannot be had it takes no start, and says why")
        func refuses() throws {
            let app = ColorsApp()
            let recognizer = try listening(app)
            let plan = try #require(host.takePlan())
            plan.refuse(.device, "no device")
            #expect(recognizer.recognizerState == .readyToListen)
            #expect(
                throws: KIOSRecognizerError.refused(call: "startListening", .audioStackInactive)
            ) {
                try recognizer.beginListening()
            }
            #expect(KIOSRecognizer.teardown())
            #expect(app.finals.isEmpty)
        }

        /// Drives the host's plan for five seconds with a caller who speaks from 1.5 s to 2.2 s.
        private func drive(_ answer: () -> Void) throws -> EngineRun {
            let plan = try #require(host.takePlan())
            let rate = 16_000
            var device = SimulatedDevice(rate: rate)
            var port = DuplexPort(rate: rate, inputChannels: 1, outputChannels: 1)
            for _ in 0..<100 { device.call([Float](repeating: 0, count: 160), port) }
            _ = port.take()
            port.align()
            let pipe = try LivePipe(deviceRate: rate, sessionRate: rate, cancelsEcho: false)
            let news = DeviceNews.opened(name: "simulated", rate: rate, latency: 1_600)
            let begun = host.begin(plan, on: pipe, news)
            let run = try #require(begun)
            let start = device.frames
            let clip = SpeechLikeSound.syllables(frames: 11_200)
            for _ in 0..<500 where !run.isOver {
                let first = device.frames - start - rate * 3 / 2
                device.call(
                    (first..<(first + 160)).map {
                        clip.indices.contains($0) ? PCM16.float(clip[$0]) : 0.0003
                    }, port, isBroken: false)
                host.step(&port, run)
                answer()
            }
            return run
        }
    }
}
