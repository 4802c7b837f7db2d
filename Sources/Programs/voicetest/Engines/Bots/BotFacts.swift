import VoiceEngine
import VoiceFiles
import VoiceJSON

/// All that is found of a bot, and what its project says of it.
struct BotFacts {
    private(set) var facts: [BotFact] = []
    private(set) var telephone: JSONObject?
    /// Variables of the environment with the keys of its services.
    let keys: [String]
    /// Command that installs what is missing.
    let installation: String?
    /// A file that starts a server which no file of the bot starts.
    private(set) var start: ClientFiles.File?
    /// Whether the bot speaks before its caller does.
    private(set) var greets = false
    private let bot: FoundBot
    private let python: PythonInstallation
    private let asksByGRPC: Bool

    private static let greetings = [
        "generate_reply(", ".say(", "LLMRunFrame", "TTSSpeakFrame", "queue_frames(",
        "response.create", "welcomeGreeting", "<Say",
    ]
    private static let starts = [
        "uvicorn.run(", "web.run_app(", "app.run(", "serve(", "serve_forever(", "hypercorn",
    ]

    init(_ bot: FoundBot, _ python: PythonInstallation) {
        self.bot = bot
        self.python = python
        let services = ServiceFacts(bot)
        asksByGRPC = services.asksByGRPC
        let packages = PackageFacts(bot, python)
        keys = services.keys
        installation = packages.installation
        facts.append(BotFact(place: bot.place, text: Self.text(of: bot.kind)))
        if bot.kind == .server {
            let server = ServerFacts(bot.files)
            telephone = server.telephone
            noteServerStart(port: server.port)
            facts += server.facts
        } else if case .runner(let framework) = bot.kind {
            noteRunner(of: framework)
        }
        noteCard()
        noteGreeting()
        facts += services.facts + packages.facts
        for other in bot.others {
            facts.append(BotFact(place: other, text: "starts a bot, too"))
        }
    }

    private static func text(of kind: BotKind) -> String {
        switch kind {
        case .runner(let framework): framework.runner.text
        case .session(let framework): framework.session.text
        case .server: "a server; voicetest is the carrier that calls it"
        case .client: "takes the client of voicetest"
        case .card: "opens the sound card; voicetest is microphone and loudspeaker"
        }
    }

    /// Notes a bot whose file has to call the runner of `framework`, and does not.
    private mutating func noteRunner(of framework: BotFramework) {
        guard let call = framework.runner.call, let mark = framework.runner.callMark,
            line([mark]) == nil
        else { return }
        facts.append(
            BotFact(
                place: bot.entry.path,
                text: """
                    does not call the runner. Let the file end with: if __name__ == \
                    "__main__": \(call)
                    """))
    }

    /// Notes a server that no file starts, and makes one that does.
    private mutating func noteServerStart(port: Int) {
        guard bot.entry.language == .python, line(Self.starts) == nil,
            let line = bot.entry.line(withAny: ["FastAPI(", "Starlette(", "Quart("]),
            let name = bot.entry.code[line].split(separator: "=").first?.trimmingSpaces,
            name.allSatisfy({ $0.isLetter || $0 == "_" }), bot.entry.folder.isEmpty
        else { return }
        let path = "serve_\(bot.entry.stem).py"
        let text = """
            import uvicorn

            from \(bot.entry.stem) import \(name)

            uvicorn.run(\(name), host="127.0.0.1", port=\(port))

            """
        start = (path, Array(text.utf8))
        facts.append(
            BotFact(place: bot.entry.place(line), text: "no file starts it; \(path) does now"))
    }

    private func line(_ marks: [String]) -> String? {
        for file in bot.files {
            if let line = file.line(withAny: marks) { return file.place(line) }
        }
        return nil
    }

    private mutating func noteCard() {
        for file in bot.files {
            for name in ClientFiles.cardModules {
                guard let found = bot.folder.modules[file.path]?.first(name) else { continue }
                facts.append(
                    BotFact(place: file.place(found.line), text: "\(name): a stand-in comes"))
            }
            if let child = BotKind.child(in: file) {
                facts.append(
                    BotFact(
                        place: file.place(child.line),
                        text: "\(child.name) as a child: a stand-in comes"))
            }
        }
    }

    private mutating func noteGreeting() {
        guard bot.kind != .card else { return }
        if bot.kind == .client {
            greets = line([".say(", ".play("]) != nil
            return
        }
        guard let place = line(Self.greetings) ?? greetingText() else { return }
        greets = true
        facts.append(BotFact(place: place, text: "the bot speaks first; the caller waits for it"))
    }

    /// Instructions of a carrier may stand in a text, which is no code.
    private func greetingText() -> String? {
        for file in bot.files {
            if let line = file.lines.firstIndex(where: { $0.contains("<Say") }) {
                return file.place(line)
            }
        }
        return nil
    }

    // MARK: The project

    /// Whether the bot's Python has the client of this release.
    var hasClient: Bool {
        bot.entry.language == .python
            && python.version(of: InstalledClient.package) == Voicetest.version
    }

    /// Files of the client that the bot needs beside it, where none is installed.
    var clientFiles: [ClientFiles.File] {
        let modules = bot.files.compactMap { bot.folder.modules[$0.path] }
        let hasChild = bot.files.contains { BotKind.child(in: $0) != nil }
        return ClientFiles.needed(
            bot.entry.language, modules, children: hasChild, grpc: asksByGRPC)
    }

    /// The bytes of `voicetest.json`.
    var project: [UInt8] {
        let path = start?.path ?? bot.entry.path
        let isPlain = path.allSatisfy { $0.isLetter || $0.isNumber || "._-/".contains($0) }
        let word = isPlain ? path : "'\(path)'"
        let command =
            bot.entry.language == .python
            ? "\(python.command) -m voicetest_app \(word)"
            : "node --import ./voicetest-app.mjs \(word)"
        var object: JSONObject = [
            "$schema": "https://voicetest.dev/schemas/Project.schema.json", "engine": "program",
            "programCommand": .string(command),
        ]
        if let telephone { object["telephone"] = .object(telephone) }
        if bot.kind == .client, line([".listen("]) != nil { object["recognizer"] = "scripted" }
        return JSONWriter.prettyBytes(.object(object))
    }

    /// The bytes of the first caller.
    var scenario: [UInt8] {
        let first: JSONValue =
            greets
            ? ["after": ["kind": "said", "sound": "sound 1"], "delayMs": 500, "say": Self.words]
            : ["atMs": 1_500, "say": Self.words]
        let answer = greets ? "sound 2" : "sound 1"
        let last: JSONValue = [
            "after": ["kind": "said", "sound": .string(answer)], "delayMs": 500, "hangUp": true,
        ]
        let object: JSONObject = [
            "$schema": "https://voicetest.dev/schemas/ProgramScenario.schema.json",
            "caller": .array(bot.kind == .card ? [first] : [first, last]),
            "limits": ["seconds": .integer(bot.kind == .card ? 15 : 60)],
        ]
        return JSONWriter.prettyBytes(.object(object), levels: 2)
    }

    private static let words: JSONValue = "hello can you help me"
}
