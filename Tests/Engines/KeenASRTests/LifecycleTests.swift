import Foundation
import Testing
import VoiceJSON
import VoiceRun
import VoiceTestSupport
import VoiceTime
import VoiceTrace

@testable import KeenASR

extension RecognizerSuite {
    @MainActor
    @Suite("One recognizer, from initialisation to teardown")
    struct LifecycleTests {
        @Test(
            "3.2 there is no shared instance until one is initialised, and none after teardown",
            .fact("keenasr-3.2-1", "keenasr-3.2-15", "keenasr-3.4-9"))
        func shared() throws {
            #expect(KIOSRecognizer.sharedInstance() == nil)
            #expect(KIOSRecognizer.teardown())
            let world = try KeenWorld()
            #expect(KIOSRecognizer.sharedInstance() === world.recognizer)
            #expect(KIOSRecognizer.teardown())
            #expect(KIOSRecognizer.sharedInstance() == nil)
            #expect(KIOSRecognizer.teardown())
        }

        @Test(
            "3.2 initialising is refused where there is a recognizer, or no bundle",
            .fact("keenasr-3.2-2", "keenasr-3.2-14"))
        func refusedInit() throws {
            let world = try KeenWorld()
            defer { world.close() }
            let path = world.recognizer.asrBundlePath
            #expect(!KIOSRecognizer.initWithASRBundleAtPath(path))
            #expect(throws: KIOSRecognizerError.exists(bundle: "english")) {
                try KIOSRecognizer.initialize(bundleAtPath: path)
            }
            world.close()
            #expect(!KIOSRecognizer.initWithASRBundleAtPath(world.fixtures.folder.path("none")))
            #expect(!KIOSRecognizer.initWithASRBundle("no-such-bundle"))
            #expect(!KIOSRecognizer.initWithASRBundle("../x"))
            #expect(KIOSRecognizer.sharedInstance() == nil)
        }

