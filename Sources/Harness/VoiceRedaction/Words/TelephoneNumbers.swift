internal import VoiceEngine
internal import VoiceFiles
internal import VoiceJSON

/// Numbers of a session's telephone, in whose place a copy has the usual ones.
struct TelephoneNumbers {
    private struct Number {
        let digits: [UInt8]
        let usual: [UInt8]
    }

    /// Digits that a number has at least: fewer stand in any text; chosen.
    private static let leastDigits = 5
    /// Signs between two digits, and how many of them may stand there.
    private static let (separators, separatorLimit) = (Set(" -.()/".utf8), 2)
    /// Texts up to this size are looked at inside base64, in bytes.
    private static let encodedLimit = 1 << 16

    private var numbers: [Number] = []

    /// No numbers.
    init() {}

    /// The numbers of a telephone as a session keeps it: those of both sides, and those with a plus
    /// sign in what the app is asked to call with.
    init(_ telephone: JSONObject) {
        for key in TelephoneFile.numbers {
            add(telephone[key]?.string ?? "", TelephoneFile.defaults[key] ?? "")
        }
        guard let outbound = telephone["outbound"], let to = TelephoneFile.defaults["to"] else {
            return
        }
        for text in WordMask.texts(outbound) where text.hasPrefix("+") { add(text, to) }
    }

    private mutating func add(_ number: String, _ usual: String) {
        let digits = number.utf8.filter(Self.isDigit)
        let isNew = !numbers.contains { $0.digits == digits }
        guard digits.count >= Self.leastDigits, isNew else { return }
        numbers.append(Number(digits: digits, usual: usual.utf8.filter(Self.isDigit)))
        // A number may begin with another one.
        numbers.sort { $0.digits.count > $1.digits.count }
    }

    /// The text with the usual numbers, also where it has them in groups of digits or in base64.
    func replaced(_ text: String) -> String {
        guard !numbers.isEmpty else { return text }
        var text = plain(text)
        guard text.utf8.count <= Self.encodedLimit else { return text }
        for (range, decoded) in EncodedText.base64(in: text).reversed() {
            let other = plain(decoded)
            guard other != decoded else { continue }
            text.replaceSubrange(range, with: Self.encoded(other, like: text[range]))
        }
        return text
    }

    private func plain(_ text: String) -> String {
        let bytes = Array(text.utf8)
        var replaced: [UInt8] = []
        var place = 0
        var isChanged = false
        while place < bytes.count {
            let isInside = place > 0 && Self.isDigit(bytes[place - 1])
            if !isInside, Self.isDigit(bytes[place]), let found = number(in: bytes, at: place) {
                replaced += found.usual
                place = found.end
                isChanged = true
            } else {
                replaced.append(bytes[place])
                place += 1
            }
        }
        return isChanged ? String(decoding: replaced, as: UTF8.self) : text
    }

    private func number(in bytes: [UInt8], at start: Int) -> (usual: [UInt8], end: Int)? {
        for number in numbers {
            var place = start
            let isThere = number.digits.allSatisfy { digit in
                let rest = bytes[place...]
                let signs = place == start ? [] : rest.prefix(while: Self.separators.contains)
                guard signs.count <= Self.separatorLimit,
                    rest.dropFirst(signs.count).first == digit
                else { return false }
                place += signs.count + 1
                return true
            }
            guard isThere, bytes[place...].first.map(Self.isDigit) != true else { continue }
            return (number.usual, place)
        }
        return nil
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    /// The text in base64, with the alphabet and the padding of `example`.
    private static func encoded(_ text: String, like example: Substring) -> String {
        var encoded = Base64.text(of: Array(text.utf8))
        if example.utf8.count % 4 != 0 { encoded = String(encoded.prefix { $0 != "=" }) }
        guard example.contains(where: { $0 == "-" || $0 == "_" }) else { return encoded }
        return String(encoded.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 })
    }
}
