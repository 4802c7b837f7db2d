import Foundation
import VoiceFlow
import VoiceLive
import VoiceMedia
import VoiceRecognition
import VoiceRun
import VoiceSession
import VoiceTrace

// One app in three worlds. usage: TalkingApp simulated SESSION | live SESSION | replayed SESSION

let arguments = Array(CommandLine.arguments.dropFirst())
switch (arguments.first, arguments.count) {
case ("simulated", 2):
    let host = SimulatedHost()
    let app = TalkingApp(host)
    app.start()
    host.say("yes", inMilliseconds: 2_000)
    host.go()
    try host.run?.record()?.write(to: arguments[1], isReplacing: true)
case ("live", 2):
    let host = DeviceHost(task: .phrases(["yes", "no"]))
    host.conditions.keepsTrace = true
    let app = TalkingApp(host)
    app.start()
    while !app.isOver { try await Task.sleep(for: .milliseconds(20)) }
    for warning in host.warnings { print("warning: \(warning)") }
    try host.run?.record()?.write(to: arguments[1], isReplacing: true)
case ("replayed", 2):
    let host = ReplayedHost()
    let app = TalkingApp(host)
    app.start()
    var replayer = SessionReplayer(factories: [VoiceflowFactory()])
    var options = ReplayOptions()
    options.tap = .words
    let result = try replayer.replay(
        SessionFolder(path: arguments[1]), options: options, app: host.app)
    if let cause = result.firstCause {
        print("first cause: \(cause.sentence)")
        exit(1)
    }
default: fatalError("usage: TalkingApp simulated SESSION | live SESSION | replayed SESSION")
}
