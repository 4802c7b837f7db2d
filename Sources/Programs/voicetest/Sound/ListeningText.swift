import VoiceJSON
import VoiceRecognition
import VoiceTime

/// Text on what was heard, for people and for programs.
struct ListeningText {
    /// Whether words are listed with their times in text.
    var showsWords = false
    /// Whether words have their phones.
    var showsPhones = false
    /// Whether phones have their goodness of pronunciation.
    var showsGoodness = false
    /// Whether other readings are given.
    var showsAlternatives = false
    /// Whether objects have what was understood of speech that was under way.
    var showsPartials = false

    private static let rate = SoundListener.rate

    /// The lines of what was heard, in the order in which it began.
    func lines(_ heard: HeardSound) -> [String] {
        let said = heard.utterances.map { ($0.spoken.lowerBound, lines($0)) }
        let pressed = heard.keys.map { key in
            let side = Self.side(key.channel)
            return (
                key.frames.lowerBound,
                ["\(Self.place(key.frames))\(side)  key \(key.key)"]
            )
        }
        return (said + pressed).enumerated().sorted {
            ($0.element.0, $0.offset) < ($1.element.0, $1.offset)
        }.flatMap(\.element.1)
    }

    /// The lines of an utterance.
    func lines(_ utterance: HeardSound.Utterance) -> [String] {
        let side = Self.side(utterance.channel)
        let partials = utterance.partials.map {
            "  \(Self.rate.text($0.frame))\(side)  \($0.text) …"
        }
        return partials + outcome(of: utterance)
    }

    private func outcome(of utterance: HeardSound.Utterance) -> [String] {
        let place = Self.place(utterance.spoken) + Self.side(utterance.channel)
        switch utterance.outcome {
        case .final(let heard):
            return ["\(place)  \(heard.text)  (\(heard.confidence) of 1000)"] + details(heard)
        case .rejected(let nearest?):
            return [
                "\(place)  rejected: \(nearest.text) fits badly"
                    + "  (\(nearest.confidence) of 1000)"
            ] + details(nearest)
        case .rejected(nil): return ["\(place)  rejected: nothing listened for fits"]
        case .failed(let error): return ["\(place)  failed: \(error)"]
        }
    }

    private func details(_ heard: Hypothesis) -> [String] {
        var lines: [String] = []
        for word in heard.words where showsWords || showsPhones {
            lines.append(
                "  \(Self.place(word.range))  \(word.text)  (\(word.confidence) of 1000)")
            for phone in word.phones where showsPhones {
                let score = showsGoodness ? "  (\(phone.score) of 1000)" : ""
                lines.append("    \(Self.place(phone.range))  \(phone.phone)\(score)")
            }
        }
        for other in heard.alternatives where showsAlternatives {
            lines.append("  or: \(other.text)  (\(other.distance) less likely)")
        }
        return lines
    }

    private static func side(_ channel: Int?) -> String {
        channel.map { "  channel \($0)" } ?? ""
    }

    private static func place(_ range: Range<Int64>) -> String {
        "\(rate.text(range.lowerBound)) to \(rate.text(range.upperBound))"
    }

    /// An utterance as an object.
    func value(_ utterance: HeardSound.Utterance) -> JSONValue {
        var object = Self.span(utterance.spoken)
        object["channel"] = utterance.channel.map { .integer(Int64($0)) }
        if showsPartials {
            object["partials"] = .array(
                utterance.partials.map { ["frame": .integer($0.frame), "text": .string($0.text)] })
        }
        switch utterance.outcome {
        case .final(let heard):
            object["outcome"] = "final"
            fill(&object, heard, withWords: true)
        case .rejected(let nearest):
            object["outcome"] = "rejected"
            if let nearest { fill(&object, nearest, withWords: showsWords || showsPhones) }
        case .failed(let error):
            object["outcome"] = "failed"
            object["reason"] = .string(error.description)
        }
        return .object(object)
    }

