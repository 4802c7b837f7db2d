import SayKit
import Testing
import VoiceRun
import VoiceTestSupport

/// Command requests, topics and menus.
@MainActor
@Suite("Command requests")
struct CommandRequestTests {
    private let world = ConversationWorld()
    private let topic = SAYConversationTopic()

    private func request(_ prompt: String? = nil) -> SAYVerbalCommandRequest {
        SAYVerbalCommandRequest(commandRegistry: topic, promptText: prompt) { result in
            guard let result else { return world.show("cancelled") }
            world.show(result.command?.type ?? result.error?.code.rawValue ?? "none")
        }
    }

    private func addPlay() {
        topic.addCommandRecognizer(
            SAYPlayCommandRecognizer { command in world.show("playing") })
    }

    @Test("a command is carried out, then the request completes", .fact("saykit-interface-4.7-1"))
    func carriesOut() {
        addPlay()
        let sleep = SAYCustomCommandRecognizer(customType: "sleep") { command in
            world.show("sleeping \(command.parameters["length"]?.description ?? "")")
        }
        sleep.addTextMatcher(SAYPatternCommandMatcher(template: "sleep for @length:Duration"))
        sleep.addTextMatcher(
            SAYBlockCommandMatcher { text in
                text == "good night" ? SAYCommandSuggestion(confidence: 0.8) : nil
            })
        topic.addCommandRecognizer(sleep)
        world.answers = ["play", "sleep for ten minutes", "good night"]
        for _ in 0..<3 { world.ask(request()) }
        #expect(
            world.screen.lines == [
                "playing", "play", "sleeping 600 s", "sleep", "sleeping ", "sleep",
            ])
    }

    @Test(
        "an unknown command sounds its tone, and is asked for once more",
        .fact("saykit-interface-4.7-2"))
    func unknown() {
        addPlay()
        world.answers = ["make me a sandwich", "play", "who are you", "sing"]
        world.ask(request("What now?"))
        #expect(world.tones.filter { $0 == "unrecognized-command.wav" }.count == 1)
        #expect(world.texts("soundEnded", "sound").contains("unrecognized-command.wav"))
        world.ask(request())
        #expect(world.screen.lines == ["playing", "play", "invalidInput"])
    }

    @Test("the user is told what can be said", .fact("saykit-interface-4.7-3"))
    func availableCommands() {
        addPlay()
        topic.addCommandRecognizer(
            SAYAvailableCommandsCommandRecognizer.answering(from: topic))
        world.answers = ["what can I say"]
        world.ask(request())
        #expect(world.spoken.last?.hasPrefix("You can say: play") == true)
        #expect(world.screen.lines == ["available_commands"])
    }

    @Test("a command's response may ask a follow-up", .fact("saykit-interface-4.7-4"))
    func followup() {
        let world = world
        let recognizer = SAYSearchCommandRecognizer { _ in world.show("not reached") }
        recognizer.responseBuilder = { command in
            let query = command.parameters[SAYSearchCommandRecognizerParameterQuery]
            let sure = SAYConfirmationRequest(
                promptText: "Search for \(query?.description ?? "")?"
            ) { result in world.show("\(result?.confirmed == true)") }
            return .response(followupRequest: sure)
        }
        topic.addCommandRecognizer(recognizer)
        world.answers = ["search for cats", "yes"]
        world.ask(request())
        #expect(world.spoken == ["Search for cats?"])
        #expect(world.screen.lines == ["search", "true"])
    }

    /// A topic that says whose sounds come.
    private final class Announcing: SAYConversationTopic {
        override func subtopic(
            _ topic: SAYConversationTopic, didPost sequence: SAYAudioEventSequence
        ) {
            var announced = SAYAudioEventSequence(events: [
                SAYSpeechEvent(utteranceString: "Note:")
            ])
            announced.appendSequence(sequence)
            post(announced)
        }
    }

    @Test("topics post sounds upward, and may change them", .fact("saykit-interface-4.7-5"))
    func topics() {
        let outer = Announcing()
        outer.addSubtopic(topic)
        #expect(topic.parent === outer)
        world.conversation.addAudioSource(outer, forTrack: SAYAudioTrackMainIdentifier)
        topic.post(SAYAudioEventSequence(events: [SAYSpeechEvent(utteranceString: "Hello.")]))
        world.host.go()
        #expect(world.spoken == ["Note:", "Hello."])
        outer.removeSubtopic(topic)
        #expect(topic.parent == nil)
    }

    @Test("menu items can be picked in the place of a command")
    func menu() {
        addPlay()
        let tabs = SAYSwitchTabCommandRecognizer { command in
            world.show("\(command.parameters)")
        }
        let name = SAYSwitchTabCommandRecognizerParameterTabName
        tabs.addMenuItem(withLabel: "Music", parameters: [name: .string("music")])
        tabs.addMenuItem(withLabel: "News", parameters: [name: .string("news")])
        topic.addCommandRecognizer(tabs)
        let display = NotedDisplay()
        world.presenter.display = display
        world.conversation.commandRegistry = topic
        #expect(world.conversation.presentCommandRequest(promptText: "Yes?"))
        world.host.advance(milliseconds: 100)
        #expect(display.lines.contains("choices Music|News"))
        display.request?.choose(at: 1)
        world.host.go()
        #expect(world.screen.lines == ["[\"tabName\": news]"])
    }

    @Test("commands of speech change the settings of the voice")
    func voiceCommands() {
        let conversation = world.conversation
        topic.addCommandRecognizer(
            SAYIncreaseSpeechRateCommandRecognizer { _ in
                conversation.voiceSettings.wordsPerMinute += 25
            })
        world.answers = ["speak faster"]
        world.ask(request())
        #expect(conversation.voiceSettings.wordsPerMinute == 200)
    }
}
