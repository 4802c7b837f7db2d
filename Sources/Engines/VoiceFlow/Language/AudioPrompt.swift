internal import VoiceFiles
internal import VoiceJSON

/// One audio prompt module as its file describes it.
struct AudioPrompt: Sendable, Equatable {
    var id: String
    var style: RuntimeValue<PromptStyle>
    var audioFile: FlowText?
    var text: FlowText?
    var textFile: FlowText?
    var isSSML: RuntimeValue<Bool>
    var members: [FlowText]
    var playback: PlaybackParameters
    var voice: VoiceText
    var path: JSONPath
}

/// Way in which a prompt is played.
struct PlaybackParameters: Sendable, Equatable {
    /// Largest number of repetitions: the length of what plays must stay a number of frames.
    static let playLimit: Int64 = 1_000_000

    var loops = RuntimeValue<Bool>(fixed: false)
    /// Number of times that a looping prompt plays; 0 and less play until stopped.
    var loopCount = RuntimeValue<Int64>(fixed: 1)
    /// Thousandths of full scale.
    var volume = RuntimeValue<Int64>(fixed: 1_000)
    var format: FlowText?
    var startMilliseconds = RuntimeValue<Int64>(fixed: 0)
    var silenceBefore = RuntimeValue<Int64>(fixed: 0)
    var silenceAfter = RuntimeValue<Int64>(fixed: 0)

    /// Whether it plays until it is stopped, whatever fields hold.
    var isEndless: Bool {
        loops == .init(fixed: true) && loopCount.field == nil && loopCount.fixed <= 0
    }

    /// Returns the number of times that it plays now; nil plays until stopped.
    func plays(_ fields: FieldRepository) -> Int? {
        guard loops.resolved(fields, ScalarText.flag) else { return 1 }
        let count = loopCount.resolved(fields, ScalarText.integer)
        return count <= 0 ? nil : Int(min(count, Self.playLimit))
    }

    /// Thousandths of full scale that a number from 0 to 1 means; nil for anything else.
    static func thousandths(_ value: JSONValue) -> Int64? {
        let text: String? =
            switch value {
            case .string(let text), .decimal(let text): text
            case .integer(let number): String(number)
            default: nil
            }
        guard let number = text.flatMap(Double.init), number.isFinite else { return nil }
        return Int64((min(max(number, 0), 1) * 1_000).rounded())
    }
}

/// Text that stands in for missing audio files.
struct AudioTextMap: Sendable, Equatable {
    struct Entry: Sendable, Equatable {
        var audioFile: String
        /// Text and language as the file spells them: each may be a field.
        var text: String
        var language: String
    }

    var entries: [Entry] = []

    /// Returns the text for `audioFile`: by its spelling, then by its last component; in
    /// `language`, then en-US, then the first there is.
    ///
    /// An entry whose text is a field that holds none is not there.
    func text(for audioFile: String, language: String, fields: FieldRepository) -> String? {
        let name = DiskFile.name(of: audioFile)
        for spelling in [audioFile, name] {
            let found = entries.filter { $0.audioFile == spelling }.compactMap { entry in
                entry.resolved(fields)
            }
            let best =
                found.first { $0.language == language }
                ?? found.first { $0.language == Self.usualLanguage } ?? found.first
            if let best { return best.text }
        }
        return nil
    }

    /// The language of an entry that names none.
    static let usualLanguage = "en-US"

    /// Whether an entry is about `audioFile`, whatever fields hold.
    func hasEntry(for audioFile: String) -> Bool {
        let spellings = [audioFile, DiskFile.name(of: audioFile)]
        return entries.contains { spellings.contains($0.audioFile) }
    }
}

extension AudioTextMap.Entry {
    /// Resolves text and language; nil where there is no text.
    fileprivate func resolved(
        _ fields: FieldRepository
    ) -> (text: String, language: String)? {
        guard let text = fields.resolve(FlowText(text)), !text.isEmpty else { return nil }
        let language = fields.resolve(FlowText(language)) ?? AudioTextMap.usualLanguage
        return (text, language)
    }
}

/// The voice that a flow asks for, in strings that may be fields.
struct VoiceText: Sendable, Equatable {
    /// Identifier, name and language, in the order in which they are looked for.
    var asked: [FlowText] = []
    var gender: FlowText?
    /// Loudness of what is spoken, in thousandths of full scale; nil where it is not told.
    var volume: RuntimeValue<Int64>?

    /// Resolves identifier, name and language, as far as they are told, each with `+female` or
    /// `+male` where the gender is; one that names none where only the gender is, none where
    /// nothing is.
    func resolved(_ fields: FieldRepository) -> [String] {
        var names: [String] = []
        for text in asked {
            guard let name = fields.resolve(text), !name.isEmpty, !names.contains(name) else {
                continue
            }
            names.append(name)
        }
        guard let gender = gender.flatMap({ fields.resolve($0) })?.lowercased(),
            gender == "female" || gender == "male"
        else { return names }
        return names.isEmpty ? ["+\(gender)"] : names.map { "\($0)+\(gender)" }
    }

    /// Resolves the loudness, in thousandths; nil where it is not told.
    func volume(_ fields: FieldRepository) -> Int? {
        volume.map { Int($0.resolved(fields, PlaybackParameters.thousandths)) }
    }
}
