internal import VoiceEngine
internal import VoiceJSON
internal import VoiceTrace

/// The telephone of a project: its carrier, and where the app answers. A session keeps it.
struct TelephoneSettings: Equatable {
    private static let textLimit = 1_024

    private(set) var carrier: Carrier
    /// Port at which the app listens.
    let port: Int
    /// Path of the webhook; nil where the carrier opens the stream at once.
    let webhook: String?
    /// Path of the stream; nil where the answer to the webhook alone names it.
    let stream: String?
    /// Name by which the carrier knows the app's server.
    let host: String
    let from: String
    let to: String
    /// Secret by which the carrier signs.
    let token: String
    /// Whether the carrier recognizes what the caller says.
    let hearsWords: Bool
    /// The calls that the server makes itself; nil for one that is called.
    let outbound: OutboundCalls?

    private static let keys: Set<String> = [
        "carrier", "port", "webhook", "stream", "host", "from", "to", "token", "hears", "rate",
        "outbound",
    ]

    /// Reads the file of a session.
    ///
    /// - Throws: ``ProgramFault``, which says what cannot be used.
    init(_ object: JSONObject) throws(ProgramFault) {
        try Self.refuseUnknownKeys(object)
        let reader = CarrierReader(object)
        do throws(ProgramFault) {
            carrier = try Carrier(try reader.needed("carrier").object)
        } catch { throw ProgramFault("has a carrier in which \(error.what)") }
        port = try reader.number("port", 1...65_535)
        if object["rate"] != nil {
            carrier.sampleRate = try Self.rate(
                try reader.number("rate", 8_000...48_000), of: carrier)
        }
        func text(_ key: String) throws(ProgramFault) -> String? {
            guard let value = object[key] else { return nil }
            guard let text = value.string, !text.isEmpty, text.utf8.count <= Self.textLimit else {
                throw ProgramFault("has a \"\(key)\" that is not text")
            }
            return text
        }
        func path(_ key: String) throws(ProgramFault) -> String? {
            guard let path = try text(key) else { return nil }
            guard path.hasPrefix("/") else {
                throw ProgramFault("has a \"\(key)\" that is not a path, such as \"/media-stream\"")
            }
            return path
        }
        webhook = try path("webhook")
        stream = try path("stream")
        func needed(_ key: String) throws(ProgramFault) -> String {
            try text(key) ?? TelephoneFile.defaults[key] ?? ""
        }
        host = try needed("host").lowercased()
        guard Self.isHost(host) else {
            throw ProgramFault(
                "has a \"host\" that is not the name of a server, such as \"bot.example\"")
        }
        from = try needed("from")
        to = try needed("to")
        token = try needed("token")
        hearsWords = try Self.hearsWords(try text("hears"))
        try Self.refuseRealToken(token)
        outbound = try OutboundCalls.read(object["outbound"], carrier)
        try checkWay()
    }

    /// Refuses settings by which no call comes, or by which two do.
    private func checkWay() throws(ProgramFault) {
        guard outbound == nil || webhook == nil else {
            throw ProgramFault(
                "has a \"webhook\" beside \"outbound\": the app names it where it calls. Remove it")
        }
        guard outbound != nil || webhook != nil || stream != nil else {
            throw ProgramFault("has neither \"webhook\" nor \"stream\": the path that is called")
        }
        guard webhook == nil || carrier.webhook != nil else {
            throw ProgramFault(
                "has a \"webhook\", and \(carrier.name) has none here: name the path of \"stream\"")
        }
    }

    private static func rate(_ rate: Int, of carrier: Carrier) throws(ProgramFault) -> Int {
        guard carrier.rates.contains(rate) else {
            throw ProgramFault(
                "has a \"rate\" that \(carrier.name) does not have. Use"
                    + " \(carrier.rates.map(String.init).joined(separator: " or "))")
        }
        return rate
    }

    /// Refuses what looks like a secret: sessions keep it, and are committed.
    private static func refuseRealToken(_ token: String) throws(ProgramFault) {
        guard token.utf8.count == 32, token.allSatisfy(\.isHexDigit) else { return }
        throw ProgramFault(
            "has a \"token\" that looks like a real one. Sessions keep it: write a text of your own"
        )
    }

    private static func hearsWords(_ text: String?) throws(ProgramFault) -> Bool {
        guard let text else { return false }
        guard let level = ProgramDescription.Level(rawValue: text) else {
            throw ProgramFault("has a \"hears\" that is neither \"audio\" nor \"words\"")
        }
        return level == .words
    }

    private static func refuseUnknownKeys(_ object: JSONObject) throws(ProgramFault) {
        guard let key = object.members.map(\.key).first(where: { !keys.contains($0) }) else {
            return
        }
        let unknown = NearMiss.unknown("key", key, among: keys.sorted(), quotes: "\"")
        throw ProgramFault("is wrong. \(unknown)")
    }

    /// Whether `text` is a name of a server, with a port or without.
    private static func isHost(_ text: String) -> Bool {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let isPort = parts.count == 1 || parts.count == 2 && UInt16(parts[1]) != nil
        return isPort && !parts[0].isEmpty
            && parts[0].utf8.allSatisfy {
                (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x2E
            }
    }

    /// Reads the bytes of the file; nil for a session without one.
    ///
    /// - Throws: ``ProgramFault``.
    static func read(from files: [String: [UInt8]]) throws(ProgramFault) -> Self? {
        guard let bytes = files[TelephoneFile.name] else { return nil }
        guard let object = (try? JSONReader.value(of: bytes))?.object else {
            throw ProgramFault("is not an object")
        }
        return try Self(object)
    }
}
