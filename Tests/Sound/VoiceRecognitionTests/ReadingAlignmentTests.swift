import Testing

@testable import VoiceRecognition

@Suite("Reading aloud")
struct ReadingAlignmentTests {
    private static let text = "The cat sat on the mat"

    /// States as letters: r right, w wrong, s skipped, u unread; then roles: r read, m misread,
    /// R repeated, f false start, x extra.
    private static func shape(_ reading: ReadingAlignment) -> String {
        let states = reading.reference.map { word in
            switch word.state {
            case .right: "r"
            case .wrong: "w"
            case .skipped: "s"
            case .unread: "u"
            }
        }
        let roles = reading.heard.map { word in
            switch word.role {
            case .read: "r"
            case .misread: "m"
            case .repeated: "R"
            case .falseStart: "f"
            case .extra: "x"
            }
        }
        return states.joined() + " " + roles.joined()
    }

    @Test(
        "tells words right, wrong, skipped, repeated, begun falsely and too many",
        arguments: [
            ("", "uuuuuu "), ("the cat sat on the mat", "rrrrrr rrrrrr"),
            ("THE CAT", "rruuuu rr"), ("the cat on the mat", "rrsrrr rrrrr"),
            ("the cut sat on the mat", "rwrrrr rmrrrr"),
            ("the cat the cat sat on the mat", "rrrrrr rrRRrrrr"),
            ("the the cat", "rruuuu rRr"), ("the CAT#INC cat sat", "rrruuu rfrr"),
            ("the cat CAT#INC sat", "rrruuu rrfr"), ("the big cat sat", "rrruuu rxrr"),
            ("the cut the cat sat", "rrruuu rmRrr"), ("<SPOKEN_NOISE> the cat", "rruuuu rr"),
            ("dog", "wuuuuu m"), ("the cat sat on the mat mat", "rrrrrr rrrrrrR"),
            ("the cat sat on the mat the cat", "rrrrrr rrrrrrRR"),
            ("on the mat", "sssrrr rrr"),
        ])
    func tells(heard: String, expected: String) throws {
        let reading = try ReadingAligner(reference: Self.text).aligned(heard)
        #expect(Self.shape(reading) == expected)
    }

    /// A reading of a text with one event at a known place, and what should be found.
    struct Planted: Sendable, CustomTestStringConvertible {
        var heard: [String]
        var states: String
        var roles: String
        var testDescription: String { heard.joined(separator: " ") }
    }

    private static let distinct = "red blue green white black brown pink grey gold".split(
        separator: " "
    ).map(String.init)

    /// Every event at every place: one to three words skipped or said again, a word misread, begun
    /// falsely or too many. After several words skipped two words follow, after one at least one.
    private static let planted: [Planted] = {
        let all = distinct
        let right = String(repeating: "r", count: all.count)
        func with(_ text: String, _ letter: String, _ places: Range<Int>) -> String {
            let letters = Array(text).enumerated().map { places.contains($0) ? letter : String($1) }
            return letters.joined()
        }
        func adding(_ words: [String], _ role: String, at place: Int) -> Planted {
            var (heard, roles) = (all, Array(right).map(String.init))
            heard.insert(contentsOf: words, at: place)
            roles.insert(contentsOf: words.map { _ in role }, at: place)
            return Planted(heard: heard, states: right, roles: roles.joined())
        }
        var found: [Planted] = []
        for place in all.indices {
            for count in 1...3 where place + count + min(2, count) <= all.count {
                let gone = place..<place + count
                var heard = all
                heard.removeSubrange(gone)
                found.append(
                    Planted(
                        heard: heard, states: with(right, "s", gone),
                        roles: String(right.dropLast(count))))
            }
            for count in 1...3 where count <= place + 1 {
                let again = Array(all[(place + 1 - count)...place])
                found.append(adding(again, "R", at: place + 1))
            }
            let here = place..<place + 1
            var heard = all
            heard[place] = "zebra"
            found.append(
                Planted(
                    heard: heard, states: with(right, "w", here), roles: with(right, "m", here)))
            found.append(adding(["\(all[place])#INC"], "f", at: place))
            found.append(adding(["zebra"], "x", at: place))
        }
        return found
    }()

