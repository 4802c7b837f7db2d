internal import VoiceJSON

/// The sections of a language file.
extension LanguageFile {
    func confirmation() throws(LanguageError) -> ConfirmationLexicon {
        let part = try section(
            "confirmation",
            [
                "yes", "yesAlone", "no", "noAlone", "unsure", "questions", "filler", "others",
                "unheard",
            ])
        var words = ConfirmationLexicon()
        words.yes = try part.texts("yes")
        words.yesAlone = try part.texts("yesAlone")
        words.no = try part.texts("no")
        words.noAlone = try part.texts("noAlone")
        words.unsure = try part.texts("unsure")
        words.questions = try part.texts("questions")
        words.filler = try part.texts("filler")
        words.others = try part.texts("others")
        words.unheard = try part.texts("unheard")
        return words
    }

    func select() throws(LanguageError) -> SelectLexicon {
        let part = try section(
            "select",
            [
                "filler", "numberWords", "last", "none", "negations", "wordNegations",
                "affirmations", "links", "clauses", "positions", "lastPositions",
            ])
        var words = SelectLexicon()
        words.filler = try part.texts("filler")
        words.numberWords = try part.texts("numberWords")
        words.last = try part.texts("last")
        words.none = try part.texts("none")
        words.negations = try part.texts("negations")
        words.wordNegations = try part.texts("wordNegations")
        words.affirmations = try part.texts("affirmations")
        words.links = try part.texts("links")
        words.clauses = try part.texts("clauses")
        words.positions = try part.texts("positions")
        words.lastPositions = try part.texts("lastPositions")
        return words
    }

    func numbers() throws(LanguageError) -> NumberLexicon {
        let part = try section("numbers", NumberLexicon.keys)
        var words = NumberLexicon()
        words.digits = try part.values("digits", 0...9)
        words.rowDigits = try part.values("rowDigits", 0...9)
        words.teens = try part.values("teens", 10...19)
        words.tens = try part.values("tens", 20...90)
        words.hundreds = try part.texts("hundreds")
        words.scales = try part.values("scales", 3...18)
        words.dozens = try part.texts("dozens")
        words.ordinals = try part.values("ordinals", 0...1_000_000_000_000_000_000)
        words.ordinalEndings = try part.texts("ordinalEndings")
        words.figureEndings = try part.texts("figureEndings")
        words.connectors = try part.texts("connectors")
        words.articles = try part.texts("articles")
        words.points = try part.texts("points")
        words.minuses = try part.texts("minuses")
        words.repeats = try part.values("repeats", 2...9)
        words.fractions = try part.values("fractions", 1...999)
        words.addedFractions = try part.values("addedFractions", 1...999)
        words.wholeFractions = try part.values("wholeFractions", 1...9_999)
        words.fractionLinks = try part.texts("fractionLinks")
        words.unread = try part.texts("unread")
        words.unheard = try part.texts("unheard")
        words.determiners = try part.texts("determiners").map { SpokenText($0).normal }
        words.pronouns = try part.texts("pronouns").map { SpokenText($0).normal }
        words.yearStart = try part.number("yearStart", 0...99, default: 10)
        words.yearEnd = try part.number("yearEnd", 0...99, default: 0)
        words.hasUnitsFirst = try part.flag("hasUnitsFirst")
        words.joinsWords = try part.flag("joinsWords")
        words.groupSeparator = try part.separator("groupSeparator", ",")
        words.decimalSeparator = try part.separator("decimalSeparator", ".")
        try part.check(words)
        return words
    }

    private func separator(
        _ key: String, _ preset: Character
    ) throws(LanguageError) -> Character {
        guard let value = object[key] else { return preset }
        guard case .string(let text) = value, [",", ".", "'"].contains(text) else {
            throw .wrongKind(
                path: path.key(key), expected: "',', '.' or \"'\"", found: value.kindName)
        }
        return Character(text)
    }

    /// A word of numbers means one thing.
    private func check(_ words: NumberLexicon) throws(LanguageError) {
        var lists: [String: String] = [:]
        for (key, list) in words.lists {
            for word in list.sorted() {
                let word = SpokenText(word).normal
                guard !word.contains(" "), !word.isEmpty else {
                    throw .emptyText(path: path.key(key))
                }
                if let other = lists.updateValue(key, forKey: word), other != key {
                    throw .repeatedWord(word: word, path: path.key(key), other: other)
                }
            }
        }
    }

