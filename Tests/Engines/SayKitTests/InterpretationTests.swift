import SayKit
import Testing
import VoiceTestSupport

@Suite struct InterpretationTests {
    @Test("is valid without errors, also where the value is nil", .fact("saykit-4.5-1"))
    func isValidWithoutErrors() {
        #expect(SAYInterpretation<Int>(value: nil).isValid)
        let error = SAYValidationError(type: SAYValidationErrorTypeInvalidInput, reason: "too big")
        #expect(!SAYInterpretation(value: 5, validationErrors: [error]).isValid)
        #expect(error.description == "too big")
    }

    @Test("tells silence from words that do not fit", .fact("saykit-4.4.1-16", "saykit-4.5-2"))
    func tellsSilence() {
        let interpreter = SAYNumericalInterpreter()
        #expect(
            interpreter.interpret(" ").validationErrors.first?.type == SAYValidationErrorTypeNoInput
        )
        let wrong = interpreter.interpret("apple")
        #expect(wrong.validationErrors.first?.type == SAYValidationErrorTypeInvalidInput)
        #expect(wrong.validationErrors.first?.reason == "Please say a number.")
        #expect(
            interpreter.interpret("five or six").validationErrors.first?.reason
                == "Please say one number only.")
    }

    @Test("interprets a confirmation")
    func interpretsConfirmation() {
        let interpreter = SAYConfirmationInterpreter()
        #expect(interpreter.interpret("Sure!").value == true)
        #expect(interpreter.interpret("nope").value == false)
        #expect(!interpreter.interpret("maybe").isValid)
        #expect(interpreter.interpret("maybe").evidence?.rule == "unsure")
    }

    @Test("delivers a string unchanged apart from blanks at its ends", .fact("saykit-4.4-6"))
    func interpretsString() {
        let interpreter = SAYStringInterpreter()
        #expect(interpreter.interpret(" 12, Main St.  Apt. B \n").value == "12, Main St.  Apt. B")
        #expect(interpreter.interpret(" \n").validationErrors.first?.type == .noInput)
    }

    @Test("interprets a number, and says how it was said")
    func interpretsNumber() {
        let interpretation = SAYNumericalInterpreter().interpret("nine zero two one zero")
        #expect(interpretation.value?.integer == 90_210)
        #expect(interpretation.evidence?.facts["kind"] == "digits")
    }

    @Test("interprets a selection with option and place")
    func interpretsSelection() {
        let interpreter = SAYSelectInterpreter(options: [
            SAYSelectOption(label: "Cash", aliases: ["Dollars", "Bills"]),
            SAYSelectOption(label: "Credit", aliases: ["Visa", "Card", "Charge"]),
        ])
        let value = interpreter.interpret("I'll use my visa").value
        #expect(value?.selectedOption?.label == "Credit")
        #expect(value?.selectedIndex == 1)
        #expect(
            interpreter.interpret("cash or credit").validationErrors.first?.reason
                == "Please say one of these: Cash, Credit.")
    }

    @Test("interprets a pattern with entities and the winner as evidence")
    func interpretsPattern() {
        let interpreter = SAYPatternMatchInterpreter(templates: [
            "@piece to @row @column:Number", "@piece to row @row and column @column:Number",
        ])
        let interpretation = interpreter.interpret("Bishop to row f and column seven")
        #expect(interpretation.value?.entities["column"] == .number(ExactNumber(7)))
        #expect(interpretation.evidence?.rule == "literalWords")
        #expect(!interpreter.interpret("hello").isValid)
        #expect(interpreter.interpret("hello").evidence?.rule == "noTemplate")
    }

    @Test("reports a wrong template as the error of every answer")
    func reportsWrongTemplates() {
        let interpretation = SAYPatternMatchInterpreter(templates: ["@x:Foo"]).interpret("hello")
        #expect(
            interpretation.validationErrors.first?.reason?.contains("unknown type 'Foo'") == true)
    }

    @Test("interprets the surest transcript of a result", .fact("saykit-4.5-8"))
    func interpretsResult() {
        let result = SAYSpeechRecognitionResult(
            transcript: SAYSpeechTranscript(text: "yes", confidence: 0.9),
            alternatives: [SAYSpeechTranscript(text: "no", confidence: 0.1)])
        #expect(SAYConfirmationInterpreter().interpret(result).value == true)
    }

    @Test("speaks the language of the answers")
    func speaksGerman() {
        let wrong = SAYConfirmationInterpreter(language: .german).interpret("Pizza")
        #expect(wrong.validationErrors.first?.reason == "Bitte sagen Sie Ja oder Nein.")
    }
}

@Suite struct LanguageFileTests {
    private func failure(_ json: String) -> LanguageError? {
        do {
            _ = try SpokenLanguage(json: Array(json.utf8))
            return nil
        } catch {
            return error
        }
    }

    @Test("reads a language of a few words")
    func readsSmallLanguage() throws {
        let json = """
            {"_": "a comment", "language": "fr",
             "confirmation": {"yes": ["oui", "bien sûr"], "no": ["non"]},
             "numbers": {"digits": {"_why": "few", "un": 1, "deux": 2}, "points": ["virgule"]}}
            """
        let french = try SpokenLanguage(json: Array(json.utf8))
        #expect(confirmed("Bien sûr !", french) == true)
        #expect(confirmed("non", french) == false)
        #expect(number("deux virgule un", french) == "2.1")
    }

    @Test(
        "refuses wrong files with the place of the fault",
        arguments: [
            ("[", "not JSON"), ("[]", "an array"), ("{}", "language is missing"),
            (#"{"language": "x", "number": {}}"#, "not a key of a language"),
            (#"{"language": "x", "numbers": {"digits": {"ten": 10}}}"#, "0 through 9"),
            (#"{"language": "x", "numbers": {"digits": {"a": 1}, "articles": ["a"]}}"#, "'a'"),
            (#"{"language": "x", "numbers": {"articles": ["un une"]}}"#, "numbers.articles"),
            (#"{"language": "x", "confirmation": {"yes": "oui"}}"#, "an array of strings"),
            (#"{"language": "x", "confirmation": {"yes": [""]}}"#, "yes[0]"),
            (#"{"language": "x", "commands": {"play": ["@"]}}"#, "needs a name"),
            (#"{"language": "x", "numbers": {"groupSeparator": "x"}}"#, "groupSeparator"),
        ])
    func refuses(json: String, part: String) {
        let description = failure(json)?.description ?? "no error"
        #expect(description.contains(part), "\(description)")
    }

    @Test("refuses a file beyond the limit of its length")
    func refusesLongFiles() {
        #expect(failure(String(repeating: " ", count: 1_000_001)) == .tooLong(limit: 1_000_000))
    }

    @Test("has the same sentences in English and German")
    func hasSameSentences() {
        #expect(
            SpokenLanguage.english.words.sentences.keys.sorted()
                == SpokenLanguage.german.words.sentences.keys.sorted())
    }
}