    @Test("finds every planted event in a text of different words", arguments: planted)
    func finds(planted: Planted) throws {
        let reading = try ReadingAligner(reference: Self.distinct.joined(separator: " "))
            .aligned(planted.heard.joined(separator: " "))
        #expect(Self.shape(reading) == "\(planted.states) \(planted.roles)")
    }

    @Test("gives the indices of words read, the furthest, and counts")
    func outputs() throws {
        let reading = try ReadingAligner(reference: Self.text)
            .aligned("the cut the CAT#INC cat sat the mat uh")
        #expect(reading.reference.map(\.source) == ["The", "cat", "sat", "on", "the", "mat"])
        #expect(reading.matchedReferenceIndices == [0, 1, 2, 4, 5])
        #expect(reading.furthestMatchedIndex == 5)
        #expect(reading.count(.skipped) == 1 && reading.count(.right) == 5)
        #expect(reading.repeats == 1 && reading.falseStarts == 1 && reading.extras == 1)
        #expect(reading.reference[1].heard.map { reading.heard[$0].text } == ["cut", "cat"])
        #expect(try ReadingAligner(reference: "").aligned("uh").furthestMatchedIndex == nil)
    }

    @Test("a growing hypothesis gives what all of it at once gives, whatever it revises")
    func growing() throws {
        for seed in 1...120 {
            var random = RandomWords(seed: UInt64(seed))
            let text = random.words(16, kinds: 4).joined(separator: " ")
            let plain = try ReadingAligner(reference: text)
            var growing = plain
            var words: [String] = []
            for _ in 0..<12 {
                words.removeLast(min(words.count, random.below(3)))
                words += random.words(3, kinds: 5).map { random.below(6) == 0 ? "\($0)#inc" : $0 }
                let heard = words.joined(separator: " ")
                #expect(try growing.align(heard) == plain.aligned(heard))
            }
        }
    }

    /// The least cost by relaxing every way from every place until nothing is cheaper.
    private static func leastCost(_ reference: [String], _ words: [ScoringWord]) -> Int32 {
        var costs = [Int32](repeating: .max / 2, count: reference.count + 1)
        costs[0] = 0
        func settle() {
            var isSettled = false
            while !isSettled {
                isSettled = true
                for from in costs.indices {
                    for to in costs.indices where to != from {
                        let step =
                            to > from
                            ? ReadingCosts.skip + ReadingCosts.wordSkipped * Int32(to - from)
                            : ReadingCosts.goBack + ReadingCosts.wordBack * Int32(from - to)
                        guard costs[from] + step < costs[to] else { continue }
                        costs[to] = costs[from] + step
                        isSettled = false
                    }
                }
            }
        }
        for word in words {
            settle()
            let before = costs
            for place in costs.indices {
                var ways: [Int32]
                if word.isFalseStart {
                    ways = [before[place] + ReadingCosts.strayStart]
                    if place < reference.count, reference[place] == word.text {
                        ways.append(before[place] + ReadingCosts.falseStart)
                    }
                } else {
                    ways = [before[place] + ReadingCosts.extra]
                    if place > 0 {
                        let isRight = reference[place - 1] == word.text
                        ways.append(before[place - 1] + (isRight ? 0 : ReadingCosts.misread))
                    }
                }
                costs[place] = ways.min() ?? .max
            }
        }
        return costs.min() ?? 0
    }

