internal import VoiceJSON

/// Request of voicetest to the app's server, by HTTP or to open a WebSocket.
struct ServerRequest: Equatable {
    /// Method and address.
    let to: String
    var headers: [(name: String, value: String)] = []
    var body: String?

    static func == (left: Self, right: Self) -> Bool { left.object == right.object }

    /// The address alone.
    var url: String { String(to.drop { $0 != " " }.dropFirst()) }

    /// The members of a line.
    var object: JSONObject {
        var object: JSONObject = [
            "to": .string(to),
            "headers": .array(headers.map { .array([.string($0.name), .string($0.value)]) }),
        ]
        if let body {
            object["body"] = .string(body)
            object["encoding"] = "text"
        }
        return object
    }
}

/// A connection of voicetest to the app's server.
struct ServerConnection: Equatable {
    /// Purpose of a connection.
    enum Use { case instructions, stream }

    /// Bytes of an answer or of a message at most.
    static let byteLimit = 16 << 20

    let request: ServerRequest
    let use: Use
    /// Fields that were asked with.
    var fields: JSONObject = [:]
    var status: Int?
    var headers: AnswerHeaders?
    /// Bytes of a body or of a message that is not whole.
    var bytes: [UInt8] = []
}

/// An address in its parts, as far as calls of a telephone need them.
struct ServerAddress: Equatable {
    let scheme: String
    let host: String
    /// Path with its parameters, from `/` on.
    let path: String

    /// Reads an address, which may be relative to `base`; nil for one that is none.
    init?(_ text: String, from base: Self) {
        guard let mark = text.firstRange(of: "://") else {
            scheme = base.scheme
            host = base.host
            if text.hasPrefix("/") {
                path = Self.encoded(text)
            } else if text.isEmpty {
                path = base.path
            } else {
                let folder = base.path.prefix { $0 != "?" }
                let end = folder.lastIndex(of: "/") ?? folder.startIndex
                path = Self.encoded(
                    text.hasPrefix("?") ? folder + text : folder[..<end] + "/" + text)
            }
            return
        }
        scheme = text[..<mark.lowerBound].lowercased()
        let rest = text[mark.upperBound...]
        let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
        host = rest[..<end].lowercased()
        let tail = rest[end...]
        path = Self.encoded(tail.hasPrefix("/") ? String(tail) : "/" + tail)
        guard ["http", "https", "ws", "wss"].contains(scheme), !host.isEmpty else { return nil }
    }

    init(scheme: String, host: String, path: String) {
        (self.scheme, self.host, self.path) = (scheme, host, path)
    }

    var text: String { "\(scheme)://\(host)\(path)" }

    /// Returns a path in which blanks and what is not ASCII are percent-encoded.
    private static func encoded(_ path: String) -> String {
        let bytes = path.utf8.flatMap { (byte) -> [UInt8] in
            (0x21...0x7E).contains(byte) ? [byte] : WebForm.percent(byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

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
