/// Kind of a bot, as its files say it.
enum BotKind: Equatable, Sendable {
    /// `bot(runner_args)`, which Pipecat's runner calls.
    case pipecatRunner
    /// A pipeline of Pipecat that the file runs itself.
    case pipecat
    /// `cli.run_app`, which gives an agent of LiveKit its jobs.
    case liveKitWorker
    /// A session of LiveKit that the file starts itself.
    case liveKit
    /// A server that a carrier or a browser calls.
    case server
    /// A program that already takes the client of voicetest.
    case client
    /// A program that opens the sound card.
    case card

    /// Kinds in the order in which they are looked for, each with lines that show it.
    private static let marks: [(BotKind, SourceFile.Language, [String])] = [
        (
            .client, .python,
            [
                "import voicetest_app", "import voicetest_pipecat",
                "import voicetest_livekit", "from voicetest_app",
            ]
        ),
        (.client, .node, ["voicetest-app"]),
        (.liveKitWorker, .python, ["cli.run_app("]),
        (.pipecatRunner, .python, ["async def bot("]),
        (
            .server, .python,
            [
                "FastAPI(", "uvicorn.run(", "Flask(", "web.run_app(", "websockets.serve(",
                "serve_forever(", "uvicorn.Config(", "async with serve(", "await serve(",
                "Starlette(", "Quart(",
            ]
        ),
        (.server, .node, ["WebSocketServer(", "astify(", "express(", "createServer("]),
        (.liveKit, .python, ["AgentSession("]),
        (.pipecat, .python, ["Pipeline("]),
    ]
    static let cardModules = ["pyaudio", "sounddevice", "pyttsx3", "speech_recognition"]
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
            case .pipecatRunner, .pipecat:
                guard modules.first("pipecat") != nil else { continue }
            case .liveKitWorker, .liveKit:
                guard modules.first("livekit") != nil else { continue }
            default: break
            }
            return (kind, line)
        }
        for module in cardModules {
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