    @Test("takes the cheapest way, and its outcome accounts for every word once")
    func cheapest() throws {
        for seed in 1...300 {
            var random = RandomWords(seed: UInt64(seed))
            let reference = random.words(9, kinds: 4)
            let heard = random.words(12, kinds: 5).map { random.below(7) == 0 ? "\($0)#inc" : $0 }
            var aligner = try ReadingAligner(reference: reference.joined(separator: " "))
            let reading = try aligner.align(heard.joined(separator: " "))
            let words = ScoringText.words(of: heard.joined(separator: " "))
            #expect(aligner.leastCost == Self.leastCost(reference, words), "seed \(seed)")
            #expect(reading.heard.map(\.text) == words.map(\.text))
            let reads = reading.heard.indices.filter {
                [.read, .misread, .repeated].contains(reading.heard[$0].role)
            }
            #expect(reading.reference.flatMap(\.heard).sorted() == reads)
            for index in reads {
                let place = try #require(reading.heard[index].reference)
                let isSame = reading.heard[index].text == reading.reference[place].text
                #expect(isSame == (reading.heard[index].role != .misread))
            }
        }
    }

    @Test("refuses texts that are too long together, and keeps what it knew")
    func limits() throws {
        let long = String(repeating: "a ", count: ReadingAligner.wordLimit + 1)
        #expect(
            throws: RecognitionError.textTooLong(words: 20_001, limit: ReadingAligner.wordLimit)
        ) { _ = try ReadingAligner(reference: long) }
        var aligner = try ReadingAligner(reference: String(repeating: "a ", count: 20_000))
        let before = try aligner.align("a a")
        let most = ReadingAligner.cellLimit / 20_001 - 1
        #expect(throws: RecognitionError.textTooLong(words: most + 1, limit: most)) {
            _ = try aligner.align(String(repeating: "a ", count: most + 1))
        }
        #expect(try aligner.align("a a") == before)
    }
}

@Suite("What a task covers")
struct TaskCoverageTests {
    private static let grammar = """
        #JSGF V1.0;
        grammar order;
        public <order> = [please] <verb> (a | the) <thing>+ [<tail>];
        <verb> = get | bring me;
        <thing> = ice-cream | tea;
        <tail> = please | now <tail> | <NULL>;
        """

    @Test(
        "one or several phrases or sentences are covered, parts of them are not",
        arguments: [
            (RecognitionTask.phrases(["turn it on", "Stop!"]), "Turn it on.", true),
            (.phrases(["turn it on", "Stop!"]), "stop turn it on", true),
            (.phrases(["turn it on", "stop"]), "turn it", false),
            (.phrases(["a", "a b"]), "a a b a", true), (.phrases(["a"]), "", false),
            (.phrases(["yes", "no"]), "maybe", false),
            (.grammar(jsgf: grammar), "please get the tea", true),
            (.grammar(jsgf: grammar), "bring me a tea ice cream tea now now please", true),
            (.grammar(jsgf: grammar), "get the tea bring me the tea", true),
            (.grammar(jsgf: grammar), "get the", false), (.grammar(jsgf: grammar), "tea", false),
            (.grammar(jsgf: grammar), "get the tea now please now", false),
            (.graph(RecognitionGraph(phrases: ["turn it on"])), "on turn", true),
            (.graph(RecognitionGraph(phrases: ["turn it on"])), "turn it off", false),
            (.general, "anything at all", true), (.general, "<noise>", false),
        ])
    func covers(task: RecognitionTask, text: String, expected: Bool) throws {
        #expect(try TaskCoverage(of: task).covers(text) == expected)
    }

    @Test("a rule that names itself at its end is followed to its end")
    func recursion() throws {
        let loops = "#JSGF V1.0;\ngrammar g;\npublic <a> = x <b>;\n<b> = y | <a> | [z] <b>;\n"
        let coverage = try TaskCoverage(of: .grammar(jsgf: loops))
        #expect(coverage.covers("x x z z y"))
        #expect(!coverage.covers("x x z z"))
    }

    @Test("refuses a grammar that cannot be read")
    func refuses() {
        #expect(throws: RecognitionError.self) { _ = try TaskCoverage(of: .grammar(jsgf: "no")) }
    }
}
