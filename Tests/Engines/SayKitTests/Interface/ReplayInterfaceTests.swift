import SayKit
import Testing
import VoiceMedia
import VoiceRun
import VoiceSession
import VoiceTestSupport
import VoiceTime
import VoiceTrace

/// An app of chained requests, an async part and sounds, from its record to its replay.
@MainActor
@Suite("Recorded and replayed apps", .serialized)
struct ReplayInterfaceTests {
    private static let words = [
        "yes", "no", "cash", "credit card", "seven", "forty two", "play", "what can I say",
        "move the red ball", "banana", "",
    ]

    /// Asks `count` requests that a seed chooses, one after the other, and notes every end.
    @MainActor
    private final class App {
        let conversation: SAYConversationManager
        var chance: SeededStream
        var ends: [String] = []
        var rest: Int
        private let topic = SAYConversationTopic()

        init(_ host: any RunHost, seed: UInt64, count: Int) {
            conversation = SAYConversationManager(host: host)
            chance = SeededStream(seed)
            rest = count
            topic.addCommandRecognizer(
                SAYPlayCommandRecognizer { [weak self] _ in self?.ends.append("play") })
            topic.addCommandRecognizer(
                SAYAvailableCommandsCommandRecognizer.answering(from: topic))
        }

        func next() {
            guard rest > 0 else { return conversation.shutDown() }
            rest -= 1
            let number = rest
            let track = conversation.trackCoordinator.tracks[0]
            if chance.below(3) == 0 {
                track.addEvent(SAYSpeechEvent(utteranceString: "Sound \(number), a long one.")) {
                    self.ends.append("sound \(number)")
                }
            }
            let request = request(number)
            if chance.below(6) == 0 { request.display = Canceller() }
            conversation.presentVoiceRequest(request)
        }

        private func done(_ number: Int, _ what: String) {
            ends.append("\(number) \(what)")
            next()
        }

        private func request(_ number: Int) -> SAYVoiceRequest {
            switch chance.below(6) {
            case 0:
                return SAYConfirmationRequest(promptText: "Sure?") {
                    self.done(number, "\(String(describing: $0?.confirmed))")
                }
            case 1:
                return SAYSelectRequest(itemLabels: ["Cash", "Credit"], promptText: "How?") {
                    self.done(number, "\(String(describing: $0?.selectedIndex))")
                }
            case 2:
                return SAYNumericalRequest(promptText: "How many?") {
                    self.done(number, "\(String(describing: $0?.number))")
                }
            case 3:
                let request = SAYPatternMatchRequest(
                    promptText: "What?", templates: ["move the @color ball"]
                ) { self.done(number, "\(String(describing: $0?.entities))") }
                request.supportedRetryCount = 2
                return request
            case 4:
                return SAYVerbalCommandRequest(commandRegistry: topic) {
                    self.done(number, "\(String(describing: $0?.command?.type))")
                }
            default:
                let last = SAYStringRequest(promptText: "Why?") {
                    self.done(number, "\(String(describing: $0?.transcription))")
                }
                let responder = SAYStandardRequestResponder<Bool>()
                responder.successResponder = { _ in .response(followupRequest: last) }
                responder.failureAction = { self.done(number, "failure") }
                return SAYConfirmationRequest(
                    prompt: SAYVoicePrompt(message: "Sure?"), responder: responder)
            }
        }
    }

    /// Chance of the app's own, the same in a replay.
    private struct SeededStream {
        private var state: UInt64

        init(_ seed: UInt64) { state = seed &* 2 &+ 1 }

        mutating func below(_ count: UInt64) -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return (state >> 33) % count
        }
    }

    /// Cancels its request when the microphone opens.
    @MainActor
    private final class Canceller: SAYVoiceRequestDisplay {
        weak var request: SAYVoiceRequest?
        func requestDidAppear(_ request: SAYVoiceRequest) { self.request = request }
        func displayMicrophone(_ state: SAYMicrophoneState) {
            if state == .active { request?.cancel() }
        }
    }

    private func record(_ seed: UInt64, count: Int) -> (host: SimulatedHost, app: App) {
        let host = SimulatedHost()
        var caller = SeededStream(seed &+ 1_000)
        host.onEvent = { event in
            guard event.kind == "listening" else { return }
            let answer = Self.words[Int(caller.below(UInt64(Self.words.count)))]
            if !answer.isEmpty { host.say(answer, inMilliseconds: Int64(caller.below(900))) }
        }
        let app = App(host, seed: seed, count: count)
        app.next()
        host.go(seconds: 3_600)
        return (host, app)
    }

    @Test("random dialogues complete every request once, and are silent in the end")
    func completions() {
        for seed in 1...40 as ClosedRange<UInt64> {
            let (host, app) = record(seed, count: 8)
            let numbers = app.ends.compactMap { Int($0.split(separator: " ")[0]) }
            #expect(numbers == Array((0..<8).reversed()), "seed \(seed): \(app.ends)")
            #expect(app.conversation.presenter.presentedRequest == nil)
            #expect(app.conversation.trackCoordinator.tracks.allSatisfy { !$0.isLive })
            #expect(host.run?.isOver == true && host.run?.failure == nil)
            let kinds = (host.run?.events ?? []).map(\.kind)
            func count(_ kind: String) -> Int { kinds.filter { $0 == kind }.count }
            let ends = count("soundEnded") + count("soundStopped") + count("soundFailed")
            #expect(count("sound") == ends, "seed \(seed)")
        }
    }

    @Test("a recorded app is replayed without a difference, with the app and without it")
    func replays() throws {
        let folder = TemporaryFolder()
        for seed in 1...12 as ClosedRange<UInt64> {
            let (host, app) = record(seed, count: 6)
            let path = folder.path("\(seed).vsession")
            try #require(host.run?.record()).write(to: path)
            var options = ReplayOptions()
            options.tap = .words
            let replayed = ReplayedHost()
            let again = App(replayed, seed: seed, count: 6)
            again.next()
            var replayer = SessionReplayer(factories: [SayKitFactory()])
            let result = try replayer.replay(
                SessionFolder(path: path), options: options, app: replayed.app)
            #expect(result.differences.isEmpty, "seed \(seed)")
            #expect(result.events == result.golden.events, "seed \(seed)")
            #expect(again.ends == app.ends, "seed \(seed)")
            let alone = try replayer.replay(SessionFolder(path: path), options: options)
            #expect(alone.events == alone.golden.events, "seed \(seed)")
        }
    }

    @Test("an app that does something else differs")
    func differs() throws {
        let folder = TemporaryFolder()
        let (host, _) = record(3, count: 4)
        let path = folder.path("app.vsession")
        try #require(host.run?.record()).write(to: path)
        let replayed = ReplayedHost()
        let other = App(replayed, seed: 4, count: 4)
        other.next()
        var replayer = SessionReplayer(factories: [SayKitFactory()])
        var options = ReplayOptions()
        options.tap = .words
        let result = try replayer.replay(
            SessionFolder(path: path), options: options, app: replayed.app)
        #expect(!result.differences.isEmpty)
    }
}
