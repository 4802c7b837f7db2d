import SayKit
import Testing
import VoiceTestSupport

@Suite struct CommandTests {
    private static func catalog(_ language: SpokenLanguage = .english)
        -> SAYCommandRecognizerCatalog
    {
        let catalog = SAYCommandRecognizerCatalog()
        for command in SAYStandardCommand.allCases {
            catalog.addCommandRecognizer(
                SAYVerbalCommandRecognizer(
                    commandType: command.rawValue, language: language, actionBlock: { _ in }))
        }
        return catalog
    }

    @Test(
        "recognizes every standard command", .fact("saykit-4.7-1"),
        arguments: [
            ("help", "help"), ("what can I say?", "available_commands"), ("go home", "home"),
            ("search for pizza in Boston", "search"), ("select the third item", "select"),
            ("the third one", "select"), ("select chicken soup", "select"), ("play", "play"),
            ("pause", "pause"), ("next", "next"), ("previous", "previous"), ("go back", "back"),
            ("open settings", "settings"), ("switch to the music tab", "switch_tab"),
            ("switch to tab 3", "switch_tab"), ("speak faster", "increase_speech_rate"),
            ("speak more slowly", "decrease_speech_rate"),
            ("set the speech rate to fifty percent", "set_speech_rate"),
            ("louder please", "increase_speech_volume"), ("turn it down", "decrease_speech_volume"),
            ("set the volume to 7", "set_speech_volume"), ("use the British voice", "set_voice"),
            ("cancel", "cancel"), ("never mind", "cancel"), ("next page", "next"),
            ("skip this song", "next"), ("favorites tab", "switch_tab"),
            ("third tab", "switch_tab"), ("select the last one", "select"),
        ])
    func recognizes(text: String, type: String) {
        #expect(Self.catalog().resolve(text).command?.type == type)
    }

