package import VoiceActivity
internal import VoiceAudio
internal import VoiceFiles

/// Signs of the sides of a call in its file's name and in the texts that the file carries.
///
/// A channel and a side that stand beside each other belong together: `left=agent right=caller`,
/// `agent_ch2`, `channel 1: customer`. Channels that are counted count from 1, but where one of
/// them is 0. `outbound` tells that the app called.
package struct SideNames: Sendable, Equatable {
    /// The app's channel, and which text says so; nil where none does, or two differ.
    package private(set) var hint: SideHint?
    /// Whether the app called; nil where nothing says it.
    package private(set) var isOutbound: Bool?

    private enum Word: Equatable {
        case channel(Int, isCounted: Bool)
        case app
        case caller
        case other
    }

    private static let app: Set<String> = ["agent", "app", "assistant", "bot", "ivr", "system"]
    private static let caller: Set<String> = ["caller", "callee", "client", "customer", "user"]
    private static let places = ["left": 0, "l": 0, "right": 1, "r": 1]
    private static let counters: Set<String> = ["ch", "chan", "channel", "track"]
    /// The most words between a channel and its side.
    private static let mostBetween = 1
    private static let textLimit = 4_096

    /// Reads the name of the file at `path` and its texts.
    package init(path: String) {
        let name = DiskFile.name(of: path)
        var texts = [(name.split(separator: ".").dropLast().joined(separator: " "), "its name")]
        if let metadata = (try? SoundFileReader(path: path))?.metadata {
            texts += SoundMetadata.Text.allCases.compactMap { text in
                metadata.texts[text].map { ($0, "its \(text.name)") }
            }
        }
        self.init(texts)
    }

    /// Reads `texts`, each with the words that name it in a reason.
    init(_ texts: [(text: String, name: String)]) {
        var hints: [SideHint] = []
        var directions: Set<Bool> = []
        for (text, name) in texts {
            let words = Self.words(String(text.prefix(Self.textLimit)))
            if words.contains("outbound") { directions.insert(true) }
            if words.contains("inbound") { directions.insert(false) }
            guard let channel = Self.channel(Self.read(words)) else { continue }
            hints.append(SideHint(channel: channel, reason: "\(name) says so"))
        }
        if Set(hints.map(\.channel)).count == 1 { hint = hints.first }
        if directions.count == 1 { isOutbound = directions.first }
    }

    /// Splits `text` where letters, digits and other characters meet.
    private static func words(_ text: String) -> [String] {
        var words: [String] = []
        var last: Bool?
        for character in text.lowercased() {
            let isDigit = character.isNumber
            guard character.isLetter || isDigit else {
                last = nil
                continue
            }
            if last == isDigit {
                words[words.count - 1].append(character)
            } else {
                words.append(String(character))
            }
            last = isDigit
        }
        return words
    }

    private static func read(_ words: [String]) -> [Word] {
        var read: [Word] = []
        for (place, word) in words.enumerated() {
            if app.contains(word) {
                read.append(.app)
            } else if caller.contains(word) {
                read.append(.caller)
            } else if let channel = places[word] {
                read.append(.channel(channel, isCounted: false))
            } else if place > 0, counters.contains(words[place - 1]), let number = Int(word),
                (0...2).contains(number)
            {
                read.append(.channel(number, isCounted: true))
            } else if !counters.contains(word) {
                read.append(.other)
            }
        }
        return read
    }

    /// Returns the app's channel by pairs of a channel and a side; nil where they do not agree.
    private static func channel(_ words: [Word]) -> Int? {
        let told = words.enumerated().filter { $0.element != .other }
        let isFromZero = told.contains { $0.element == .channel(0, isCounted: true) }
        guard told.count.isMultiple(of: 2), !told.isEmpty else { return nil }
        var found: Set<Int> = []
        for place in stride(from: 0, to: told.count, by: 2) {
            let (one, other) = (told[place], told[place + 1])
            guard other.offset - one.offset - 1 <= mostBetween else { return nil }
            let pair = [one.element, other.element]
            guard let side = pair.first(where: { $0 == .app || $0 == .caller }),
                case .channel(let number, let isCounted)? = pair.first(where: { $0 != side })
            else { return nil }
            let channel = isCounted && !isFromZero ? number - 1 : number
            guard (0...1).contains(channel) else { return nil }
            found.insert(side == .app ? channel : 1 - channel)
        }
        return found.count == 1 ? found.first : nil
    }
}
