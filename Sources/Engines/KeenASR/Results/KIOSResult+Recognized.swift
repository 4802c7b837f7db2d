internal import VoiceJSON
public import VoiceRecognition

extension KIOSResult {
    /// Reading of a hypothesis of the recognizer as a result.
    public struct Reading: Sendable, Equatable {
        /// Session frame at which the response's sound begins.
        public var start: Int64
        /// Frames a second of the session.
        public var sampleRate: Int
        /// Whether phones carry their pronunciation scores.
        public var computesGoP: Bool
        /// Words in upper case whose pronunciation is guessed: their phones have no score.
        public var guessedWords: Set<String>
        /// The id of the response; nil without one.
        public var responseId: String?

        /// A reading of a response that begins at the session frame `start`.
        public init(
            start: Int64, sampleRate: Int, computesGoP: Bool = false,
            guessedWords: Set<String> = [], responseId: String? = nil
        ) {
            precondition(sampleRate > 0, "a session has frames")
            self.start = start
            self.sampleRate = sampleRate
            self.computesGoP = computesGoP
            self.guessedWords = guessedWords
            self.responseId = responseId
        }
    }

    /// Creates the result of speech that goes on, for the response of the id given: words without
    /// times.
    public init(partial hypothesis: Hypothesis, responseId: String? = nil) {
        let words = hypothesis.words.map { KIOSWord(text: Self.shown($0.text)) }
        self.init(
            text: Self.shownText(hypothesis, words), words: words.isEmpty ? nil : words,
            confidencePermille: nil, responseId: responseId)
    }

    /// Creates the final result: words with times, confidences and phones.
    public init(final hypothesis: Hypothesis, _ reading: Reading) {
        let words = hypothesis.words.map { reading.word($0) }
        self.init(
            text: Self.shownText(hypothesis, words), words: words,
            confidencePermille: Self.share(hypothesis.confidence),
            alternatives: hypothesis.alternatives.map { Self.shownText($0.text) },
            responseId: reading.responseId)
    }

    /// A word as results show it: in upper case, but for the tag of a pronunciation.
    static func shown(_ word: String) -> String {
        guard let mark = word.firstIndex(of: "#") else { return word.uppercased() }
        let tag = word[word.index(after: mark)...]
        let isReserved = tag.uppercased() == KIOSWordPronunciation.reservedTag
        return word[..<mark].uppercased() + "#"
            + (isReserved ? KIOSWordPronunciation.reservedTag : String(tag))
    }

    /// Thousandths, 0 to 1000.
    fileprivate static func share(_ thousandths: Int) -> Int { min(max(0, thousandths), 1_000) }

    private static func shownText(_ text: String) -> String {
        text.split(separator: " ").map { shown(String($0)) }.joined(separator: " ")
    }

    private static func shownText(_ hypothesis: Hypothesis, _ words: [KIOSWord]) -> String {
        words.isEmpty ? shownText(hypothesis.text) : words.map(\.text).joined(separator: " ")
    }
}

extension KIOSResult.Reading {
    /// Phones that are no speech, as bundles and models call them.
    private static let unscored: Set<String> = ["SIL", "SPN"]

    fileprivate func word(_ word: RecognizedWord) -> KIOSWord {
        let text = KIOSResult.shown(word.text)
        let plain = String(text.prefix { $0 != "#" })
        let isScored = computesGoP && !guessedWords.contains(plain) && !KIOSResult.isTag(text)
        let last = word.phones.count - 1
        let phones = word.phones.enumerated().map { index, phone in
            let place =
                switch (index == 0, index == last) {
                case (true, true): "S"
                case (true, false): "B"
                case (false, true): "E"
                case (false, false): "I"
                }
            let time = time(phone.range)
            let isNoise = Self.unscored.contains(phone.phone) || phone.phone.hasPrefix("+")
            let hasScore = isScored && !isNoise && time.duration >= 30
            return KIOSPhone(
                text: "\(phone.phone)_\(place)", time: time,
                scorePermille: hasScore ? KIOSResult.share(phone.score) : nil)
        }
        return KIOSWord(
            text: text, time: time(word.range),
            confidencePermille: KIOSResult.share(word.confidence),
            phones: phones.isEmpty ? nil : phones)
    }

    /// The latest moment of a response, in milliseconds: two days. Callbacks of a recorded session
    /// may tell any number.
    private static let latest: Int64 = 172_800_000

    /// A range of session frames in the response's own time; what lies before it begins at 0.
    private func time(_ range: Range<Int64>) -> SpokenSpan {
        func milliseconds(_ frame: Int64) -> Int {
            let (frames, isFar) = frame.subtractingReportingOverflow(start)
            let (whole, isLong) = frames.multipliedReportingOverflow(by: 1_000)
            if isFar || isLong { return frame < start ? 0 : Int(Self.latest) }
            let rate = Int64(sampleRate)
            let rounded = whole / rate + (whole % rate * 2 >= rate ? 1 : 0)
            return Int(min(max(0, rounded), Self.latest))
        }
        let begin = milliseconds(range.lowerBound)
        return SpokenSpan(start: begin, duration: milliseconds(range.upperBound) - begin)
    }
}

extension Hypothesis {
    /// Reads what an engine's callbacks tell of a hypothesis: `{ "text", "confidence", "words":
    /// [{ "text", "start", "end", "confidence", "phones"?: [{ "phone", "start", "end", "score"? }]
    /// }], "alternatives"?: [text] }`, times in frames, shares in thousandths. What is missing is
    /// empty or 0.
    init(fields: JSONObject) {
        func number(_ object: JSONObject, _ key: String) -> Int64 { object[key]?.integer ?? 0 }
        func range(_ object: JSONObject) -> Range<Int64> {
            let start = number(object, "start")
            return start..<max(start, number(object, "end"))
        }
        func objects(_ value: JSONValue?) -> [JSONObject] {
            (value?.array ?? []).compactMap(\.object)
        }
        let words = objects(fields["words"]).map { word in
            RecognizedWord(
                text: word["text"]?.string ?? "", range: range(word),
                confidence: Int(number(word, "confidence")),
                phones: objects(word["phones"]).map { phone in
                    RecognizedPhone(
                        phone: phone["phone"]?.string ?? "", range: range(phone),
                        score: Int(number(phone, "score")))
                })
        }
        self.init(
            text: fields["text"]?.string ?? "", confidence: Int(number(fields, "confidence")),
            words: words,
            alternatives: (fields["alternatives"]?.array ?? []).compactMap(\.string).map {
                AlternativeReading(text: $0, distance: 0)
            })
    }
}
