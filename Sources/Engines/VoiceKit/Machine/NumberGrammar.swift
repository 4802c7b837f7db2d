internal import VoiceHypothesis
internal import VoiceLanguage

/// Grammar of what callers may say in English where a number is expected.
///
/// Cardinals up to millions with or without "and", with "minus" or "negative" before them and
/// decimals after them, ordinals up to thousands, and digits one by one, zero also as "oh".
enum NumberGrammar {
    /// Least confidence of the recognizer in each word of a number, in thousandths; else the answer
    /// is none.
    ///
    /// Measured at commit 54af2d14 (`measure-voicekit`): the words of 88 real digits have 667 and
    /// more; of 15 utterances without a number that fit one as a whole, 6 have a word below.
    static let leastWordConfidence = 575

    /// The recognizer's task.
    static let task = RecognitionTask.grammar(jsgf: text)

    private static let english = NumberLexicon.english
    /// The ordinals of the units, the teens and the tens, one after the other.
    private static let unitOrdinals = Array(english.smallOrdinals.prefix(9))
    private static let ordinals = english.smallOrdinals + english.tensOrdinals

    /// The grammar in JSGF 1.0.
    static let text: String = {
        func any(_ words: [String]) -> String { words.joined(separator: " | ") }
        let rules = [
            ("unit", any(Array(english.small[1...9]))),
            ("teen", any(Array(english.small[10...]))), ("ten", any(english.tens)),
            ("digit", "zero | oh | <unit>"),
            ("below100", "<unit> | <teen> | <ten> [ <unit> ]"),
            ("hundreds", "( a | <unit> ) hundred [ [ and ] <below100> ]"),
            ("below1000", "<below100> | <hundreds>"),
            ("thousands", "( a | <below1000> ) thousand [ [ and ] <below100> | <hundreds> ]"),
            (
                "millions",
                "( a | <below1000> ) million [ [ and ] <below100> | <hundreds> | <thousands> ]"
            ),
            ("cardinal", "zero | <below1000> | <thousands> | <millions>"),
            ("digits", "<digit> <digit>+"),
            ("decimal", "[ <cardinal> | oh ] point <digit>+"),
            (
                "ordinal",
                "\(any(ordinals)) | <ten> ( \(any(unitOrdinals)) )"
                    + " | ( a | <unit> ) hundredth | ( a | <unit> ) thousandth"
            ),
        ]
        let lines = rules.map { "<\($0.0)> = \($0.1) ;" }
        // What callers say most often weighs most: without weights short words fall apart into
        // several digits. "oh" alone weighs least, since it sounds like the end of "four".
        let spoken =
            "public <number> = /1000/ ( zero | <unit> ) | /0.001/ oh"
            + " | /0.1/ ( <teen> | <ten> [ <unit> ] )"
            + " | /0.01/ ( <hundreds> | <thousands> | <millions> ) | /0.001/ <digits>"
            + " | /0.001/ <decimal>"
            + " | /0.001/ ( ( minus | negative ) ( <cardinal> | <decimal> ) )"
            + " | /0.001/ <ordinal> ;"
        return (["#JSGF V1.0;", "grammar numbers;"] + lines + [spoken]).joined(separator: "\n")
            + "\n"
    }()
}
