package import VoiceActivity
internal import VoiceAudio
internal import VoiceFiles

/// Signs of the sides of a call in its file's name and in the texts that the file carries.
///
/// A channel and a side that are joined belong together: `left=agent right=caller`, `agent_ch2`,
/// `channel 1: customer`. Words between spaces are prose and tell nothing; `agent-left` alone may
/// be prose, too, so that `left` and `right` joined so count where both are told. Channels that are
/// counted count from 1, but where one of them is 0. `outbound` as a word of the name, or as a text
/// of its own, tells that the app called.
package struct SideNames: Sendable, Equatable {
    /// The app's channel, and which text says so; nil where none does, or two differ.
    package private(set) var hint: SideHint?
    /// Whether the app called; nil where nothing says it.
    package private(set) var isOutbound: Bool?

    private enum Unit: Equatable {
        case channel(Int, isCounted: Bool)
        case side(isApp: Bool)
        case other
    }

    private enum Join {
        /// `=` or `:`.
        case sign
        /// `_`, `-` or nothing.
        case tight
        case loose
    }

    private static let app: Set<String> = ["agent", "app", "assistant", "bot", "ivr", "system"]
    private static let caller: Set<String> = ["caller", "callee", "client", "customer", "user"]
    private static let places = ["left": 0, "l": 0, "right": 1, "r": 1]
    private static let counters: Set<String> = ["ch", "chan", "channel", "track"]
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
        self.init(texts, hasName: true)
    }

    /// Reads `texts`, each with the words that name it in a reason. Where they `hasName`, the first
    /// is a file's name.
    init(_ texts: [(text: String, name: String)], hasName: Bool) {
        var hints: [SideHint] = []
        var directions: Set<Bool> = []
        for (place, (text, name)) in texts.enumerated() {
            let text = String(text.prefix(Self.textLimit)).lowercased()
            if let direction = Self.direction(text, isName: hasName && place == 0) {
                directions.insert(direction)
            }
            guard let channel = Self.channel(Self.units(text)) else { continue }
            hints.append(SideHint(channel: channel, reason: "\(name) says so"))
        }
        if Set(hints.map(\.channel)).count == 1 { hint = hints.first }
        if directions.count == 1 { isOutbound = directions.first }
    }

    /// Reads whether the app called; nil where the text does not say it, or says both.
    private static func direction(_ text: String, isName: Bool) -> Bool? {
        let words = text.split { !$0.isLetter && !$0.isNumber }.map(String.init)
        guard
            isName || words == ["outbound"] || words == ["inbound"]
                || words.count == 2 && words[0] == "direction"
        else { return nil }
        let (isOutbound, isInbound) = (words.contains("outbound"), words.contains("inbound"))
        return isOutbound == isInbound ? nil : isOutbound
    }

    /// Splits `text` where letters, digits and other characters meet; each word with what is before
    /// it.
    private static func words(_ text: String) -> [(before: String, word: String)] {
        var words: [(before: String, word: String)] = []
        var (between, isOpen) = ("", false)
        for character in text {
            guard character.isLetter || character.isNumber else {
                between.append(character)
                isOpen = false
                continue
            }
            if isOpen, words[words.count - 1].word.last?.isNumber == character.isNumber {
                words[words.count - 1].word.append(character)
            } else {
                words.append((between, String(character)))
                between = ""
            }
            isOpen = true
        }
        return words
    }

    private static func units(_ text: String) -> [(join: Join, unit: Unit)] {
        let words = words(text)
        var units: [(join: Join, unit: Unit)] = []
        var place = 0
        while place < words.count {
            let (before, word) = words[place]
            var unit = Unit.other
            if app.contains(word) {
                unit = .side(isApp: true)
            } else if caller.contains(word) {
                unit = .side(isApp: false)
            } else if let channel = places[word] {
                unit = .channel(channel, isCounted: false)
            } else if counters.contains(word), place + 1 < words.count,
                ["", " ", "_", "-"].contains(words[place + 1].before),
                let number = Int(words[place + 1].word), (0...2).contains(number)
            {
                unit = .channel(number, isCounted: true)
                place += 1
            }
            units.append((join(before), unit))
            place += 1
        }
        return units
    }

    private static func join(_ before: String) -> Join {
        if before.contains("=") || before.contains(":") { return .sign }
        return ["", "_", "-"].contains(before) ? .tight : .loose
    }

    /// Returns the app's channel by pairs that are joined; nil where they do not agree.
    private static func channel(_ units: [(join: Join, unit: Unit)]) -> Int? {
        let isFromZero = units.contains { $0.unit == .channel(0, isCounted: true) }
        var (found, strong, count, place) = (Set<Int>(), false, 0, 0)
        while place + 1 < units.count {
            let (one, other) = (units[place].unit, units[place + 1].unit)
            let join = units[place + 1].join
            place += 1
            let told: (number: Int, isCounted: Bool, isApp: Bool)
            switch (one, other) {
            case (.channel(let number, let isCounted), .side(let isApp)),
                (.side(let isApp), .channel(let number, let isCounted)):
                told = (number, isCounted, isApp)
            default: continue
            }
            if case .loose = join { continue }
            let channel = told.isCounted && !isFromZero ? told.number - 1 : told.number
            guard (0...1).contains(channel) else { return nil }
            found.insert(told.isApp ? channel : 1 - channel)
            count += 1
            if case .sign = join { strong = true }
            strong = strong || told.isCounted
            place += 1
        }
        return found.count == 1 && (strong || count > 1) ? found.first : nil
    }
}
