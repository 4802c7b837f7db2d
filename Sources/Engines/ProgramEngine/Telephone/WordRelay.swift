internal import VoiceEngine
internal import VoiceJSON
internal import VoiceTime

/// A conversation in words: what the server wants said, line by line, and what was heard of it.
struct WordRelay: Equatable {
    /// A server's settings of a conversation in words.
    struct Offer: Equatable {
        let url: String
        let greeting: String?
        let isGreetingInterruptible: Interruption
        let isInterruptible: Interruption
        /// Input that is told while a line plays that it does not interrupt.
        let reports: Interruption
        let tellsKeys: Bool
        let language: String
    }

    /// Input of a caller that interrupts a line.
    enum Interruption: String, Equatable {
        case none, dtmf, speech, any

        init(_ text: String?, without standard: Self) {
            switch text?.lowercased() {
            case nil: self = standard
            case "true": self = .any
            case "false": self = .none
            case let text?: self = Self(rawValue: text) ?? standard
            }
        }

        var hasSpeech: Bool { self == .speech || self == .any }
        var hasKeys: Bool { self == .dtmf || self == .any }
    }

    /// A sentence or a file on its way to the caller.
    struct Line: Equatable {
        let sound: ProgramSound
        /// Number of the answer that it belongs to.
        let turn: Int
        let interruption: Interruption
        /// The server's own line.
        let line: String?

        /// Its words; empty for a file.
        var text: String { if case .text(let text) = sound { text } else { "" } }
    }

    /// A line that plays.
    struct Playing: Equatable {
        let number: Int
        let line: Line
        var began: Frame?
        var prompt: RealizedPrompt?
    }

    /// Bytes of text that wait at most.
    static let textLimit = 1 << 20

    let offer: Offer
    var language: String
    private(set) var waiting: [Line] = []
    var playing: Playing?
    /// Text that is no whole sentence yet.
    private(set) var rest = ""
    private var textBytes = 0
    /// Number of the answer whose text comes.
    private var turn = 1
    /// The part of the answer that was heard to its end: the answer's number, text and frames.
    private var heard: (turn: Int, text: String, frames: Frame) = (0, "", 0)
    /// Frame at which a line was over last.
    private(set) var lastHeard: Frame = 0
    /// Whether the words under way are not told.
    var isUnreported = false

    init(_ offer: Offer) {
        self.offer = offer
        language = offer.language
    }

    static func == (left: Self, right: Self) -> Bool {
        left.offer == right.offer && left.waiting == right.waiting
            && left.playing == right.playing && left.rest == right.rest
    }

    /// Whether something is said, or is about to be.
    var isSpeaking: Bool { playing != nil || !waiting.isEmpty }

    // MARK: What the server says

    /// Adds a token of text, and takes in the sentences that are whole with it; `isLast` ends the
    /// answer.
    ///
    /// - Returns: whether it fits.
    mutating func add(
        _ token: String, isLast: Bool, _ interruption: Interruption?, _ line: String?
    ) -> Bool {
        textBytes += token.utf8.count
        guard textBytes <= Self.textLimit else { return false }
        rest += token
        let kind = interruption ?? offer.isInterruptible
        while let end = Self.endOfSentence(in: rest) {
            add(sentence: rest[..<end], kind, line)
            rest = String(rest[end...])
        }
        if isLast {
            add(sentence: rest[...], kind, line)
            rest = ""
            turn += 1
        }
        return true
    }

    private mutating func add(
        sentence: Substring, _ interruption: Interruption, _ line: String?
    ) {
        let words = sentence.split(whereSeparator: \.isWhitespace)
        guard !words.isEmpty else { return }
        waiting.append(
            Line(
                sound: .text(words.joined(separator: " ")), turn: turn,
                interruption: interruption, line: line))
    }

    /// Adds a file, which is an answer of its own.
    mutating func add(file: ProgramSound, _ interruption: Interruption?, _ line: String?) {
        waiting.append(
            Line(
                sound: file, turn: turn, interruption: interruption ?? offer.isInterruptible,
                line: line))
        turn += 1
    }

    /// Returns the place behind the first sentence that something follows; nil without one.
    private static func endOfSentence(in text: String) -> String.Index? {
        var place = text.startIndex
        while let mark = text[place...].firstIndex(where: { ".!?".contains($0) }) {
            let next = text.index(after: mark)
            guard next < text.endIndex else { return nil }
            if text[next].isWhitespace { return next }
            place = next
        }
        return nil
    }

    // MARK: What is heard

    /// Takes away the next line, which plays under `number`; nil while one plays or none is left.
    mutating func playNext(_ number: Int) -> Line? {
        guard playing == nil, !waiting.isEmpty else { return nil }
        let line = waiting.removeFirst()
        if case .text(let text) = line.sound { textBytes -= min(textBytes, text.utf8.count) }
        playing = Playing(number: number, line: line)
        return line
    }

    /// The line that plays is over.
    mutating func end(at frame: Frame) {
        guard let playing else { return }
        let told = told(by: frame)
        heard = (playing.line.turn, told.text, told.frames)
        (self.playing, lastHeard) = (nil, frame)
    }

    /// Throws away what is not heard yet.
    ///
    /// - Returns: the answer as far as it was heard, and how long it played.
    mutating func interrupt(at frame: Frame) -> (text: String, frames: Frame) {
        let told = told(by: frame)
        (waiting, playing, rest, textBytes) = ([], nil, "", 0)
        (turn, lastHeard) = (turn + 1, frame)
        return told
    }

    /// The whole text of the answer that plays, as far as it came.
    var answer: String {
        guard let playing else { return "" }
        let turn = playing.line.turn
        let lines = ([playing.line] + waiting).filter { $0.turn == turn }.map(\.text)
        let parts = [heard.turn == turn ? heard.text : ""] + lines + [self.turn == turn ? rest : ""]
        return parts.filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// Returns what was heard by `frame` of the answer that plays.
    private func told(by frame: Frame) -> (text: String, frames: Frame) {
        guard let playing else { return ("", 0) }
        let before = heard.turn == playing.line.turn ? (heard.text, heard.frames) : ("", 0)
        guard let began = playing.began else { return before }
        let frames = max(0, frame - began)
        let text = [before.0, playing.text(heardFor: frames)].filter { !$0.isEmpty }
        return (text.joined(separator: " "), before.1 + frames)
    }
}

extension WordRelay.Playing {
    /// Returns the words that began in the first `frames`: by the times of the voice, else by their
    /// share of the sound.
    fileprivate func text(heardFor frames: Frame) -> String {
        guard case .text(let text) = line.sound, let prompt, frames < prompt.frames else {
            if case .text(let text) = line.sound { return text }
            return ""
        }
        let marks = prompt.marks
        guard !marks.isEmpty else {
            let words = text.split(separator: " ")
            let count = Int(Int64(words.count) * frames / max(1, prompt.frames))
            return words.prefix(count).joined(separator: " ")
        }
        let end = marks.last { $0.frame < frames }?.characters.upperBound ?? 0
        return String(text.prefix(end))
    }
}
