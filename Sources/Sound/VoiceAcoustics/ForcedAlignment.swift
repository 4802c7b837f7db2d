/// Alignment of the words and phones of a known text with a sound.
package struct ForcedAlignment: Sendable, Equatable {
    /// A phone and its frames.
    public struct Phone: Sendable, Equatable {
        /// The phone's name in the model.
        public var name: String
        /// The frames it covers.
        public var frames: Range<Int>
        /// Fit of the phone: the mean over its frames of how much its states score less than the
        /// best phone without neighbours, in nepers; 0 for a perfect fit, negative for worse,
        /// positive where its neighbours make it fit better than any phone alone.
        package var fit: Float
        /// Gain of the phone over silence: the mean over its frames of how much its states score
        /// more, in nepers; noise that few frames of a word fit has little.
        public var gain: Float
    }

    /// A word, its frames and its phones.
    public struct Word: Sendable, Equatable {
        /// The number of the word in the text.
        public var number: Int
        /// The frames it covers.
        public var frames: Range<Int>
        /// Phones of the word in their order.
        public var phones: [Phone]
        /// Fit of the word: the mean of its phones' fit over all frames of their states, in nepers.
        package var fit: Float
    }

    /// The words in their order.
    package let words: [Word]

    /// Frames by which a word goes on in a silence behind it, as far as that is long enough: the
    /// silence of the model takes the end of a voice that dies away for its own.
    ///
    /// Measured on 57 last words of recordings: without it they end 21 ms early by the median.
    static let decay = 2

    /// Number of nodes from which on texts are searched with a beam: otherwise a long text of a
    /// long sound would take its length in nodes for each frame.
    package static let exactNodes = 300
    /// Beam, in nepers: wide, since a text has to be followed through badly fitting parts too.
    package static let beam: Float = 1_000

    /// Aligns `words` with the features of an utterance; nil where it is too short for them.
    ///
    /// Silence may stand before, between and after them.
    package init?(
        _ words: [WordGraph.Word], to features: CepstralFrontEnd.Features, model: AcousticModel
    ) {
        let network = SearchNetwork(WordGraph.sequence(words), model: model)
        let scores = network.senones.scores(of: features)
        guard
            let states = Self.states(network, scores, features.count, exactNodes: Self.exactNodes)
                ?? Self.states(network, scores, features.count, exactNodes: .max)
        else { return nil }
        var loop = PhoneLoop(network)
        let width = network.senones.count
        scores.withUnsafeBufferPointer { scores in
            guard let base = scores.baseAddress else { return }
            for frame in 0..<features.count { loop.step(base + frame * width) }
        }
        let found = Self.words(states, network, scores: scores, best: loop.bestStates)
        self.words = Self.decaying(found, count: features.count)
    }

    /// The best path from the first state to the last through the scores of `count` frames; nil
    /// where none was found.
    private static func states(
        _ network: SearchNetwork, _ scores: [Int32], _ count: Int, exactNodes: Int
    ) -> [TokenSearch.Step]? {
        var search = TokenSearch(network, remembering: .states, exactNodes: exactNodes, beam: beam)
        let width = network.senones.count
        scores.withUnsafeBufferPointer { scores in
            guard let base = scores.baseAddress else { return }
            for frame in 0..<count { search.step(base + frame * width) }
        }
        return search.ends().first.map { search.states(of: $0) }
    }

    /// The words with their decay, and with the mean fit of their phones.
    private static func decaying(_ words: [Word], count: Int) -> [Word] {
        var words = words
        for index in words.indices {
            let phones = words[index].phones
            let frames = phones.reduce(0) { $0 + $1.frames.count }
            let sum = phones.reduce(Float(0)) { $0 + $1.fit * Float($1.frames.count) }
            words[index].fit = frames > 0 ? sum / Float(frames) : 0
            let end = words[index].frames.upperBound
            let next = index + 1 < words.count ? words[index + 1].frames.lowerBound : count
            let last = phones.count - 1
            guard last >= 0, next > end else { continue }
            let later = min(end + decay, next)
            words[index].frames = words[index].frames.lowerBound..<later
            words[index].phones[last].frames = phones[last].frames.lowerBound..<later
        }
        return words
    }

    private static func words(
        _ steps: [TokenSearch.Step], _ network: SearchNetwork, scores: [Int32], best: [Int32]
    ) -> [Word] {
        var words: [Word] = []
        var sums: (fit: Int64, gain: Int64) = (0, 0)
        let width = network.senones.count
        let silence = network.places(ofPhone: network.model.phones.silence)
        for (index, step) in steps.enumerated() {
            let end = index + 1 < steps.count ? Int(steps[index + 1].frame) : best.count
            let frames = Int(step.frame)..<end
            let node = network.nodes[Int(step.state / 3)]
            guard Int(node.phone) != network.model.phones.silence else { continue }
            if step.state % 3 == 0
                || words.last?.phones.last?.frames.upperBound != frames.lowerBound
            {
                if step.state % 3 == 0, node.word >= 0 {
                    words.append(Word(number: words.count, frames: frames, phones: [], fit: 0))
                }
                guard !words.isEmpty else { continue }
                words[words.count - 1].phones.append(
                    Phone(
                        name: network.model.phones.names[Int(node.phone)],
                        frames: frames.lowerBound..<frames.lowerBound, fit: 0, gain: 0))
                sums = (0, 0)
            }
            let place = [node.places.0, node.places.1, node.places.2][Int(step.state % 3)]
            for frame in frames {
                let score = scores[frame * width + Int(place)]
                let silent = silence.map { scores[frame * width + $0] }.max() ?? score
                sums.fit += Int64(score - best[frame])
                sums.gain += Int64(score - silent)
            }
            let last = words.count - 1
            let phone = words[last].phones.count - 1
            let whole = words[last].phones[phone].frames.lowerBound..<frames.upperBound
            let unit = Score.unit * Float(max(1, whole.count))
            words[last].phones[phone].frames = whole
            words[last].phones[phone].fit = Float(sums.fit) / unit
            words[last].phones[phone].gain = Float(sums.gain) / unit
            words[last].frames = words[last].frames.lowerBound..<frames.upperBound
        }
        return words
    }
}
