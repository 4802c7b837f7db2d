/// Kind of a bot, as its files say it.
enum BotKind: Equatable, Sendable {
    /// A bot that the runner of a framework starts.
    case runner(BotFramework)
    /// A session of a framework that the file starts itself.
    case session(BotFramework)
    /// A server that a carrier or a browser calls.
    case server
    /// A program that already takes the client of voicetest.
    case client
    /// A program that opens the sound card.
    case card

    /// Kinds in the order in which they are looked for, each with lines that show it.
    private static let marks: [(BotKind, SourceFile.Language, [String])] =
        [
            (
                .client, .python,
                ["import voicetest_app", "from voicetest_app"]
                    + BotFramework.all.map { "import voicetest_\($0.app)" }
            ),
            (.client, .node, ["voicetest-app"]),
        ] + BotFramework.all.map { (.runner($0), .python, [$0.runner.mark]) } + [
            (
                .server, .python,
                [
                    "FastAPI(", "uvicorn.run(", "Flask(", "web.run_app(", "websockets.serve(",
                    "serve_forever(", "uvicorn.Config(", "async with serve(", "await serve(",
                    "Starlette(", "Quart(",
                ]
            ),
            (.server, .node, ["WebSocketServer(", "astify(", "express(", "createServer("]),
        ] + BotFramework.all.map { (.session($0), .python, [$0.session.mark]) }
    /// Programs of the sound card that voicetest stands in for.
    static let cardPrograms = [
        "arecord", "aplay", "ffplay", "parec", "paplay", "rec", "play", "sox", "ffmpeg",
        "espeak-ng",
        "espeak",
    ]

    /// Returns the kind that `file` is, with the line that says so; nil for none.
    static func of(
        _ file: SourceFile, _ modules: ImportedModules
    ) -> (kind: BotKind, line: Int)? {
        for (kind, language, marks) in marks where language == file.language {
            guard let line = file.line(withAny: marks) else { continue }
            switch kind {
            case .runner(let framework), .session(let framework):
                guard modules.first(framework.module) != nil else { continue }
            default: break
            }
            return (kind, line)
        }
        for module in ClientFiles.cardModules {
            if let found = modules.first(module) { return (.card, found.line) }
        }
        return child(in: file).map { (.card, $0.line) }
    }

    /// The first child of the sound card that `file` starts, with its line.
    static func child(in file: SourceFile) -> (name: String, line: Int)? {
        for (line, text) in file.code.enumerated() {
            let starts = [
                "Popen", "subprocess", "create_subprocess", "spawn(", "[\"", "['", "[ \"",
            ]
            guard starts.contains(where: text.contains) else { continue }
            for name in cardPrograms
            where text.contains("\"\(name)\"") || text.contains("'\(name)'") {
                return (name, line)
            }
        }
        return nil
    }
}
