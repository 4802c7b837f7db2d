import Testing
import VoiceEngine
import VoiceFiles
import VoiceJSON
import VoiceMedia
import VoiceTestSupport
import VoiceTime

@testable import VoiceFlow

@Suite("Defaults of the published schemas")
struct SchemaDefaultTests {
    /// A document that has every key, and so every object that a default may stand in.
    private func document(_ name: String) throws -> JSONValue {
        let steps = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let bytes = try DiskFile.read("/\(steps)/Schemas/every-key.\(name)", limit: 1 << 20)
        let text = String(decoding: bytes, as: UTF8.self)
        // Limits of speech count only where speech is detected.
        let detecting = text.replacing(#""enableVAD": false"#, with: #""enableVAD": true"#)
        return try JSONReader.value(of: Array(detecting.utf8), dialect: .lenient)
    }

    /// Holds that writing a default says what leaving the key out says.
    private func check(
        _ schema: String, _ file: String, atLeast count: Int,
        _ meaning: ([UInt8]) throws -> [String]
    ) throws {
        let whole = try document(file)
        let entries = try PublishedSchema(schema, of: "VoiceFlow").entries(of: "default")
        #expect(entries.count >= count)
        var covered: Set<String> = []
        for entry in entries {
            let (without, places) = whole.setting(entry.path, to: nil)
            let (with, _) = whole.setting(entry.path, to: entry.value)
            if places > 0 { covered.formUnion(entry.path.suffix(1)) }
            let texts = [without, with].map { Array(JSONWriter.text($0).utf8) }
            let left = try meaning(texts[0])
            #expect(try left == meaning(texts[1]), "\(entry.path)")
        }
        // A voice, for instance, may stand in more places than the document has.
        #expect(covered == Set(entries.compactMap(\.path.last)))
    }

    @Test("a prompt without a key is played as the schema's default says", .fact("voiceflow-4-12"))
    func prompts() throws {
        let fields = FieldRepository()
        try check("AudioPromptModuleList", "prompts.json", atLeast: 9) { bytes in
            try PromptReader(bytes: bytes, file: "p").prompts.map { prompt in
                "\(prompt.style) \(prompt.isSSML) \(prompt.playback)"
                    + " \(prompt.voice.resolved(fields)) \(prompt.voice.volume(fields) ?? 1_000)"
            }
        }
    }

    @Test(
        "an entry of the map without a key means what the schema's default says",
        .fact("voiceflow-4-12"))
    func map() throws {
        try check("AudioToTextMap", "audio-text-map.json", atLeast: 1) { bytes in
            try AudioTextMapReader(bytes: bytes, file: "m").map.entries.map { "\($0)" }
        }
    }

    @Test("a module without a key does what the schema's default says", .fact("voiceflow-4-12"))
    func modules() throws {
        try check("Voiceflow", "voiceflow.json", atLeast: 30) { bytes in
            try FlowReader(bytes: bytes, file: "f").modules.map { module in
                let interruption = module.interruption.map {
                    "\($0.transition) \($0.target) \($0.rewindMilliseconds)"
                }
                return "\(module.goTo.inputs) \(interruption ?? "") \(meaning(module.body))"
            }
        }
    }

    private func meaning(_ body: FlowModule.Body) -> String {
        switch body {
        case .playAudio(let play): meaning(play)
        case .recordAudio(let listening), .recognizeAudio(let listening): meaning(listening.value)
        case .audioListener(let listener): meaning(listener.value.listening)
        case .audioDialog(let dialog):
            "\(dialog.value.maxTimeouts) \(dialog.value.maxGarbage) \(dialog.value.maxErrors)"
                + meaning(dialog.value.listening)
                + dialog.value.prompts.map { prompt in
                    "\(prompt.type) \(prompt.recognizesWhilePlaying) \(prompt.playsInitialAfter)"
                        + meaning(prompt.play)
                }.joined()
        case .node, .process, .pauseResume, .unsupported: "\(body)"
        }
    }

    private func meaning(_ play: PlayParameters) -> String {
        "\(play.style) \(play.prompts) \(play.voice.resolved(FieldRepository()))"
    }

    private func meaning(_ listening: ListeningParameters) -> String {
        let limits = FlowLimits([:])
        let fields = FieldRepository()
        let heard = limits.request(
            for: listening, fields: fields, rate: .standard, awaitsSpeechAtOnce: true)
        let taken = limits.recording(for: listening, fields: fields, rate: .standard)
        let type = listening.save?.fileType ?? FlowText(ListeningParameters.usualFileType)
        return "\(heard) \(taken) \(type) \(listening.keepsUntrimmed)"
            + " \(String(describing: listening.prompt?.isSource))"
    }

    @Test("the numbers that descriptions name are those of the code", .fact("voiceflow-4-12"))
    func numbers() throws {
        func tells(_ schema: String, _ key: String, _ words: String) throws -> Bool {
            try PublishedSchema(schema, of: "VoiceFlow").entries(of: "description").contains {
                $0.path.last == key && $0.value.string?.contains(words) == true
            }
        }
        func standard(_ name: String) throws -> Int {
            try #require(FlowLimits.settings.first { $0.name == "flow.\(name)" }).standard
        }
        for key in ["maxPreSpeechSilenceLengthMs", "maxPostSpeechSilenceLengthMs"] {
            #expect(try tells("Voiceflow", key, "Default: \(standard(key)) where"))
        }
        let partial = try standard("partialResultsMs")
        #expect(try tells("Voiceflow", "enablePartialResults", "every \(partial) ms"))
        #expect(PlaybackParameters.playLimit == 1_000_000)
        #expect(try tells("AudioPromptModuleList", "loopCount", "1,000,000"))
        #expect(FlowConstants().failureLimit == 3)
        #expect(try tells("Voiceflow", "maxSRErrorCount", "more than three times"))
        #expect(RecordingWriter.usualRate == 16_000)
        #expect(try tells("Voiceflow", "audioFormat", "16 kHz"))
    }
}
