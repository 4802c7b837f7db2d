internal import VoiceJSON

/// A form as HTTP has it in a body or behind an address.
enum WebForm {
    /// Encodes fields in the order of their names.
    static func text(_ fields: JSONObject) -> String {
        fields.members.map { "\(encoded($0.key))=\(encoded($0.value.string ?? ""))" }
            .joined(separator: "&")
    }

    /// Returns the fields of a form; those that are repeated keep the last value.
    static func fields(_ text: String) -> JSONObject {
        text.split(separator: "&").reduce(into: [:]) { fields, pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            fields[decoded(parts[0])] = .string(parts.count > 1 ? decoded(parts[1]) : "")
        }
    }

    private static func encoded(_ text: String) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x2A: bytes.append(byte)
            case 0x20: bytes.append(UInt8(ascii: "+"))
            default: bytes += percent(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns a byte as a percent sign and two digits.
    static func percent(_ byte: UInt8) -> [UInt8] {
        let digits = Array("0123456789ABCDEF".utf8)
        return [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }

    private static func decoded(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "+") {
                bytes.append(32)
            } else if byte == UInt8(ascii: "%"), rest.count >= 2,
                let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
