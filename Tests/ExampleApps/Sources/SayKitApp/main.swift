import Foundation
import SayKit
import VoiceLive
import VoiceMedia
import VoiceRun
import VoiceSession
import VoiceTrace

// One app in several worlds.
// usage: SayKitApp simulated|replayed|terminal|live SESSION
//
// `terminal` is simulated with a person in the place of the caller, who types answers. `live` takes
// them by voice or typed.

let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count == 2 else {
    fatalError("usage: SayKitApp simulated|replayed|terminal|live SESSION")
}
let (world, place) = (arguments[0], arguments[1])

/// What a caller answers, listening by listening; an empty text is silence.
let answers = [
    "I want to order a margherita", "huge", "the big one", "three", "no",
    "medium", "", "twenty two", "yes please",
]

switch world {
case "simulated":
    let host = SimulatedHost()
    for answer in answers {
        host.say(
            answer, after: .listenBegin, inMilliseconds: 400, lasting: answer.isEmpty ? 0 : 400)
    }
    let app = PizzaApp(SAYConversationManager(host: host))
    _ = host.perform { app.run() }
    host.go()
    try host.run?.record()?.write(to: place, isReplacing: true)
case "replayed":
    let host = ReplayedHost()
    let app = PizzaApp(SAYConversationManager(host: host))
    _ = host.perform { app.run() }
    var replayer = SessionReplayer(factories: [SayKitFactory()])
    var options = ReplayOptions()
    options.tap = .words
    let result = try replayer.replay(SessionFolder(path: place), options: options, app: host.app)
    if let cause = result.firstCause {
        print("first cause: \(cause.sentence)")
        exit(1)
    }
case "terminal":
    let host = SimulatedHost()
    let conversation = SAYConversationManager(host: host)
    let display = SAYTerminalVoiceRequestDisplay.display(on: .standardOutput)
    conversation.presenter.display = display
    let app = PizzaApp(conversation)
    // A line is read each time the app listens.
    host.onEvent = { event in
        guard host.run?.role(of: event) == .listenBegin else { return }
        if let line = readLine() { display.take(line: line) } else { display.endInput() }
    }
    _ = host.perform { app.run() }
    host.go()
    try host.run?.record()?.write(to: place, isReplacing: true)
case "live":
    let host = DeviceHost(task: .general)
    host.conditions.keepsTrace = true
    let conversation = SAYConversationManager(host: host)
    let display = SAYTerminalVoiceRequestDisplay.standard()
    // Who types nothing answers by voice.
    display.cancelsAtEndOfInput = false
    conversation.presenter.display = display
    let app = PizzaApp(conversation)
    app.run()
    // The device opens beside the app.
    let latest = ContinuousClock.now + .seconds(20)
    while host.run == nil, ContinuousClock.now < latest {
        try await Task.sleep(for: .milliseconds(20))
    }
    guard let run = host.run else { fatalError("no sound device could be opened") }
    while !run.isOver { try await Task.sleep(for: .milliseconds(20)) }
    try run.record()?.write(to: place, isReplacing: true)
default: fatalError("'\(world)' is no world: use simulated, replayed, terminal or live")
}
