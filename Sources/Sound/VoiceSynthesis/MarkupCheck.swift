/// Fault of a text in SSML.
package struct MarkupFault: Sendable, Hashable {
    /// Whether the text breaks the rules of XML or has no `speak` element; else a part of it is
    /// well formed and is not spoken as it asks.
    package let isMalformed: Bool
    /// Sentence on what is wrong, where, and the next step.
    package let sentence: String

    /// Finds the faults of `text`: the first place where it is malformed, and before it what
    /// espeak-ng does not speak as it is written, each kind once.
    ///
    /// Source: SSML 1.1 and XML 1.0; what has an effect was measured with espeak-ng 1.51.
    package static func all(in text: String) -> [MarkupFault] {
        var check = MarkupCheck(text)
        check.run()
        return check.faults
    }
}

/// Goes through a text in SSML from tag to tag.
private struct MarkupCheck {
    private let text: MarkupText
    /// Elements that are open, outermost first.
    private var open: [String] = []
    private var hasRoot = false
    private(set) var faults: [MarkupFault] = []
    private var isMalformed: Bool { faults.last?.isMalformed ?? false }

    init(_ text: String) { self.text = MarkupText(Array(text)) }

    mutating func run() {
        var index = 0
        while index < text.letters.count, !isMalformed {
            if text.letters[index] == "<" {
                guard let end = text.tagEnd(from: index) else {
                    return malformed("\"<\" begins no tag. Write &lt; for the character", at: index)
                }
                read(index..<end)
                index = end
            } else {
                let end = text.letters[index...].firstIndex(of: "<") ?? text.letters.count
                takeText(index..<end)
                index = end
            }
        }
        guard !isMalformed else { return }
        if let element = open.last {
            malformed("<\(element)> is not closed. Add </\(element)>", at: text.letters.count)
        } else if !hasRoot {
            malformed(
                "there is no <speak> element. Write <speak> … </speak> around the text", at: 0)
        }
    }

    private mutating func read(_ place: Range<Int>) {
        let letters = text.letters[place]
        if letters.starts(with: "<!--") || letters.starts(with: "<?") { return }
        if letters.starts(with: "<![CDATA[") {
            return unspoken("A CDATA section is not spoken. Write its text without the section")
        }
        if letters.starts(with: "<!DOCTYPE") { return }
        let tag = text.tag(at: place)
        guard tag.isWellFormed else {
            let shown = String(letters.prefix(40))
            return malformed(
                "\(shown) is no tag. Write <name attribute=\"value\">, &lt; for the character <",
                at: place.lowerBound)
        }
        if tag.isEnd {
            guard open.last == tag.name else {
                let wanted = open.last.map { "</\($0)>" } ?? "the end"
                return malformed("found </\(tag.name)>, expected \(wanted)", at: place.lowerBound)
            }
            open.removeLast()
            return
        }
        if open.isEmpty {
            guard tag.name == "speak", !hasRoot else {
                return malformed(
                    "<\(tag.name)> stands outside of <speak>. Write one <speak> … </speak> around "
                        + "the text", at: place.lowerBound)
            }
            hasRoot = true
        }
        if let why = tag.whyUnspoken { unspoken(why) }
        if !tag.isEmpty { open.append(tag.name) }
    }

    private mutating func takeText(_ place: Range<Int>) {
        let letters = text.letters[place]
        if open.isEmpty, let first = letters.firstIndex(where: { !$0.isWhitespace }) {
            return malformed(
                "text stands outside of <speak>. Write one <speak> … </speak> around the text",
                at: first)
        }
        var rest = letters
        while let sign = rest.firstIndex(of: "&") {
            rest = rest[(sign + 1)...]
            guard let end = rest.prefix(12).firstIndex(of: ";"), Self.isEntity(rest[..<end]) else {
                return malformed("\"&\" begins no entity. Write &amp; for the character", at: sign)
            }
        }
    }

    private static func isEntity(_ name: ArraySlice<Character>) -> Bool {
        guard name.first == "#" else {
            return ["amp", "lt", "gt", "quot", "apos"].contains(String(name))
        }
        let digits = name.dropFirst()
        if digits.first == "x" { return UInt32(String(digits.dropFirst()), radix: 16) != nil }
        return UInt32(String(digits)) != nil
    }

    private mutating func malformed(_ what: String, at index: Int) {
        let line = text.letters.prefix(index).count { $0.isNewline } + 1
        let place = line > 1 ? "line \(line) of the text" : "character \(index + 1) of the text"
        faults.append(
            MarkupFault(isMalformed: true, sentence: "Malformed SSML at \(place): \(what)."))
    }

    private mutating func unspoken(_ why: String) {
        let fault = MarkupFault(isMalformed: false, sentence: "\(why).")
        if !faults.contains(fault) { faults.append(fault) }
    }
}

extension MarkupTag {
    /// Elements that are spoken as they ask, and those that are silent by their meaning.
    private static let known: Set<String> = [
        "speak", "p", "s", "break", "prosody", "emphasis", "say-as", "sub", "voice", "w", "token",
        "mark", "metadata", "meta", "desc",
    ]

    /// Values of `interpret-as` that espeak-ng does something about; a cardinal number is how it
    /// reads one anyway.
    private static let interpretations: Set<String> = [
        "characters", "telephone", "cardinal", "number", "tts:char", "tts:key", "tts:digits",
    ]

    /// Reason why it is not spoken as it asks, and the next step; nil where it is.
    fileprivate var whyUnspoken: String? {
        switch name {
        case "break":
            if let time = self["time"], pauseMilliseconds == nil {
                return "The pause \"\(time)\" has no length. Write 500ms or 1.5s, an hour at most"
            }
            guard let strength = self["strength"], Self.strengths[strength] == nil else {
                return nil
            }
            return "The pause has an unknown strength \"\(strength)\". Use one of: none, x-weak, "
                + "weak, medium, strong, x-strong"
        case "say-as":
            guard let word = self["interpret-as"], !Self.interpretations.contains(word) else {
                return nil
            }
            return "interpret-as=\"\(word)\" has no effect here. Write the text as it is said"
        case "prosody":
            let idle = ["duration", "contour"].first { self[$0] != nil }
            return idle.map { "\"\($0)\" of <prosody> has no effect here. Use rate or pitch" }
        case "audio":
            return "<audio> is not played here. Make a combo with a prompt that has the audioFile"
        case "phoneme":
            return
                "<phoneme> has no effect here. Give the pronunciation in the file \"phonemes\" of"
                + " voicetest.json, or with `voicetest test --phonemes`"
        default:
            return Self.known.contains(name)
                ? nil : "<\(name)> has no effect here: its text is spoken without it"
        }
    }
}
