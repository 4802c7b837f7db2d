/// Words that may be said, between states.
package struct WordGraph: Sendable, Equatable {
    /// A way of saying a word.
    public struct Word: Sendable, Hashable {
        /// The word, as an answer spells it.
        public var text: String
        /// Phones of the word by their numbers in the model; none for ``any(_:)``.
        public var phones: [Int]

        /// A word said as `phones`.
        package init(text: String, phones: [Int]) {
            self.text = text
            self.phones = phones
        }

        /// Returns the word that stands for speech of any phones, called `text`.
        ///
        /// It costs ``SearchNetwork/anyCost`` a frame more than its phones, so that words come out
        /// that fit.
        public static func any(_ text: String) -> Word { Word(text: text, phones: []) }

        /// Whether this stands for any phones.
        package var isAny: Bool { phones.isEmpty }
    }

    /// A step from one state to another.
    package struct Arc: Sendable, Hashable {
        /// The state it leaves.
        package var from: Int
        /// The state it leads to.
        package var to: Int
        /// The number of the word that is said on the way; nil for none.
        package var word: Int?
        /// Cost of the step, in nepers; 0 or more.
        package var cost: Float = 0
        /// Whether the words on both sides of a step without a word are said as before and after
        /// silence, whatever they are. What is said does not end behind such a step.
        ///
        /// A network grows with the jumps of its graph, and with the square of the other steps
        /// that meet at a state.
        package var isJump = false
    }

    /// The ways of saying words.
    package private(set) var words: [Word] = []
    /// The steps.
    package private(set) var arcs: [Arc] = []
    /// Number of states; the first is where everything begins.
    package private(set) var stateCount = 1
    /// States at which the text may end, with the cost in nepers.
    package private(set) var finals: [Int: Float] = [:]
    private var numbers: [Word: Int] = [:]

    /// A graph of one state and no word.
    package init() {}

    /// Adds a state; gives its number.
    package mutating func addState() -> Int {
        stateCount += 1
        return stateCount - 1
    }

    /// Lets the text end at `state`, at the cost of `cost` nepers.
    package mutating func end(at state: Int, cost: Float = 0) { finals[state] = cost }

    /// The number of a way of saying a word, which is added if it is new.
    package mutating func number(of word: Word) -> Int {
        if let known = numbers[word] { return known }
        words.append(word)
        numbers[word] = words.count - 1
        return words.count - 1
    }

    /// Adds a step with `word`, or without one.
    package mutating func add(_ word: Word?, from: Int, to: Int, cost: Float = 0) {
        arcs.append(Arc(from: from, to: to, word: word.map { number(of: $0) }, cost: cost))
    }

    /// Adds a step without a word; as a jump where `isJump` says so.
    package mutating func pass(from: Int, to: Int, cost: Float, isJump: Bool) {
        arcs.append(Arc(from: from, to: to, word: nil, cost: cost, isJump: isJump))
    }

    /// Creates a graph of whole phrases that share their beginnings: each ends at a state of its
    /// own.
    ///
    /// - Parameter phrases: for each phrase its words, and for each word the ways of saying it.
    /// - Returns: the graph, and the state at which each phrase ends; equal phrases share one.
    package static func phrases(_ phrases: [[[Word]]]) -> (graph: WordGraph, ends: [Int]) {
        struct Step: Hashable {
            let from: Int
            let text: String
        }
        var graph = WordGraph()
        var known: [Step: Int] = [:]
        var ends: [Int] = []
        for phrase in phrases {
            var state = 0
            for ways in phrase {
                guard let text = ways.first?.text else { continue }
                let step = Step(from: state, text: text)
                if let next = known[step] {
                    state = next
                    continue
                }
                let next = graph.addState()
                for way in ways { graph.add(way, from: state, to: next) }
                known[step] = next
                state = next
            }
            graph.end(at: state)
            ends.append(state)
        }
        return (graph, ends)
    }

    /// A graph of these words in this order, and nothing else.
    package static func sequence(_ words: [Word]) -> WordGraph {
        phrases([words.map { [$0] }]).graph
    }
}