    private func fill(_ object: inout JSONObject, _ heard: Hypothesis, withWords: Bool) {
        object["text"] = .string(heard.text)
        object["confidence"] = .integer(Int64(heard.confidence))
        if withWords { object["words"] = .array(heard.words.map(value)) }
        guard showsAlternatives else { return }
        object["alternatives"] = .array(
            heard.alternatives.map {
                ["text": .string($0.text), "distance": .integer(Int64($0.distance))]
            })
    }

    private func value(_ word: RecognizedWord) -> JSONValue {
        var object = Self.span(word.range)
        object["text"] = .string(word.text)
        object["confidence"] = .integer(Int64(word.confidence))
        if showsPhones {
            object["phones"] = .array(
                word.phones.map { phone in
                    var object = Self.span(phone.range)
                    object["phone"] = .string(phone.phone)
                    if showsGoodness { object["score"] = .integer(Int64(phone.score)) }
                    return .object(object)
                })
        }
        return .object(object)
    }

    private static func span(_ range: Range<Int64>) -> JSONObject {
        ["start": .integer(range.lowerBound), "end": .integer(range.upperBound)]
    }
}

/// Text on a text that was read aloud, for people and for programs.
enum ReadingText {
    /// A line of counts, and one for every word that was not simply read.
    static func lines(_ reading: ReadingAlignment) -> [String] {
        let counts = ReadingAlignment.WordState.allCases.map {
            "\(reading.count($0)) \($0.rawValue)"
        }
        var lines = [
            "reference: \(reading.reference.count) words, " + counts.joined(separator: ", ")
                + "; \(reading.repeats) repeated, \(reading.falseStarts) begun falsely,"
                + " \(reading.extras) too many"
        ]
        for (index, word) in reading.reference.enumerated() {
            let notes = notes(word, in: reading)
            guard !notes.isEmpty else { continue }
            lines.append("  word \(index + 1) '\(word.source)': " + notes.joined(separator: ", "))
        }
        for (index, word) in reading.heard.enumerated() where word.role == .extra {
            lines.append("  heard \(index + 1) '\(word.text)': too many")
        }
        return lines
    }

    private static func notes(
        _ word: ReadingAlignment.ReferenceWord, in reading: ReadingAlignment
    ) -> [String] {
        var notes: [String] = []
        let others = word.heard.filter { reading.heard[$0].role == .misread }
            .map { "'\(reading.heard[$0].text)'" }
        switch word.state {
        case .right where !others.isEmpty:
            notes.append("read, and misread as \(others.joined(separator: " and "))")
        case .right: break
        case .wrong: notes.append("misread as \(others.joined(separator: " and "))")
        case .skipped: notes.append("skipped")
        case .unread: notes.append("unread")
        }
        if word.repeats > 0 { notes.append("repeated \(times(word.repeats))") }
        if word.falseStarts > 0 { notes.append("begun falsely \(times(word.falseStarts))") }
        return notes
    }

    private static func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }

    /// The alignment as an object.
    static func value(_ reading: ReadingAlignment) -> JSONValue {
        func number(_ count: Int) -> JSONValue { .integer(Int64(count)) }
        var object: JSONObject = [
            "words": .array(
                reading.reference.map { word in
                    [
                        "text": .string(word.source), "state": .string(word.state.rawValue),
                        "heard": .array(word.heard.map(number)), "repeats": number(word.repeats),
                        "falseStarts": number(word.falseStarts),
                    ]
                }),
            "heard": .array(
                reading.heard.map { word in
                    var object: JSONObject = [
                        "text": .string(word.text), "role": .string(word.role.rawValue),
                    ]
                    object["reference"] = word.reference.map(number)
                    return .object(object)
                }),
            "repeats": number(reading.repeats), "falseStarts": number(reading.falseStarts),
            "extra": number(reading.extras),
        ]
        for state in ReadingAlignment.WordState.allCases {
            object[state.rawValue] = number(reading.count(state))
        }
        object["furthest"] = reading.furthestMatchedIndex.map(number)
        return .object(object)
    }
}
