/// A word as it is compared: its letters without case, accents and width, its digits as
/// ASCII ones; apostrophes and invisible characters are left out.
package typealias Letters = [UInt32]

/// Reduces characters to the letters that are compared.
package enum LetterFolding {
    private static let apostrophes: Set<Character> = ["'", "’", "‘", "ʼ", "`", "´"]
    /// Greek and Cyrillic: where a letter of these with an accent has the one without.
    private static let accented: Range<UInt32> = 0x370..<0x530

    /// Whether a character belongs to a word, though it may be no letter.
    static func isPartOfWord(_ character: Character) -> Bool {
        if let ascii = character.asciiValue {
            return isLetterOrDigit(UInt32(ascii)) || apostrophes.contains(character)
        }
        return character.isLetter || character.isNumber || apostrophes.contains(character)
            || character.unicodeScalars.allSatisfy(isMark)
    }

    /// The letters of `text`, in order; everything that belongs to no word is left out.
    package static func letters(_ text: some StringProtocol) -> Letters {
        text.unicodeScalars.flatMap(letters)
    }

    private static func isLetterOrDigit(_ value: UInt32) -> Bool {
        (0x30...0x39).contains(value) || (0x61...0x7A).contains(value | 0x20)
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: true
        default: scalar.properties.isDefaultIgnorableCodePoint
        }
    }

    private static func letters(_ scalar: Unicode.Scalar) -> Letters {
        if scalar.isASCII {
            guard isLetterOrDigit(scalar.value) else { return [] }
            return [scalar.value < 0x3A ? scalar.value : scalar.value | 0x20]
        }
        guard !isMark(scalar) else { return [] }
        if scalar.properties.numericType == .decimal || scalar.properties.numericType == .digit,
            let value = scalar.properties.numericValue, (0...9).contains(value)
        {
            return [0x30 + UInt32(value)]
        }
        guard Character(scalar).isLetter || Character(scalar).isNumber else { return [] }
        // By way of capitals: the sharp s is SS, a ligature its letters.
        return scalar.properties.uppercaseMapping.unicodeScalars.flatMap { capital in
            capital.properties.lowercaseMapping.unicodeScalars.flatMap(withoutAccent)
        }
    }

    /// The letter without its accent, as Unicode's names have it: LATIN SMALL LETTER E WITH ACUTE.
    private static func withoutAccent(_ scalar: Unicode.Scalar) -> Letters {
        guard !isMark(scalar) else { return [] }
        guard !scalar.isASCII, let name = scalar.properties.name else { return [scalar.value] }
        let base = name.prefix(before: " WITH ")
        if name.hasPrefix("LATIN") || name.hasPrefix("FULLWIDTH") || name.hasPrefix("MATHEMATICAL")
            || name.hasPrefix("CIRCLED")
        {
            let letter = base.split(separator: " ").last ?? ""
            if letter.count == 1 || letter == "AE" || letter == "OE" {
                return letter.unicodeScalars.map { $0.value | 0x20 }
            }
        }
        guard base.count < name.count, accented.contains(scalar.value) || scalar.value >= 0x1F00
        else { return [scalar.value] }
        let plain = accented.first { Unicode.Scalar($0)?.properties.name == String(base) }
        return [plain ?? scalar.value]
    }
}

extension String {
    fileprivate func prefix(before mark: String) -> Substring {
        firstRange(of: mark).map { self[..<$0.lowerBound] } ?? self[...]
    }
}
