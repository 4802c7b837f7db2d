import SayKit
import Testing
import VoiceRun
import VoiceTestSupport

/// Samples of the document "Voice Requests" as they stand there, but for spaces and what
/// `Tests/saykit-document.md` lists.
@MainActor
@Suite("Samples of the document")
struct DocumentSamples {
    private let world = ConversationWorld()

    /// What the samples print.
    private func print(_ text: String) { world.show(text) }

    private func printed(_ request: SAYVoiceRequest, _ answers: [String?]) -> [String] {
        world.answers = answers
        world.ask(request)
        return world.screen.lines
    }

    @Test(
        "ConfirmationRequest", .fact("saykit-interface-document-1"),
        arguments: [
            ("yes", "You're sure!"), ("OK", "You're sure!"), ("sure", "You're sure!"),
            ("nope", "You're not sure!"), ("nah", "You're not sure!"),
        ])
    func confirmation(said: String, expected: String) {
        let request = SAYConfirmationRequest(promptText: "Are you sure?") { result in
            result?.confirmed == true ? print("You're sure!") : print("You're not sure!")
        }
        #expect(printed(request, [said]) == [expected])
        #expect(world.spoken == ["Are you sure?"])
    }

    @Test(
        "SelectRequest", .fact("saykit-interface-document-2"),
        arguments: [
            ("Cash", "Cash"), ("visa", "Credit"), ("I'll use my card", "Credit"),
            ("the first one", "Cash"), ("bills please", "Cash"),
        ])
    func select(said: String, chosen: String) {
        let options = [
            SAYSelectOption(label: "Cash", aliases: ["Dollars", "Bills"]),
            SAYSelectOption(label: "Credit", aliases: ["Visa", "Card", "Charge"]),
        ]

        let request = SAYSelectRequest(
            options: options, promptText: "How would you like to pay?"
        ) { result in
            if let paymentMethod = result?.selectedOption?.label {
                print("You have chosen to pay with \(paymentMethod)")
            }
        }
        #expect(printed(request, [said]) == ["You have chosen to pay with \(chosen)"])
    }

    @Test("StringRequest", .fact("saykit-interface-document-3"))
    func string() {
        let request = SAYStringRequest(promptText: "What is your destination address?") {
            result in
            if let address = result?.transcription {
                print("Your destination address is \(address)")
            }
        }
        let lines = printed(request, ["twelve main street"])
        #expect(lines == ["Your destination address is twelve main street"])
    }

    @Test(
        "NumericalRequest", .fact("saykit-interface-document-4"),
        arguments: [
            ("nine zero two one zero", "90210"), ("third", "3"), ("three point one", "3.1"),
        ])
    func numerical(said: String, number: String) {
        let request = SAYNumericalRequest(promptText: "What is the zip code?") { result in
            if let zipCode = result?.number {
                print("The zip code is \(zipCode)")
            }
        }
        #expect(printed(request, [said]) == ["The zip code is \(number)"])
    }

    @Test(
        "PatternMatchRequest", .fact("saykit-interface-document-5"),
        arguments: [
            (["bishop to f 7"], "Moving your bishop to row f, column 7"),
            (["Bishop to row f and column seven"], "Moving your Bishop to row f, column 7"),
            (["move bishop to column 7 row f"], "Moving your bishop to row f, column 7"),
            (
                ["no idea", "let me think", "hm hm", "castle", "knight to a 3"],
                "Moving your knight to row a, column 3"
            ),
        ])
    func patternMatch(said: [String], expected: String) {
        let prompt = "What move would you like to make? (e.g. Bishop to F 7)"
        let templates = [
            "@piece to @row @column:Number",
            "@piece to row @row and column @column:Number",
            "Move @piece to column @column:Number row @row",
        ]

        let request = SAYPatternMatchRequest(promptText: prompt, templates: templates) {
            result in
            if let entities = result?.entities,
                let piece = entities["piece"],
                let row = entities["row"],
                let column = entities["column"]
            {
                print("Moving your \(piece) to row \(row), column \(column)")
            }
        }
        #expect(printed(request, said) == [expected])
        #expect(world.spoken.count == said.count)
    }

    @Test("entities of an answer are plain values", .fact("saykit-interface-4.4-7"))
    func entities() {
        let request = SAYPatternMatchRequest(
            promptText: "Your move?", templates: ["@piece to @row @column:Number"]
        ) { result in
            print("\(result?.entities["piece"] as? String ?? "no words")")
            print("\(result?.entities["column"] as? ExactNumber ?? ExactNumber(0))")
            print("\(result?.values["row"] == .string("f"))")
        }
        #expect(printed(request, ["bishop to f 7"]) == ["bishop", "7", "true"])
    }

    @Test("VoiceCommandRequest", .fact("saykit-interface-document-6"))
    func command() {
        let commands = SAYCommandRecognizerCatalog()
        commands.addCommandRecognizer(
            SAYSearchCommandRecognizer { command in
                world.show(
                    "search \(command.parameters[SAYSearchCommandRecognizerParameterQuery]!)")
            })
        let request = SAYVerbalCommandRequest(commandRegistry: commands)
        #expect(printed(request, ["search for pizza"]) == ["search pizza"])
    }

    /// A tree of requests, chained in their completions.
    @MainActor
    private struct PaymentDialogue {
        let world: ConversationWorld

        func begin() {
            let request = SAYSelectRequest(
                itemLabels: ["Cash", "Credit"], promptText: "How would you like to pay?"
            ) { result in
                switch result?.selectedIndex {
                case 0: confirm("Paying with cash.")
                case 1: askForCard()
                default: world.show("cancelled")
                }
            }
            world.conversation.presentVoiceRequest(request)
        }

        private func askForCard() {
            let request = SAYNumericalRequest(promptText: "What is your card number?") { result in
                guard let number = result?.number else { return world.show("no card") }
                confirm("Paying with card \(number).")
            }
            world.conversation.presentVoiceRequest(request)
        }

        private func confirm(_ text: String) {
            let request = SAYConfirmationRequest(promptText: "\(text) Is that right?") { result in
                if result?.confirmed == true { world.show(text) } else { begin() }
            }
            world.conversation.presentVoiceRequest(request)
        }
    }

    @Test(
        "Dialogue trees", .fact("saykit-interface-document-7"),
        arguments: [
            (["cash", "yes"], "Paying with cash."),
            (["credit", "one two three four", "yes"], "Paying with card 1234."),
            (["cash", "no", "credit", "seven", "sure"], "Paying with card 7."),
            (["credit", "", ""], "no card"),
        ])
    func dialogueTree(said: [String], shown: String) {
        world.answers = said
        PaymentDialogue(world: world).begin()
        world.host.go()
        #expect(world.screen.lines == [shown])
        #expect(world.presenter.presentedRequest == nil)
        #expect(world.texts("refused", "reason").isEmpty)
    }
}
