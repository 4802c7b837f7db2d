/// Services that a bot asks, and keys that it needs for them.
struct ServiceFacts {
    private(set) var facts: [BotFact] = []
    /// Variables of the environment that the bot takes its keys from, each once.
    private(set) var keys: [String] = []

    /// Whether a service is asked by gRPC.
    let asksByGRPC: Bool

    /// Protocol by which a service is asked.
    private enum Way { case web, grpc, native }

    private struct Service {
        let name: String
        let modules: [String]
        let hosts: [String]
        var way = Way.web
    }

    private static let services = [
        Service(name: "OpenAI", modules: ["openai"], hosts: ["api.openai.com"]),
        Service(name: "Deepgram", modules: ["deepgram"], hosts: ["api.deepgram.com", "@deepgram"]),
        Service(name: "Cartesia", modules: ["cartesia"], hosts: ["api.cartesia.ai"]),
        Service(name: "ElevenLabs", modules: ["elevenlabs"], hosts: ["api.elevenlabs.io"]),
        Service(name: "Anthropic", modules: ["anthropic"], hosts: ["api.anthropic.com"]),
        Service(name: "Groq", modules: ["groq"], hosts: ["api.groq.com"]),
        Service(name: "AssemblyAI", modules: ["assemblyai"], hosts: ["assemblyai.com"]),
        Service(
            name: "Google's Gemini", modules: ["google.genai", "google.generativeai"],
            hosts: ["generativelanguage.googleapis.com"]),
        Service(name: "LiveKit Inference", modules: ["livekit.agents.inference"], hosts: []),
        Service(
            name: "Google's speech",
            modules: [
                "google.cloud.speech",
                "google.cloud.texttospeech", "pipecat.services.google.stt",
                "pipecat.services.google.tts",
            ], hosts: [], way: .grpc),
        Service(name: "Riva", modules: ["riva"], hosts: [], way: .grpc),
        Service(
            name: "Azure's speech SDK",
            modules: [
                "azure.cognitiveservices",
                "pipecat.services.azure.stt", "pipecat.services.azure.tts",
            ], hosts: [], way: .native),
        Service(
            name: "Nova Sonic",
            modules: [
                "aws_sdk_bedrock_runtime",
                "pipecat.services.aws.nova_sonic",
            ], hosts: [], way: .native),
    ]

    init(_ bot: FoundBot) {
        var ways: [Way] = []
        for service in Self.services {
            guard let place = Self.place(of: service, in: bot) else { continue }
            ways.append(service.way)
            facts.append(
                BotFact(place: place, text: "asks \(service.name): \(Self.word(service.way))"))
        }
        asksByGRPC =
            ways.contains(.grpc)
            || bot.files.contains { file in
                ["grpc", "google.cloud"].contains {
                    bot.folder.modules[file.path]?.first($0) != nil
                }
            }
        for file in bot.files {
            for (line, text) in file.code.enumerated() {
                for name in Self.variables(in: text) where !keys.contains(name) {
                    keys.append(name)
                    facts.append(
                        BotFact(place: file.place(line), text: "takes \(name) from the environment")
                    )
                }
            }
        }
    }

    private static func word(_ way: Way) -> String {
        switch way {
        case .web, .grpc: "recorded once, answered from the recording then"
        case .native: "a native SDK; put the function that asks behind @voice.external"
        }
    }

    private static func place(of service: Service, in bot: FoundBot) -> String? {
        for file in bot.files {
            for module in bot.folder.modules[file.path]?.all ?? [] {
                let parts = module.name.split(separator: ".").map(String.init)
                let isOf = service.modules.contains { name in
                    if name.contains(".") {
                        return module.name == name || module.name.hasPrefix(name + ".")
                    }
                    // A framework has a module for each service: pipecat.services.openai.llm.
                    return parts.first == name
                        || BotFramework.all.contains { $0.has(service: name, in: module.name) }
                }
                if isOf { return file.place(module.line) }
            }
            if let line = file.line(withAny: service.hosts) { return file.place(line) }
        }
        return nil
    }

    /// The names of keys in a line that reads the environment.
    private static func variables(in line: String) -> [String] {
        let isReading =
            line.contains("environ") || line.contains("getenv") || line.contains("process.env")
        guard isReading else { return [] }
        let endings = ["_KEY", "_TOKEN", "_SECRET", "_SID"]
        return line.split { !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_")) }
            .map(String.init)
            .filter { word in
                word.allSatisfy { $0.isUppercase || $0.isNumber || $0 == "_" }
                    && endings.contains { word.hasSuffix($0) }
            }
    }
}
