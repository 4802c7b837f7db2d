/// Result of a text that was read aloud: of every word of the text, and of every word heard.
public struct ReadingAlignment: Sendable, Equatable {
    /// State of a word of the text.
    public enum WordState: String, Sendable, CaseIterable {
        /// The word was read, perhaps after other attempts.
        case right
        /// Another word was read in its place.
        case wrong
        /// The reader went past it.
        case skipped
        /// The reader has not come to the word.
        case unread
    }

    /// Role of a word that was heard.
    public enum Role: String, Sendable, CaseIterable {
        /// The word reads a word of the text that was not read before.
        case read
        /// The word stands instead of a word of the text.
        case misread
        /// The word reads a word of the text that was read before.
        case repeated
        /// The word was begun and not finished.
        case falseStart
        /// The word belongs to no word of the text.
        case extra
    }

    /// A word of the text.
    public struct ReferenceWord: Sendable, Equatable {
        /// The word as the text has it.
        public var source: String
        /// The word as it was compared.
        public var text: String
        /// State of the word.
        public var state = WordState.unread
        /// Places among the words heard of those that read it, rightly or wrongly, in order.
        public var heard: [Int] = []
        /// Number of times that it was read again after it had been read.
        public var repeats = 0
        /// Number of times that it was begun and not finished.
        package var falseStarts = 0
    }

    /// Word that the reader said for, or beside, a word of the text.
    public struct HeardWord: Sendable, Equatable {
        /// The word as it was compared.
        public var text: String
        /// Role of the word.
        public var role: Role
        /// The place of the word of the text that it belongs to; nil for none.
        public var reference: Int?
    }

    /// The words of the text in their order.
    public internal(set) var reference: [ReferenceWord]
    /// The words heard in their order.
    public internal(set) var heard: [HeardWord] = []

    /// Places of the words that were read, in ascending order.
    public var matchedReferenceIndices: [Int] {
        reference.indices.filter { reference[$0].state == .right }
    }
    /// The last of ``matchedReferenceIndices``; nil where nothing was read.
    package var furthestMatchedIndex: Int? { reference.lastIndex { $0.state == .right } }
    /// Words of the text that were read again, each time counted.
    public var repeats: Int { reference.reduce(0) { $0 + $1.repeats } }
    /// Words that were begun and not finished.
    package var falseStarts: Int { heard.count { $0.role == .falseStart } }
    /// Words heard that belong to no word of the text.
    package var extras: Int { heard.count { $0.role == .extra } }

    /// Returns the number of words of the text in `state`.
    public func count(_ state: WordState) -> Int { reference.count { $0.state == state } }

    init(_ words: [ScoringWord]) {
        reference = words.map { ReferenceWord(source: $0.source, text: $0.text) }
    }
}

extension ReadingAlignment {
    /// Adds a word that was heard; `place` is the number of words of the text behind the reader
    /// after it.
    mutating func add(
        _ word: ScoringWord, _ step: ReadingRow.Taking, at place: Int
    ) {
        var said = HeardWord(text: word.text, role: .extra)
        switch step {
        case .reads:
            let index = place - 1
            said.reference = index
            if word.text == reference[index].text {
                let again = reference[index].state == .right
                said.role = again ? .repeated : .read
                if again { reference[index].repeats += 1 }
                reference[index].state = .right
            } else {
                said.role = .misread
                if reference[index].state != .right { reference[index].state = .wrong }
            }
            reference[index].heard.append(heard.count)
        case .begins:
            said.role = .falseStart
            said.reference = place
            reference[place].falseStarts += 1
        case .adds: said.role = word.isFalseStart ? .falseStart : .extra
        }
        heard.append(said)
    }
}
