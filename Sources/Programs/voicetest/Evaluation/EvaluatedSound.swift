import VoiceActivity
import VoiceRecognition

/// Comparison of what was heard in a sound file with what is said in it.
struct EvaluatedSound: Sendable, Equatable {
    /// Distances of times from the labels, in frames of ``SoundListener/rate``; late is above 0.
    struct Times: Sendable, Equatable {
        var starts: [Int64] = []
        var ends: [Int64] = []
    }

    /// The file's path below the folder.
    let name: String
    /// The words that are said, as they are compared.
    let reference: String
    /// The words that were recognised, as they are compared.
    let heard: String
    /// Whether the words are listened for.
    let isInGrammar: Bool
    /// Whether anything was recognised.
    let isAccepted: Bool
    /// Whether what is listened for was recognised without an error.
    let isRight: Bool
    /// Whether it would have been, had nothing been rejected.
    let isNearestRight: Bool
    /// Alignment of the words; nil for speech that is not listened for.
    let alignment: WordAlignment?
    /// Stretches of speech that were found.
    let utterances: Int
    /// Number of turns of the labels; ``missedTurns`` is how many of them have no detected speech.
    private(set) var turns = 0
    private(set) var missedTurns = 0
    /// Stretches of speech that lie in no turn; counted where there are labels.
    private(set) var extraSpeech = 0
    private(set) var hasTruth = false
    /// Distances of the starts and ends of speech.
    private(set) var speech = Times()
    /// Distances of the starts and ends of words that were recognised rightly.
    private(set) var words = Times()
    /// Reasons why utterances were not recognised at all.
    let failures: [String]

    /// Compares.
    ///
    /// - Throws: ``RecognitionError/textTooLong(words:limit:)``.
    init(
        _ sound: TranscribedSound, heard found: HeardSound, coverage: TaskCoverage
    ) throws(RecognitionError) {
        let said = ScoringText.words(of: sound.transcript).map(\.text)
        func spoken(_ text: String) -> [String] {
            ScoringText.words(of: text).filter { !$0.isFalseStart }.map(\.text)
        }
        let accepted = spoken(found.text)
        name = sound.name
        reference = said.joined(separator: " ")
        heard = accepted.joined(separator: " ")
        // Where nothing is said, nothing can be right.
        isInGrammar =
            !said.isEmpty && (sound.isInGrammar ?? coverage.covers(sound.transcript))
        isAccepted = !accepted.isEmpty
        isRight = isInGrammar && accepted == said
        isNearestRight = isInGrammar && spoken(found.nearestText) == said
        alignment =
            isInGrammar ? try WordAlignment(reference: said, hypothesis: accepted) : nil
        utterances = found.utterances.count
        failures = found.failures.map(\.description)
        if let truth = sound.truth {
            hasTruth = true
            compareSpeech(truth.turns, found.utterances.map(\.spoken))
            try compareWords(truth.words, found.recognized.flatMap(\.words))
        }
    }

    /// A stretch that reaches over two turns tells neither the end of the first nor the start of
    /// the second.
    private mutating func compareSpeech(_ turns: [Range<Int64>], _ found: [Range<Int64>]) {
        self.turns = turns.count
        extraSpeech = found.count { stretch in !turns.contains { $0.overlaps(stretch) } }
        for (index, turn) in turns.enumerated() {
            let inside = found.filter { $0.overlaps(turn) }
            guard let first = inside.first, let last = inside.last else {
                missedTurns += 1
                continue
            }
            if index == 0 || !first.overlaps(turns[index - 1]) {
                speech.starts.append(first.lowerBound - turn.lowerBound)
            }
            if index == turns.count - 1 || !last.overlaps(turns[index + 1]) {
                speech.ends.append(last.upperBound - turn.upperBound)
            }
        }
    }

    private mutating func compareWords(
        _ labelled: [SoundTruth.Word], _ recognized: [RecognizedWord]
    ) throws(RecognitionError) {
        guard !labelled.isEmpty else { return }
        let said = Self.timed(labelled.map { ($0.text, $0.range) })
        let found = Self.timed(recognized.map { ($0.text, $0.range) })
        let alignment = try WordAlignment(
            reference: said.map(\.text), hypothesis: found.map(\.text))
        for case .match(let reference, let hypothesis) in alignment.steps {
            let (truth, word) = (said[reference], found[hypothesis])
            if let asked = truth.start, let start = word.start {
                words.starts.append(start - asked)
            }
            if let asked = truth.end, let end = word.end { words.ends.append(end - asked) }
        }
    }

    /// Words as they are compared. Of one that is several only the outer times are known.
    private static func timed(
        _ words: [(text: String, range: Range<Int64>)]
    ) -> [(text: String, start: Int64?, end: Int64?)] {
        words.flatMap { word in
            let parts = ScoringText.words(of: word.text).filter { !$0.isFalseStart }
            return parts.enumerated().map { index, part in
                (
                    part.text, index == 0 ? word.range.lowerBound : nil,
                    index == parts.count - 1 ? word.range.upperBound : nil
                )
            }
        }
    }
}
