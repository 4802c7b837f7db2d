import Foundation
import VoiceAudio
import VoiceKit
import VoiceLive
import VoiceMedia
import VoiceRun
import VoiceSession
import VoiceTrace

// One app in three worlds.
// usage: VoiceKitApp simulated|replayed|live SESSION

let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count == 2 else {
    fatalError("usage: VoiceKitApp simulated|replayed|live SESSION")
}
let (world, place) = (arguments[0], arguments[1])

/// Speech and listening overlap, so the microphone stays open while the app speaks.
let config = VoiceIOConfig(ttsSuppressAfterFinish: 0)

/// A short sound beside the session.
@MainActor
func ding() throws -> URL {
    let path = place + ".ding.wav"
    let samples = (0..<4_800).map { Int16($0 % 32 < 16 ? 4_000 : -4_000) }
    try SoundFile.writeMono(
        MonoSound(sampleRate: 16_000, samples: samples), path: path, overwrite: true)
    return URL(fileURLWithPath: path).standardizedFileURL
}

/// What a caller answers, listen by listen.
let answers = ["peter", "two", "nine", "eight"]

switch world {
case "simulated":
    let host = SimulatedHost()
    for answer in answers { host.say(answer, after: .listenBegin, inMilliseconds: 500) }
    let app = GuessingApp(RealVoiceIO(config: config, host: host), ding: try ding())
    let run = host.perform { try await app.run() }
    host.go()
    try await run.value
    try host.run?.record()?.write(to: place, isReplacing: true)
case "replayed":
    let host = ReplayedHost()
    let app = GuessingApp(RealVoiceIO(config: config, host: host), ding: try ding())
    let run = host.perform { try await app.run() }
    var replayer = SessionReplayer(factories: [VoiceKitFactory()])
    var options = ReplayOptions()
    options.tap = .words
    let result = try replayer.replay(SessionFolder(path: place), options: options, app: host.app)
    if let cause = result.firstCause {
        print("first cause: \(cause.sentence)")
        exit(1)
    }
    try await run.value
case "live":
    let host = DeviceHost(task: .general)
    host.conditions.keepsTrace = true
    let voice = RealVoiceIO(config: config, host: host)
    // A caller who is another program hears of it when to answer.
    voice.onListeningChanged = { isListening in
        if isListening { FileHandle.standardError.write(Data("listening\n".utf8)) }
    }
    let app = GuessingApp(voice, ding: try ding())
    try await host.perform { try await app.run() }.value
    while host.run?.isOver == false { try await Task.sleep(for: .milliseconds(20)) }
    try host.run?.record()?.write(to: place, isReplacing: true)
default: fatalError("'\(world)' is no world: use simulated, replayed or live")
}