    func times() throws(LanguageError) -> TimeLexicon {
        let part = try section(
            "times",
            [
                "named", "halves", "quarters", "threeQuarters", "past", "to", "hourMarks",
                "minuteMarks", "morning", "afternoon", "night", "partsLeadToHour",
            ])
        var words = TimeLexicon()
        words.named = try part.values("named", 0...1_439)
        words.halves = try part.texts("halves")
        words.quarters = try part.texts("quarters")
        words.threeQuarters = try part.texts("threeQuarters")
        words.past = try part.texts("past")
        words.to = try part.texts("to")
        words.hourMarks = try part.texts("hourMarks")
        words.minuteMarks = try part.texts("minuteMarks")
        words.morning = try part.texts("morning")
        words.afternoon = try part.texts("afternoon")
        words.night = try part.texts("night")
        words.partsLeadToHour = try part.flag("partsLeadToHour")
        return words
    }

    func dates() throws(LanguageError) -> DateLexicon {
        let part = try section(
            "dates",
            [
                "months", "weekdays", "relative", "leads", "links", "next", "spans", "ahead",
                "behind",
            ])
        var words = DateLexicon()
        words.months = try part.values("months", 1...12)
        words.weekdays = try part.values("weekdays", 1...7)
        words.relative = try part.values("relative", -366...366)
        words.leads = try part.texts("leads")
        words.links = try part.texts("links")
        words.next = try part.texts("next")
        words.spans = try part.values("spans", 1...366)
        words.ahead = try part.frames("ahead")
        words.behind = try part.frames("behind")
        return words
    }

    func durations() throws(LanguageError) -> DurationLexicon {
        let part = try section("durations", ["units", "halves", "links"])
        var words = DurationLexicon()
        words.units = try part.values("units", 1...31_622_400)
        words.halves = try part.texts("halves")
        words.links = try part.texts("links")
        return words
    }

    func money() throws(LanguageError) -> MoneyLexicon {
        let part = try section("money", ["currencies", "hundredths"])
        let currencies = try part.section("currencies", nil)
        var words = MoneyLexicon()
        for member in currencies.object.members {
            words.currencies[member.key] = try currencies.text(
                member.value, currencies.path.key(member.key))
        }
        words.hundredths = try part.texts("hundredths")
        return words
    }

    func templates(
        _ key: String, _ known: [String]?
    ) throws(LanguageError) -> [String: [String]] {
        let part = try section(key, known)
        var templates: [String: [String]] = [:]
        for member in part.object.members {
            let sources = try part.texts(member.key)
            for (index, source) in sources.enumerated() {
                do {
                    _ = try TemplateParser.parts(of: source, template: index)
                } catch {
                    throw .template(path: part.path.key(member.key), error)
                }
            }
            templates[member.key] = sources
        }
        return templates
    }

    func pronunciations() throws(LanguageError) -> [String: [String]] {
        let part = try section("pronunciations", nil)
        var ways: [String: [String]] = [:]
        for member in part.object.members {
            ways[SpokenText(member.key).normal] = try part.texts(member.key)
        }
        return ways
    }

    func contractions() throws(LanguageError) -> [String: String] {
        let part = try section("contractions", nil)
        var words: [String: String] = [:]
        for member in part.object.members {
            let place = part.path.key(member.key)
            words[SpokenText(member.key).normal] = try part.text(member.value, place)
        }
        return words
    }

    func sentences() throws(LanguageError) -> [String: String] {
        let part = try section("sentences", nil)
        var sentences: [String: String] = [:]
        for member in part.object.members {
            sentences[member.key] = try part.text(member.value, part.path.key(member.key))
        }
        return sentences
    }
}

extension NumberLexicon {
    fileprivate static let keys = [
        "digits", "rowDigits", "teens", "tens", "hundreds", "scales", "dozens", "ordinals",
        "ordinalEndings", "figureEndings", "connectors", "articles", "points", "minuses",
        "repeats", "fractions", "addedFractions", "wholeFractions", "fractionLinks",
        "unread", "unheard", "determiners", "pronouns",
        "yearStart", "yearEnd", "hasUnitsFirst", "joinsWords", "groupSeparator",
        "decimalSeparator",
    ]

    /// The words of each list that gives a word its meaning.
    fileprivate var lists: [(key: String, words: [String])] {
        [
            ("digits", Array(digits.keys)), ("rowDigits", Array(rowDigits.keys)),
            ("teens", Array(teens.keys)), ("tens", Array(tens.keys)), ("hundreds", hundreds),
            ("scales", Array(scales.keys)), ("dozens", dozens),
            ("ordinals", Array(ordinals.keys)), ("connectors", connectors),
            ("articles", articles), ("points", points), ("minuses", minuses),
            ("repeats", Array(repeats.keys)), ("fractions", Array(fractions.keys)),
            ("addedFractions", Array(addedFractions.keys)),
            ("wholeFractions", Array(wholeFractions.keys)), ("fractionLinks", fractionLinks),
            ("unread", unread),
        ]
    }
}