        @Test(
            "3.2 properties name the bundle, the graph and the folders",
            .fact(
                "keenasr-3.1-1", "keenasr-3.2-4", "keenasr-3.2-5", "keenasr-3.2-6", "keenasr-3.2-7",
                "keenasr-3.2-8", "keenasr-3.2-19", "keenasr-3.2-21", "keenasr-3.4-1"))
        func properties() throws {
            let world = try KeenWorld()
            defer { world.close() }
            let recognizer = world.recognizer
            #expect(recognizer.asrBundleName == "english")
            #expect(recognizer.asrBundlePath.hasSuffix("/bundles/english"))
            #expect(recognizer.currentDecodingGraphName == nil)
            #expect(recognizer.recognizerState == .needsDecodingGraph)
            #expect(recognizer.dataDirectory == world.fixtures.locations.recordings)
            #expect(recognizer.miscDataDirectory != nil)
            #expect(recognizer.rescore)
            #expect(recognizer.handleNotifications)
            #expect(!KIOSRecognizer.version().isEmpty)
            try world.create(["red"])
            #expect(
                recognizer.prepareForListeningWithDecodingGraph(
                    withName: "graph", withGoPComputation: false))
            #expect(recognizer.currentDecodingGraphName == "graph")
        }

        @Test(
            "3.2 startListening is refused before a graph is prepared and without permission",
            .fact("keenasr-3.2-26", "keenasr-3.4-3"))
        func refusedStart() throws {
            let world = try KeenWorld()
            #expect(!world.recognizer.startListening())
            let refused = KIOSRecognizerError.refused(
                call: "startListening", .needsDecodingGraph)
            #expect(throws: refused) { try world.recognizer.beginListening() }
            world.close()
            try withWorld(with: { $0.answers[.microphone] = .denied }) { world in
                #expect(!world.recognizer.startListening())
                #expect(world.events.contains { $0.kind == "refused" } == false)
                world.host.advance(milliseconds: 10)
                #expect(
                    world.events.last { $0.kind == "refused" }?.fields["reason"]?.string
                        == "noRecordingPermission")
            }
        }

        @Test(
            "3.2 prepare is refused for an unknown name, and leaves the graph before in place",
            .fact("keenasr-3.2-23", "keenasr-3.4-10"))
        func refusedPrepare() throws {
            try withWorld { world in
                let recognizer = world.recognizer
                #expect(
                    !recognizer.prepareForListeningWithDecodingGraph(
                        withName: "none", withGoPComputation: false))
                #expect(
                    !recognizer.prepareForListeningWithDecodingGraph(
                        atPath: "/nowhere", withGoPComputation: false))
                #expect(recognizer.recognizerState == .readyToListen)
                #expect(recognizer.currentDecodingGraphName == "graph")
                recognizer.startListening()
                #expect(
                    !recognizer.prepareForListeningWithDecodingGraph(
                        withName: "graph", withGoPComputation: false))
            }
        }

        @Test(
            "3.2 contextual graphs take ids from 0 up to their number, other graphs none",
            .fact("keenasr-3.2-24"))
        func contexts() throws {
            try withWorld { world in
                let recognizer = world.recognizer
                let plan = KIOSGraphPlan(contextualPhrases: [["red"], ["blue"]])
                try KIOSDecodingGraph.create(plan, named: "rooms", for: recognizer)
                @MainActor
                func prepare(_ name: String, _ context: Int) -> Bool {
                    recognizer.prepareForListeningWithContextualDecodingGraph(
                        withName: name, andContextId: NSNumber(value: context),
                        withGoPComputation: false)
                }
                #expect(prepare("rooms", 0))
                #expect(prepare("rooms", 1))
                for context in [-1, 2, 1_000] { #expect(!prepare("rooms", context)) }
                #expect(!prepare("graph", 0))
                #expect(
                    !recognizer.prepareForListeningWithDecodingGraph(
                        withName: "rooms", withGoPComputation: false))
                let folder = world.fixtures.graphFolder("rooms")
                #expect(
                    recognizer.prepareForListeningWithContextualDecodingGraph(
                        atPath: folder, andContextId: 1, withGoPComputation: false))
                world.host.advance(milliseconds: 10)
                #expect(
                    world.events.last { $0.kind == "prepared" }?.fields["context"]?.integer == 1)
            }
        }

        @Test(
            "3.2 teardown is refused while listening; nothing is told after it",
            .fact("keenasr-3.2-15", "keenasr-3.2-16", "keenasr-3.4-15"))
        func teardown() throws {
            try withWorld { world in
                world.recognizer.startListening()
                #expect(!KIOSRecognizer.teardown())
                world.host.advance(milliseconds: 100)
                world.host.say("red", inMilliseconds: 100)
                world.host.advance(milliseconds: 200)
                world.recognizer.stopListening()
                #expect(KIOSRecognizer.teardown())
                world.told = []
                world.host.interrupt(true)
                world.host.go()
                #expect(world.told == [])
                #expect(!world.recognizer.startListening())
                #expect(
                    !world.recognizer.prepareForListeningWithDecodingGraph(
                        withName: "graph", withGoPComputation: false))
                #expect(world.host.run?.isOver == true)
            }
        }

        @Test(
            "3.12 an interrupt unwinds, stops without a response, and is over when it is over",
            .fact("keenasr-3.4-7", "keenasr-3.6-1", "keenasr-3.6-6", "keenasr-3.12-1"))
        func interrupts() throws {
            try withWorld { world in
                world.recognizer.startListening()
                world.host.advance(milliseconds: 1_000)
                var seen: KIOSRecognizerState?
                world.acts["unwind"] = { seen = world.recognizer.recognizerState }
                world.host.interrupt(true)
                world.host.advance(milliseconds: 100)
                #expect(world.told == ["unwind"])
                #expect(seen == .listening)
                #expect(world.recognizer.recognizerState == .readyToListen)
                #expect(!world.recognizer.startListening())
                world.host.advance(milliseconds: 30_000)
                world.acts["ready"] = { #expect(world.recognizer.startListening()) }
                world.host.interrupt(false)
                world.host.go()
                #expect(world.told == ["unwind", "ready", "final"])
            }
        }

        @Test(
            "3.6 the end of an interrupt is told also where no graph is prepared",
            .fact("keenasr-3.6-6"))
        func interruptWithoutGraph() throws {
            let world = try KeenWorld()
            defer { world.close() }
            world.host.advance(milliseconds: 10)
            world.host.interrupt(true)
            world.host.advance(milliseconds: 100)
            world.host.interrupt(false)
            world.host.advance(milliseconds: 100)
            #expect(world.told == ["unwind", "ready"])
            #expect(world.recognizer.recognizerState == .needsDecodingGraph)
        }

        @Test(
            "3.12 with handleNotifications off the app handles interrupts itself",
            .fact("keenasr-3.2-42", "keenasr-3.2-43", "keenasr-3.12-2"))
        func ownNotifications() throws {
            try withWorld { world in
                world.recognizer.handleNotifications = false
                world.recognizer.startListening()
                world.host.advance(milliseconds: 100)
                world.host.interrupt(true)
                world.host.advance(milliseconds: 100)
                #expect(world.told == [])
                #expect(world.recognizer.recognizerState == .listening)
                #expect(world.recognizer.deactivateAudioStack())
                #expect(world.recognizer.recognizerState == .readyToListen)
                #expect(!world.recognizer.startListening())
                #expect(world.recognizer.activateAudioStack())
                world.recognizer.reinitAudioStack()
                #expect(world.recognizer.startListening())
                world.host.go()
                #expect(world.told == ["final"])
            }
        }

        @Test(
            "3.2 echo cancellation is refused where nothing offers it, and while listening",
            .fact("keenasr-3.2-18", "keenasr-3.2-40", "keenasr-3.7-10"))
        func echo() throws {
            try withWorld { world in
                #expect(!KIOSRecognizer.echoCancellationAvailable())
                #expect(!world.recognizer.performEchoCancellation(true))
                #expect(world.recognizer.performEchoCancellation(false))
            }
            try withWorld(with: { $0.offersEchoCancellation = true }) { world in
                #expect(KIOSRecognizer.echoCancellationAvailable())
                #expect(world.recognizer.performEchoCancellation(true))
                world.recognizer.startListening()
                #expect(!world.recognizer.performEchoCancellation(false))
                world.host.go()
                #expect(world.finals.first?.echoCancellation == true)
            }
        }

        @Test("3.2 inputLevel is no number while nothing is heard", .fact("keenasr-3.2-39"))
        func level() throws {
            try withWorld { world in
                #expect(world.recognizer.inputLevel().isNaN)
                world.recognizer.startListening()
                #expect(world.recognizer.inputLevel().isNaN)
            }
        }

        @Test(
            "3.10 profiles: removing is true where there are none; names count from next start",
            .fact("keenasr-3.2-17", "keenasr-3.2-36"))
        func profiles() throws {
            try withWorld { world in
                #expect(KIOSRecognizer.removeAllSpeakerAdaptationProfiles())
                #expect(KIOSRecognizer.removeSpeakerAdaptationProfiles("anna"))
                let profiles = KIOSSpeakerProfiles(folder: world.fixtures.locations.speakerProfiles)
                try profiles.save(
                    KIOSSpeakerProfile(frames: 500, mean: [1.5]), speaker: "anna",
                    bundle: "english", route: .builtin)
                world.recognizer.startListening()
                world.recognizer.adaptToSpeaker(withName: "anna")
                world.host.go()
                world.recognizer.startListening()
                world.host.go()
                let speakers = world.events.filter { $0.kind == "speaker" }.map {
                    "\($0.fields["by"]?.string ?? "") \($0.fields["speaker"]?.string ?? "")"
                        + " \($0.fields["frames"]?.integer ?? 0)"
                }
                #expect(
                    speakers == [
                        "useSpeakerProfile default 0", "adaptToSpeaker anna 0",
                        "useSpeakerProfile anna 500",
                    ])
                world.recognizer.resetSpeakerAdaptation()
                #expect(world.recognizer.speaker.name == "default")
                #expect(KIOSRecognizer.removeSpeakerAdaptationProfiles("anna"))
                #expect(
                    try profiles.load(speaker: "anna", bundle: "english", route: .builtin) == nil)
            }
        }
    }
}
