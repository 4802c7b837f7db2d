/// Where a word is spoken, as the engine tells it.
public struct SpeechMark: Sendable, Hashable {
    /// When the word begins, in milliseconds of the rendered audio.
    public var milliseconds: Int64
    /// Its characters in ``SpeechRequest/text``.
    public var characters: Range<Int>

    /// Puts a mark together.
    public init(milliseconds: Int64, characters: Range<Int>) {
        self.milliseconds = milliseconds
        self.characters = characters
    }
}

extension SpeechSynthesizer {
    /// Where the words of `request` are spoken, in order.
    ///
    /// An alias or a number of several words is one word: that of the text it stands for.
    /// - Throws: ``SynthesisError``, as ``render(_:)`` does.
    public func marks(of request: SpeechRequest) throws(SynthesisError) -> [SpeechMark] {
        let (text, arguments) = try Self.arguments(for: request)
        let program = try SpeechProgram.find(given: program)
        let rate = ["--rate", String(request.wordsPerMinute)]
        let output = try Self.run(
            program, arguments + rate + ["--marks"], input: Array(text.utf8))
        let origins = request.origins(of: text)
        var marks: [SpeechMark] = []
        for line in String(decoding: output, as: UTF8.self).split(separator: "\n") {
            let numbers = line.split(separator: " ").compactMap { Int($0) }
            guard numbers.count == 3, numbers[0] >= marks.last.map({ Int($0.milliseconds) }) ?? 0
            else { throw .outputUnreadable(program: program) }
            let spoken = (numbers[1]..<max(numbers[1], numbers[1] + numbers[2]))
                .clamped(to: 0..<origins.count)
            guard let first = spoken.first, let last = spoken.last else { continue }
            let characters = origins[first].lowerBound..<origins[last].upperBound
            // A number is spoken in several words.
            guard characters.lowerBound >= marks.last?.characters.upperBound ?? 0 else { continue }
            marks.append(SpeechMark(milliseconds: Int64(numbers[0]), characters: characters))
        }
        return marks
    }
}
