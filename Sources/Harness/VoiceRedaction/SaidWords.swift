internal import VoiceEngine
internal import VoiceJSON
internal import VoiceSession
internal import VoiceTime
internal import VoiceTrace

/// Words of a session that its caller said, and the words that its app goes by.
struct SaidWords {
    /// A text of what was said, and when it was known.
    struct Heard {
        let frame: Frame
        let text: String
    }

    /// Texts that were said and understood, in the order in which they were known.
    private(set) var heard: [Heard] = []
    /// Texts that hold what was said, all of it as one text among them: a number may be said in
    /// several turns.
    private(set) var texts: [String] = []
    /// Words of the files, which stay in the session as they are.
    private(set) var needed: Set<Letters> = []
    /// Digits in a row that the files hold, so many as tell a number.
    private(set) var neededDigits: Set<Letters> = []
    /// Words that the app and its engine may decide by: those of numbers aside, what the engine
    /// understands by itself, and what the app told it to expect before that was said.
    private(set) var expected: Set<Letters> = []

    /// Finds the words that were said in `spans` of `parts`; all of them where they are nil. Of a
    /// program that hears sound, that may be anything that it tells from `hiddenFrom` on, when it
    /// hears it.
    init(
        _ parts: SessionParts, spans: [Range<Int>]?, engine: SessionEngine,
        hiddenFrom: Frame? = nil
    ) {
        func isSaid(_ range: Range<Int>) -> Bool {
            spans?.contains { $0.overlaps(range) } ?? true
        }
        var turns: [[String]] = [[], [], []]
        func add(_ texts: [String], at frame: Frame, to turn: Int?) {
            heard += texts.map { Heard(frame: frame, text: $0) }
            if let turn { turns[turn] += texts }
        }
        for input in parts.inputs {
            switch input.input {
            case .caller(let line):
                let active = line.active
                guard isSaid(Int(clamping: active.lowerBound)..<Int(clamping: active.upperBound))
                else { continue }
                let said = [line.words, line.failure].compactMap { $0 }
                add(said, at: active.lowerBound, to: 0)
            case .call(let call):
                let said = engine.contents.values(of: .heard, in: call).flatMap(Self.values)
                add(said, at: input.frame, to: 1)
            default: break
            }
        }
        for event in parts.golden.events where event.tap == .words {
            let start = Int(clamping: max(0, event.why[CoreKey.start]?.integer ?? 0))
            let end = Int(clamping: event.why[CoreKey.end]?.integer ?? .max)
            guard isSaid(start..<max(start, end)) else { continue }
            texts += Self.hypotheses(in: event)
            let text = [event.fields[CoreKey.text]?.string].compactMap { $0 }
            add(text, at: event.frame, to: event.core == .final ? 2 : nil)
            add(Self.alternatives(in: event), at: event.frame, to: nil)
        }
        heard.sort { $0.frame < $1.frame }
        if engine.hearsSound, let hiddenFrom, let program = engine.program {
            texts += program.toldTexts(in: parts.flowFiles, from: hiddenFrom)
        }
        texts += heard.map(\.text) + turns.map { $0.joined(separator: " ") }
        takeFiles(of: parts, engine)
        needed = needed.filter { !engine.numbers.isNumber($0) }
        expected = Set(engine.words.texts.flatMap(Self.words)).union(told(parts, engine))
            .filter { !engine.numbers.isNumber($0) }
    }

    /// Takes the words and the numbers of the app's files, which stay.
    private mutating func takeFiles(of parts: SessionParts, _ engine: SessionEngine) {
        let others = engine.words.fileNames.union(engine.tellingFiles)
        for (name, bytes) in parts.flowFiles where !others.contains(name) {
            needed.formUnion(Self.words(in: bytes))
            for text in Self.texts(in: bytes) {
                for run in NumberRun.all(in: text, engine.numbers) {
                    for row in engine.numbers.readings(of: run.words[...]) {
                        neededDigits.formUnion(row.windows.map { Letters(row.digits[$0]) })
                    }
                }
            }
        }
    }

    /// Words that the app told its engine to expect, before a caller said them.
    private func told(_ parts: SessionParts, _ engine: SessionEngine) -> Set<Letters> {
        var first: [Letters: Frame] = [:]
        for text in heard {
            for word in Self.words(text.text) { first[word] = min(first[word] ?? .max, text.frame) }
        }
        var told: Set<Letters> = []
        for (frame, texts) in engine.program?.expectedTexts(in: parts.flowFiles) ?? [] {
            told.formUnion(texts.flatMap(Self.words).filter { frame < first[$0] ?? .max })
        }
        for input in parts.inputs {
            guard case .call(let call) = input.input else { continue }
            for value in engine.contents.values(of: .expected, in: call) {
                let words = WordMask.texts(value).flatMap(Self.words)
                told.formUnion(words.filter { input.frame < first[$0] ?? .max })
            }
        }
        return told
    }

    /// Every text of a words event but the reason for a failure, which is the recognizer's own.
    private static func hypotheses(in event: TraceEvent) -> [String] {
        event.fields.members.filter { $0.key != CoreKey.reason }.flatMap { member in
            values(member.value)
        }
    }

    private static func alternatives(in event: TraceEvent) -> [String] {
        (event.fields[CoreKey.alternatives]?.array ?? []).flatMap(values)
    }

    /// The texts of a value, but for the names of phones.
    private static func values(_ value: JSONValue) -> [String] {
        switch value {
        case .string(let text): [text]
        case .array(let values): values.flatMap(Self.values)
        case .object(let object):
            object.members.filter { $0.key != CoreKey.phones }.flatMap { Self.values($0.value) }
        default: []
        }
    }

    /// The words of a text, and the pieces that they are made of.
    static func words(_ text: String) -> [Letters] {
        TextPart.all(in: text).flatMap { part -> [Letters] in
            guard case .word(let pieces) = part else { return [] }
            let whole = pieces.flatMap(\.letters)
            return pieces.count > 1 ? [whole] + pieces.map(\.letters) : [whole]
        }
    }

    private static func words(in bytes: [UInt8]) -> Set<Letters> {
        Set(texts(in: bytes).flatMap { TextPart.words(of: $0).map(\.letters) })
    }

    /// A file's texts; a file that is no JSON is one.
    private static func texts(in bytes: [UInt8]) -> [String] {
        if let root = try? JSONReader.value(of: bytes, dialect: .lenient) {
            return WordMask.texts(root)
        }
        return [String(decoding: bytes, as: UTF8.self)]
    }

    /// Whether words that are `kept` leave several digits in a row of a number that was said, which
    /// no file holds. The same digit over and over tells no more than the word does.
    func tellsNumber(keeping kept: Set<Letters>, _ numbers: NumberWords) -> Bool {
        heard.lazy.flatMap { NumberRun.all(in: $0.text, numbers) }.contains { run in
            numbers.readings(of: run.words[...]).contains { row in
                row.windows.contains { window in
                    let digits = Letters(row.digits[window])
                    return digits.count == DigitRow.tellingCount && Set(digits).count > 1
                        && !neededDigits.contains(digits)
                        && row.origins[window].joined().allSatisfy { kept.contains(run.words[$0]) }
                }
            }
        }
    }
}
