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

private let canSpeak = (try? SpeechSynthesizer(cacheFolder: nil).engineVersion()) != nil

extension RecognizerSuite {
    /// The recognizer on a sound card made of arithmetic.
    @Suite("A recognizer on a device") @MainActor
    struct RecognizerLiveTests {
        /// Notes what it is told.
        private final class ColorsApp: KIOSRecognizerDelegate {
            var told: [String] = []
            var partials: [String] = []
            var finals: [KIOSResponse] = []
            var levels: [Float] = []

            func unwindAppAudioBeforeAudioInterrupt() { told.append("unwind") }

            func recognizerReadyToListen(afterInterrupt recognizer: KIOSRecognizer) {
                told.append("ready")
            }

            func recognizerPartialResult(_ result: KIOSResult, for recognizer: KIOSRecognizer) {
                partials.append(result.text)
                levels.append(recognizer.inputLevel())
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

        @Test(
            "hears partial results and a response with its sound, and replays as it ran",
            .fact("keenasr-3.2-39"))
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
                    host.handle(outcome, of: question)
                }
                questions = []
            }
            #expect(app.partials == ["RED"])
            #expect(app.levels.allSatisfy { (-60..<0).contains($0) })
            #expect(recognizer.inputLevel().isNaN)
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

        @Test(
            "3.2 without a device nothing starts, also not after activateAudioStack",
            .fact("keenasr-3.2-43"))
        func refuses() async throws {
            let app = ColorsApp()
            let recognizer = try listening(app)
            let plan = try #require(host.takePlan())
            let waiting = Task { try await recognizer.nextResponse() }
            await Task.yield()
            plan.refuse(.device, "no device")
            #expect(recognizer.recognizerState == .readyToListen)
            func isRefused(_ call: String) -> KIOSRecognizerError {
                .refused(call: call, .unavailable)
            }
            await #expect(throws: isRefused("awaitResponse")) { try await waiting.value }
            #expect(throws: isRefused("startListening")) { try recognizer.beginListening() }
            #expect(!recognizer.activateAudioStack())
            #expect(!recognizer.startListening())
            recognizer.reinitAudioStack()
            #expect(!recognizer.startListening())
            await #expect(throws: isRefused("awaitResponse")) {
                try await recognizer.nextResponse()
            }
            #expect(KIOSRecognizer.teardown())
            #expect(app.finals.isEmpty)
        }

        private func pipe(cancelsEcho: Bool) throws -> LivePipe {
            try LivePipe(deviceRate: 16_000, sessionRate: 16_000, cancelsEcho: cancelsEcho)
        }

        @Test(
            "3.2 echo cancellation is there where the open device has it; a lost one interrupts",
            .fact("keenasr-3.2-18", "keenasr-3.12-3"))
        func followsDevice() throws {
            let host = DeviceHost(task: nil, cancelsEcho: true)
            host.conditions.keepsTrace = true
            let app = ColorsApp()
            let recognizer = try KIOSRecognizer.initialize(
                bundleAtPath: folder.path("english"), host: host)
            defer { KIOSRecognizer.teardown() }
            recognizer.delegate = app
            #expect(KIOSRecognizer.echoCancellationAvailable())
            let plan = try #require(host.takePlan())
            let news = DeviceNews.opened(name: "simulated", rate: 16_000, latency: 0)
            let begun = host.begin(plan, on: try pipe(cancelsEcho: false), news)
            let run = try #require(begun)
            #expect(!host.offersEchoCancellation)
            #expect(!KIOSRecognizer.echoCancellationAvailable())
            #expect(!recognizer.performEchoCancellation(true))
            run.feed([Int16](repeating: 3, count: 8_000))
            host.miss("simulated", run)
            #expect(app.told == ["unwind"])
            _ = host.begin(plan, on: try pipe(cancelsEcho: true), news, after: 8_000)
            run.feed([Int16](repeating: 3, count: 1_600))
            #expect(app.told == ["unwind", "ready"])
            #expect(KIOSRecognizer.echoCancellationAvailable())
            #expect(recognizer.performEchoCancellation(true))
        }

        @Test(
            "a run with the recognizer itself replays from its sound, from speech and from words",
            .enabled(
                if: SpeechModel().isInstalled && canSpeak,
                "voicetest-speak or the package pocketsphinx-en-us is not there"))
        func replaysSound() throws {
            let task = RecognitionTask.phrases(["red"])
            var worker = try LazyRecognizer(made: task)
            host.conditions.recognizer = worker.identity
            host.conditions.task = task
            var questions: [LiveQuestion] = []
            host.ask = { questions.append($0) }
            let app = ColorsApp()
            _ = try listening(app)
            defer { KIOSRecognizer.teardown() }
            let speech = try SpeechSynthesizer(cacheFolder: nil).render(SpeechRequest(text: "red"))
            let run = try drive(RateConverter.convert(speech, to: 16_000).samples) {
                for question in questions {
                    host.handle(worker.outcome(of: question), of: question)
                }
                questions = []
            }
            #expect(app.finals.first?.result?.cleanText == "RED")
            let path = folder.path("spoken.vsession")
            try #require(run.record()).write(to: path)
            for tap in StartingTap.allCases {
                var options = ReplayOptions()
                options.tap = tap
                var replayer = SessionReplayer(factories: [KeenASRFactory()])
                let result = try replayer.replay(SessionFolder(path: path), options: options)
                #expect(result.events == result.golden.events, "\(tap)")
            }
        }

        /// Drives the host's plan for five seconds with a caller whose `clip` begins at 1.5 s.
        private func drive(
            _ clip: [Int16] = SpeechLikeSound.syllables(frames: 11_200), _ answer: () -> Void
        ) throws -> EngineRun {
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