    @Test("gives the parameters their documented names", .fact("saykit-4.7-2"))
    func givesParameters() {
        func parameter(_ text: String, _ name: String) -> String? {
            Self.catalog().resolve(text).command?.parameters[name]?.description
        }
        #expect(parameter("search for pizza", SAYSearchCommandRecognizerParameterQuery) == "pizza")
        #expect(parameter("third one", SAYSelectCommandRecognizerParameterItemNumber) == "3")
        #expect(parameter("select soup", SAYSelectCommandRecognizerParameterItemName) == "soup")
        #expect(
            parameter("switch to the music tab", SAYSwitchTabCommandRecognizerParameterTabName)
                == "music")
        #expect(
            parameter("switch to tab 3", SAYSwitchTabCommandRecognizerParameterTabNumber) == "3")
        #expect(
            parameter("set speech rate to 50", SAYSetSpeechRateCommandRecognizerParameterSpeechRate)
                == "50")
        #expect(
            parameter("set volume to 7", SAYSetSpeechVolumeCommandRecognizerParameterSpeechVolume)
                == "7")
        #expect(
            parameter("use the British voice", SAYSetVoiceCommandRecognizerParameterVoice)
                == "British")
    }

    @Test("has templates of its own for every standard command, in both languages")
    func hasTemplates() {
        for language in [SpokenLanguage.english, .german] {
            for command in SAYStandardCommand.allCases {
                let templates = language.words.commands[command.rawValue] ?? []
                #expect(!templates.isEmpty, "\(language.code) \(command)")
                #expect(TemplateSet(templates, language: language).error == nil)
            }
        }
    }

    @Test(
        "is certain of a template without entities, and very sure of one with them",
        .fact("saykit-4.7-4"))
    func givesConfidence() {
        let resolution = Self.catalog().resolve("open settings")
        #expect(resolution.winner?.confidence == SAYCommandSuggestion.certain)
        let search = Self.catalog().resolve("search for cats")
        #expect(search.winner?.confidence == SAYCommandSuggestion.veryLikely)
        #expect(search.rule == .confidence)
    }

    @Test("orders confidences from none to certain", .fact("saykit-4.7-3"))
    func ordersConfidences() {
        let values = [
            SAYCommandSuggestion.none, SAYCommandSuggestion.veryUnlikely,
            SAYCommandSuggestion.unlikely, SAYCommandSuggestion.likely,
            SAYCommandSuggestion.veryLikely, SAYCommandSuggestion.certain,
        ]
        #expect(values == [0, 0.1, 0.3, 0.7, 0.9, 1])
        #expect(SAYCommandSuggestion(confidence: .nan).confidence == 0)
        #expect(SAYCommandSuggestion(confidence: 2).confidence == 0)
    }

    private static func fixed(_ type: String, _ confidence: Double) -> SAYVerbalCommandRecognizer {
        let recognizer = SAYCustomCommandRecognizer(customType: type) { _ in }
        recognizer.addTextMatcher(
            SAYBlockCommandMatcher { _ in SAYCommandSuggestion(confidence: confidence) })
        return recognizer
    }

    @Test(
        "takes the surest recognizer, on a tie the first one, and none below likely",
        .fact("saykit-4.7-5"))
    func resolvesTies() {
        let catalog = SAYCommandRecognizerCatalog()
        catalog.addCommandRecognizer(Self.fixed("a", 0.3))
        #expect(catalog.resolve("x").command == nil)
        #expect(catalog.resolve("x").rule == .unlikely)
        catalog.addCommandRecognizer(Self.fixed("b", 0.7))
        catalog.addCommandRecognizer(Self.fixed("c", 0.7))
        #expect(catalog.resolve("x").command?.type == "b")
        #expect(catalog.resolve("x").rule == .order)
        catalog.addCommandRecognizer(Self.fixed("d", 0.9))
        #expect(catalog.resolve("x").command?.type == "d")
        #expect(catalog.resolve("x").candidates.map(\.command.type) == ["d", "b", "c", "a"])
    }

    @Test("asks deeper topics first, and no topic within itself", .fact("saykit-4.7-6"))
    func asksDeeperTopics() {
        let outer = SAYConversationTopic()
        let inner = SAYConversationTopic()
        outer.addCommandRecognizer(Self.fixed("outer", 0.9))
        inner.addCommandRecognizer(Self.fixed("inner", 0.9))
        outer.addSubtopic(inner)
        inner.addSubtopic(outer)
        inner.addSubtopic(inner)
        #expect(inner.subtopics.isEmpty)
        #expect(outer.resolve("x").command?.type == "inner")
        outer.removeSubtopic(inner)
        #expect(outer.resolve("x").command?.type == "outer")
    }

    @MainActor
    @Test("carries out the command, and nothing where it is not understood")
    func carriesOut() {
        var seen: [SAYCommand] = []
        let catalog = SAYCommandRecognizerCatalog()
        catalog.addCommandRecognizer(SAYSearchCommandRecognizer { seen.append($0) })
        catalog.respond(to: "search for tea")
        catalog.respond(to: "blah")
        #expect(seen == [SAYCommand(type: "search", parameters: ["query": .string("tea")])])
    }

    @MainActor
    @Test("carries out menu items with their parameters", .fact("saykit-4.7-10"))
    func choosesMenuItems() {
        var seen: [SAYCommand] = []
        let recognizer = SAYSelectCommandRecognizer { seen.append($0) }
        recognizer.addMenuItem(
            withLabel: "First", parameters: ["itemNumber": .number(ExactNumber(1))])
        #expect(recognizer.chooseMenuItem(at: 0))
        #expect(!recognizer.chooseMenuItem(at: 1))
        #expect(seen.first?.parameters["itemNumber"]?.number == ExactNumber(1))
    }

    @MainActor
    @Test("does the action of a response where no request asked")
    func doesActionsOfResponses() {
        var seen: [String] = []
        let catalog = SAYCommandRecognizerCatalog()
        let play = SAYPlayCommandRecognizer(responseBuilder: { command in
            SAYVoiceRequestResponse(action: { seen.append(command.type) })
        })
        play.addMenuItem(withLabel: "Play")
        catalog.addCommandRecognizer(play)
        catalog.respond(to: "play")
        play.chooseMenuItem(at: 0)
        #expect(seen == ["play", "play"])
    }

    private final class Target {
        var types: [String] = []
    }

    @MainActor
    @Test("gives commands to a target as long as it is there")
    func givesCommandsToTargets() {
        let catalog = SAYCommandRecognizerCatalog()
        var target: Target? = Target()
        let seen = target
        if let target {
            catalog.addCommandRecognizer(
                SAYPauseCommandRecognizer(responseTarget: target) { target, command in
                    target.types.append(command.type)
                    return nil
                })
            catalog.addCommandRecognizer(
                SAYVerbalCommandRecognizer(
                    commandType: SAYStandardCommandPlay, responseTarget: target
                ) { target, command in
                    target.types.append(command.type)
                    return .terminalResponse()
                })
        }
        catalog.respond(to: "pause")
        catalog.respond(to: "play")
        #expect(seen?.types == ["pause", "play"])
        target = nil
        #expect(catalog.resolve("play").command?.type == "play")
    }

    @Test("adds and removes matchers of custom commands", .fact("saykit-4.7-9"))
    func addsMatchers() {
        let recognizer = SAYCustomCommandRecognizer(customType: "lamp") { _ in }
        recognizer.addTextMatcher(SAYPatternCommandMatcher(template: "lamp @state:(on|off)"))
        let catalog = SAYCommandRecognizerCatalog()
        catalog.addCommandRecognizer(recognizer)
        #expect(catalog.resolve("lamp on").command?.parameters == ["state": .listed("on")])
        recognizer.removeTextMatcher(at: 0)
        recognizer.removeTextMatcher(at: 5)
        #expect(catalog.resolve("lamp on").command == nil)
    }

    @Test("answers 'what can I say?' from what is registered", .fact("saykit-4.7-8"))
    func answersAvailableCommands() {
        let catalog = SAYCommandRecognizerCatalog()
        #expect(catalog.availableCommandsAnswer() == "There are no commands at the moment.")
        catalog.addCommandRecognizer(SAYPlayCommandRecognizer { _ in })
        catalog.addCommandRecognizer(SAYSearchCommandRecognizer { _ in })
        let custom = SAYCustomCommandRecognizer(customType: "lamp") { _ in }
        custom.addMenuItem(withLabel: "lamp on")
        catalog.addCommandRecognizer(custom)
        #expect(
            catalog.availableCommandsAnswer() == "You can say: play, search for query, lamp on.")
        #expect(
            catalog.availableCommandsAnswer(limit: 2)
                == "You can say, for example: play, search for query.")
    }

    @Test(
        "recognizes German commands",
        arguments: [
            ("Hilfe", "help"), ("Was kann ich sagen", "available_commands"),
            ("suche nach Pizza", "search"),
            ("zurück", "back"), ("lauter bitte", "increase_speech_volume"), ("abbrechen", "cancel"),
        ])
    func recognizesGerman(text: String, type: String) {
        #expect(Self.catalog(.german).resolve(text).command?.type == type)
    }

    @Test(
        "recognizes what is said to a dialogue as such",
        arguments: [
            ("Could you say that again, please?", DialogueWord.repeat), ("repeat", .repeat),
            ("go back", .back), ("cancel", .cancel), ("never mind", .cancel), ("help", .help),
            ("what can I say", .help), ("pizza", nil),
        ] as [(String, DialogueWord?)])
    func recognizesDialogueWords(text: String, expected: DialogueWord?) {
        #expect(DialogueWords().read(text) == expected)
    }
}
