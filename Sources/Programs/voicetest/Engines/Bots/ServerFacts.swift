import VoiceEngine
import VoiceJSON

/// A carrier's way to a bot that is a server: its port, its webhook and its stream.
struct ServerFacts {
    private struct Route {
        let path: String
        let isSocket: Bool
        let place: String
        /// Lines of the route's function.
        let body: ArraySlice<String>

        /// Whether it answers a carrier with instructions.
        var instructs: Bool {
            body.contains { line in
                ["<Stream", "<Response", "TwiML", "VoiceResponse", "xml", "NCCO", "ncco"].contains {
                    line.contains($0)
                }
            }
        }
    }

    /// Findings, in the order of the telephone's keys.
    private(set) var facts: [BotFact] = []
    /// The telephone of `voicetest.json`; nil where no carrier, or no path of one, is named.
    private(set) var telephone: JSONObject?
    /// The port at which the server listens.
    let port: Int
    private var routes: [Route] = []

    private static let carriers: [(name: String, marks: [String])] = [
        ("twilio", ["twilio", "streamsid", "twiml"]), ("telnyx", ["telnyx"]), ("plivo", ["plivo"]),
        ("exotel", ["exotel"]), ("vonage", ["vonage", "nexmo"]),
        ("genesys", ["genesys", "audiohook"]),
    ]
    /// Lines of a route's function that are looked at.
    private static let bodyLimit = 40

    init(_ files: [SourceFile]) {
        for file in files { routes += Self.routes(of: file) }
        let carrier = Self.carrier(of: files)
        let port = Self.port(of: files)
        self.port = port.number
        let usual = port.isUsual ? ", where it names none" : ""
        facts.append(
            BotFact(place: port.place, text: "listens at the port \(port.number)\(usual)"))
        let webhook =
            routes.first { !$0.isSocket && $0.instructs } ?? Self.plainWebhook(of: files)
        let stream = routes.first(where: \.isSocket) ?? Self.plainStream(of: files)
        if let webhook {
            facts.append(.init(place: webhook.place, text: "webhook \(webhook.path)"))
        }
        if let stream {
            facts.append(.init(place: stream.place, text: "WebSocket \(stream.path)"))
        }
        guard let carrier, webhook != nil || stream != nil else {
            facts.append(
                .init(
                    place: files[0].path,
                    text: """
                        names no \(carrier == nil ? "carrier" : "path that a carrier calls"): \
                        write "telephone" into voicetest.json, as the page "Your bot is a server" \
                        says
                        """))
            return
        }
        facts.append(.init(place: carrier.place, text: "is called by \(carrier.name)"))
        var object: JSONObject = [
            "carrier": .string(carrier.name), "port": .integer(Int64(port.number)),
        ]
        let asks = !["exotel", "genesys"].contains(carrier.name)
        if asks, let webhook { object["webhook"] = .string(webhook.path) }
        if let stream { object["stream"] = .string(stream.path) }
        if files.contains(where: { $0.mentions("conversationrelay") }) { object["hears"] = "words" }
        telephone = object
    }

    /// The carrier that the files name most often.
    private static func carrier(of files: [SourceFile]) -> (name: String, place: String)? {
        let counted = carriers.compactMap {
            name, marks -> (name: String, count: Int, place: String)? in
            var (count, place) = (0, "")
            for file in files {
                for (line, text) in file.lines.enumerated() {
                    let text = text.lowercased()
                    guard marks.contains(where: { text.contains($0) }) else { continue }
                    count += 1
                    if place.isEmpty { place = file.place(line) }
                }
            }
            return count > 0 ? (name, count, place) : nil
        }
        return counted.max { $0.count < $1.count }.map { ($0.name, $0.place) }
    }

    private static func port(
        of files: [SourceFile]
    ) -> (number: Int, place: String, isUsual: Bool) {
        let marks = [
            "port=", "port =", "port: ", "PORT =", "PORT=", "PORT\",", "PORT',", "PORT ||",
            "PORT ??",
            ".listen(", "0.0.0.0\",", "0.0.0.0',", "localhost\",",
        ]
        for file in files {
            for (line, text) in file.code.enumerated() {
                for mark in marks {
                    if let number = text.number(after: mark), (1...65_535).contains(number) {
                        return (number, file.place(line), false)
                    }
                }
            }
        }
        let isFlask = files.contains { $0.line(withAny: ["Flask("]) != nil }
        return (isFlask ? 5_000 : files[0].language == .python ? 8_000 : 3_000, files[0].path, true)
    }

    /// A server of Node's that answers every path alike.
    private static func plainWebhook(of files: [SourceFile]) -> Route? {
        for file in files where file.language == .node {
            guard let line = file.line(withAny: ["createServer("]) else { continue }
            let end = min(line + bodyLimit, file.lines.count)
            let route = Route(
                path: "/", isSocket: false, place: file.place(line), body: file.lines[line..<end])
            if route.instructs { return route }
        }
        return nil
    }

    /// A server of `websockets` or `ws` that takes every path.
    private static func plainStream(of files: [SourceFile]) -> Route? {
        for file in files {
            let marks = ["websockets.serve(", " serve(", "new WebSocketServer("]
            guard let line = file.line(withAny: marks) else { continue }
            let path = file.lines[line].quoted(after: "path:") ?? "/"
            return Route(path: path, isSocket: true, place: file.place(line), body: [])
        }
        return nil
    }

    private static func routes(of file: SourceFile) -> [Route] {
        let found = file.code.indices.compactMap { line in
            route(in: file, line).map { (line: line, path: $0.path, isSocket: $0.isSocket) }
        }
        return found.enumerated().map { index, one in
            let next = index + 1 < found.count ? found[index + 1].line : file.lines.count
            let end = min(max(next, one.line + 1), one.line + bodyLimit)
            return Route(
                path: one.path, isSocket: one.isSocket, place: file.place(one.line),
                body: file.lines[one.line..<end])
        }
    }

    /// The path that a line of `file` gives a function to; nil for another line.
    private static func route(
        in file: SourceFile, _ line: Int
    ) -> (path: String, isSocket: Bool)? {
        let text = file.code[line]
        func path(after mark: String) -> String? {
            text.quoted(after: mark).flatMap { $0.hasPrefix("/") ? $0 : nil }
        }
        if file.language == .python {
            for mark in [".websocket(", ".websocket_route(", "sock.route("] {
                if let path = path(after: mark) { return (path, true) }
            }
            for mark in [
                ".post(", ".get(", ".api_route(", ".route(", ".put(", "add_post(", "add_get(",
            ] {
                guard let path = path(after: mark) else { continue }
                let isSocket = path.contains("ws") || path.contains("stream")
                return (path, isSocket && file.mentions("websocketresponse"))
            }
            return nil
        }
        for mark in [".post(", ".get(", ".all(", ".ws("] {
            guard let path = path(after: mark) else { continue }
            let near = file.code[line..<min(line + 2, file.code.count)]
            return (path, mark == ".ws(" || near.contains { $0.contains("websocket: true") })
        }
        guard text.contains("url") || text.contains("pathname") || text.contains("case ") else {
            return nil
        }
        for mark in ["=== ", "== ", "startsWith(", "case "] {
            guard let path = path(after: mark) else { continue }
            let near = file.code[max(0, line - 3)..<min(line + 3, file.code.count)]
            return (path, near.contains { $0.lowercased().contains("upgrade") })
        }
        return nil
    }
}
