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
