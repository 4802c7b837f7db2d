import VoiceFiles

/// Packages that a bot needs: those that its lists name for a framework, and those that are
/// missing, with the command that installs them.
struct PackageFacts {
    private(set) var facts: [BotFact] = []
    /// Command that installs what is missing; nil where nothing is.
    private(set) var installation: String?

    /// Names of packages that are others than those of their modules.
    private static let names = [
        "livekit.rtc": "livekit", "livekit.api": "livekit-api", "livekit": "livekit-agents",
        "dotenv": "python-dotenv",
        "cv2": "opencv-python", "yaml": "PyYAML", "PIL": "Pillow", "sklearn": "scikit-learn",
        "speech_recognition": "SpeechRecognition", "websocket": "websocket-client",
        "deepgram": "deepgram-sdk", "whisper": "openai-whisper", "piper": "piper-tts",
        "jwt": "PyJWT", "dateutil": "python-dateutil", "bs4": "beautifulsoup4",
        "riva": "nvidia-riva-client", "grpc": "grpcio",
        "azure.cognitiveservices": "azure-cognitiveservices-speech", "google.genai": "google-genai",
        "google.cloud.speech": "google-cloud-speech",
        "google.cloud.texttospeech": "google-cloud-texttospeech",
    ].merging(BotFramework.all.map { ($0.module, $0.package) }) { $1 }

    init(_ bot: FoundBot, _ python: PythonInstallation) {
        noteVersions(bot)
        if bot.entry.language == .python {
            findPython(bot, python)
        } else {
            findNode(bot)
        }
    }

    /// Notes a line of a list that asks for a framework, with the version that is tested.
    private mutating func noteVersions(_ bot: FoundBot) {
        for framework in BotFramework.all {
            for list in bot.folder.lists
            where ["requirements.txt", "pyproject.toml"].contains(list.path) {
                guard let line = list.line(withAny: [framework.package]),
                    let version = framework.tested.last
                else { continue }
                let text = list.lines[line].trimmingSpaces
                facts.append(
                    BotFact(place: list.place(line), text: "\(text) (tested with \(version))"))
            }
        }
    }

    private mutating func findPython(_ bot: FoundBot, _ python: PythonInstallation) {
        guard python.isKnown else {
            facts.append(
                BotFact(
                    place: bot.entry.path,
                    text: "which packages \(python.command) has cannot be told from its folders"))
            return
        }
        let own = Set(
            bot.folder.sources.filter { $0.language == .python }.flatMap { file in
                [file.stem, file.path.split(separator: "/").first.map(String.init) ?? ""]
            })
        var packages: [String] = []
        for file in bot.files {
            let all = bot.folder.modules[file.path]?.all ?? []
            for module in all where module.isNeeded || Self.servicePackage(module.name) != nil {
                let first = String(module.name.prefix { $0 != "." })
                guard !first.isEmpty, !own.contains(first), !ClientFiles.standIns.contains(first),
                    !first.hasPrefix("voicetest_"), !python.has(module.name)
                else { continue }
                let package = Self.package(of: module.name, bot)
                guard !packages.contains(package) else { continue }
                packages.append(package)
                facts.append(
                    BotFact(
                        place: file.place(module.line),
                        text: "\(module.name) is not installed for \(python.command)"))
            }
        }
        guard !packages.isEmpty else { return }
        installation = Self.command(packages, bot, python)
    }

    private static func package(of module: String, _ bot: FoundBot) -> String {
        if let package = servicePackage(module) { return package }
        let parts = module.split(separator: ".").map(String.init)
        let known = parts.indices.reversed().lazy.compactMap {
            names[parts[...$0].joined(separator: ".")]
        }.first
        let package = known ?? parts[0].replacing("_", with: "-")
        guard let framework = BotFramework.all.first(where: { $0.package == package }) else {
            return package
        }
        let modules = bot.files.flatMap { bot.folder.modules[$0.path]?.all ?? [] }
        let extras = Set(modules.compactMap { framework.part(of: $0.name) }).sorted()
        return extras.isEmpty ? package : "\"\(package)[\(extras.joined(separator: ","))]\""
    }

    /// The package of its own that a framework's service has.
    private static func servicePackage(_ module: String) -> String? {
        BotFramework.all.lazy.compactMap { $0.servicePackage(of: module) }.first
    }

    private static func command(
        _ packages: [String], _ bot: FoundBot, _ python: PythonInstallation
    ) -> String {
        if bot.folder.list("uv.lock") != nil { return "uv sync" }
        let pip = "\(python.command) -m pip install"
        if let list = bot.folder.list("requirements.txt") {
            let others = packages.filter { package in
                let name = package.drop { $0 == "\"" }.prefix { !"[\"".contains($0) }
                return !list.mentions(name.lowercased())
            }
            let all = ["-r requirements.txt"] + others
            return
                "\(pip) \((others.count == packages.count ? others : all).joined(separator: " "))"
        }
        if bot.folder.list("pyproject.toml")?.mentions("[build-system]") ?? false {
            return "\(pip) ."
        }
        return "\(pip) \(packages.joined(separator: " "))"
    }

    private mutating func findNode(_ bot: FoundBot) {
        var missing: [String] = []
        for file in bot.files {
            for module in bot.folder.modules[file.path]?.all ?? [] {
                let name = Self.nodePackage(module.name)
                guard let name, !missing.contains(name),
                    !DiskFile.isFolder("\(bot.folder.path)/node_modules/\(name)")
                else { continue }
                missing.append(name)
                facts.append(
                    BotFact(place: file.place(module.line), text: "\(name) is not installed"))
            }
        }
        guard !missing.isEmpty else { return }
        let list = bot.folder.list("package.json")
        let others = missing.filter { list?.mentions("\"\($0.lowercased())\"") != true }
        installation =
            others.isEmpty ? "npm install" : "npm install \(others.joined(separator: " "))"
    }

    /// The package of a module of Node; nil for a file, and for a module of Node itself.
    private static func nodePackage(_ module: String) -> String? {
        let own: Set<String> = [
            "assert", "buffer", "child_process", "cluster", "crypto", "dgram", "dns", "events",
            "fs",
            "http", "http2", "https", "module", "net", "os", "path", "perf_hooks", "process",
            "querystring", "readline", "stream", "string_decoder", "timers", "tls", "url", "util",
            "v8", "vm", "worker_threads", "zlib",
        ]
        let parts = module.split(separator: "/").map(String.init)
        guard let first = parts.first, !module.hasPrefix("."), !module.hasPrefix("/"),
            !module.hasPrefix("node:"), !module.hasPrefix("#"), !own.contains(first)
        else { return nil }
        return first.hasPrefix("@") && parts.count > 1 ? "\(first)/\(parts[1])" : first
    }
}
