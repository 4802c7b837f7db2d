import Foundation
import KeenASR
import VoiceLive
import VoiceMedia
import VoiceRun
import VoiceSession
import VoiceTrace

// One app in its worlds.
// usage: ReadingTutor BUNDLE simulated SESSION | replayed SESSION | live SESSION | file SOUND

let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count == 3 else {
    fatalError("usage: ReadingTutor BUNDLE simulated|replayed|live SESSION, or BUNDLE file SOUND")
}
let (bundle, world, place) = (arguments[0], arguments[1], arguments[2])

/// A tutor in the world of `host`, its first sentence on the screen.
@MainActor
func tutor(in host: any RunHost) throws -> ReadingTutor {
    let tutor = try ReadingTutor(KIOSRecognizer.initialize(bundleAtPath: bundle, host: host))
    tutor.start()
    return tutor
}

switch world {
case "simulated":
    let host = SimulatedHost()
    let tutor = try tutor(in: host)
    host.say("the cat sat", inMilliseconds: 800, lasting: 900)
    host.say("on the mat", inMilliseconds: 3_500, lasting: 800)
    host.say("it was a day", inMilliseconds: 8_000, lasting: 1_000)
    host.go()
    precondition(tutor.isOver, "the tutor still waits")
    try host.run?.record()?.write(to: place, isReplacing: true)
case "replayed":
    let host = ReplayedHost()
    let tutor = try tutor(in: host)
    var replayer = SessionReplayer(factories: [KeenASRFactory()])
    var options = ReplayOptions()
    options.tap = .words
    let result = try replayer.replay(SessionFolder(path: place), options: options, app: host.app)
    if let cause = result.firstCause {
        print("first cause: \(cause.sentence)")
        exit(1)
    }
    precondition(tutor.isOver, "the tutor still waits")
case "live":
    let host = DeviceHost(task: .general)
    host.conditions.keepsTrace = true
    let tutor = try tutor(in: host)
    while !tutor.isOver { try await Task.sleep(for: .milliseconds(20)) }
    // The sound device is closed while the app does without it, and opened again.
    let recognizer = KIOSRecognizer.sharedInstance()
    recognizer?.deactivateAudioStack()
    try await Task.sleep(for: .seconds(3))
    recognizer?.activateAudioStack()
    try await Task.sleep(for: .seconds(4))
    try host.run?.record()?.write(to: place, isReplacing: true)
case "file":
    let host = SoundHost()
    let recognizer = try KIOSRecognizer.initialize(bundleAtPath: bundle, host: host)
    let graph = KIOSGraphPlan(phrases: ReadingTutor.sentences, task: .oralReading)
    try KIOSDecodingGraph.create(graph, named: "pages", for: recognizer)
    try recognizer.prepare(graphNamed: "pages", computeGoP: true)
    let response = Task { try await recognizer.nextResponse() }
    try recognizer.startListening(from: .file(path: place))
    print(try await response.value.json)
default: fatalError("'\(world)' is no world: use simulated, replayed, live or file")
}
