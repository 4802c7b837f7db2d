internal import VoiceDiff
internal import VoiceEngine
internal import VoiceFiles
internal import VoiceJSON
internal import VoiceMedia

/// Prompts that are asked for as before and sound otherwise: a recording that was replaced or is
/// missing, another synthesiser, words that are spelled otherwise.
struct SoundChanges {
    private let spoken: [(text: String, change: Cause)]
    private let others: [Cause]
    /// The files whose sound or text changed, in the order of their paths.
    private(set) var files: [File] = []

    /// A file that prompts are played from.
    struct File {
        /// Its names in requests.
        var names: Set<String>
        let path: String
        /// A change for each prompt of it.
        var causes: [Cause]
    }

    /// Compares the outcomes of the requests of two runs.
    ///
    /// - Parameters:
    ///   - before: the requests of the golden.
    ///   - now: those of this run.
    ///   - media: the folder of recorded prompts, as the user names it.
    ///   - language: the folder inside it that is looked into first.
    init(before: PromptIndex, now: PromptIndex, media: String?, language: String) {
        var spoken: [(String, Cause)] = []
        var others: [Cause] = []
        for digest in before.digests {
            guard let old = before[digest], let new = now[digest], old.outcome != new.outcome
            else { continue }
            let place = Place(request: old.request, media: media, language: language)
            guard let change = Self.change(of: place, old.outcome, new.outcome) else { continue }
            if let text = place.text, place.file == nil {
                spoken.append((text, change))
            } else {
                others.append(change)
            }
            guard let path = place.file, let name = place.name, old.isOfFile else { continue }
            if let known = files.firstIndex(where: { $0.path == path }) {
                files[known].names.insert(name)
                files[known].causes.append(change)
            } else {
                files.append(File(names: [name], path: path, causes: [change]))
            }
        }
        files.sort { $0.path < $1.path }
        self.spoken = spoken
        self.others = others
    }

    /// All changes, where `spellings` are changes of alias and phoneme files: a prompt that says
    /// one of their words is not told by itself, it is what the spelling changed.
    func explained(by spellings: [Cause]) -> [Cause] {
        var rest = spoken
        let told = spellings.map { spelling in
            let words = spelling.names.compactMap(Self.word)
            let changed = rest.filter { text, _ in
                words.isEmpty || words.contains { text.lowercased().contains($0) }
            }
            rest.removeAll { prompt in changed.contains { $0.change == prompt.change } }
            return spelling.connected(with: Set(changed.flatMap(\.change.names)))
        }
        return told + others + rest.map(\.change)
    }

    /// The word that a line of an alias or phoneme file is about.
    private static func word(of line: String) -> String? {
        let word = line.prefix { $0 != ":" }.lowercased()
        return word.isEmpty ? nil : word
    }

    private static func change(
        of place: Place, _ before: PromptOutcome, _ now: PromptOutcome
    ) -> Cause? {
        switch (before, now) {
        case (.realized(let old), .realized(let new)):
            guard old.digest != new.digest else { return nil }
            let frames =
                old.frames == new.frames
                ? "\(new.frames) frames as before" : "\(old.frames) -> \(new.frames) frames"
            let what =
                if old.source != new.source {
                    "is \(words(new.source)) now, was \(words(old.source))"
                } else {
                    switch new.source {
                    case .audioFile: "is another recording: \(frames)"
                    case .textFile: "is another text, or spoken otherwise: \(frames)"
                    case .textString: "is spoken otherwise: \(frames)"
                    }
                }
            return Cause(
                .sound, file: place.file, key: place.key, what: place.told(what),
                names: [old.digest, new.digest])
        case (.realized(let old), .failed(let reason)):
            return Cause(
                .sound, file: place.file, key: place.key,
                what: place.told("cannot be played now: \(reason)"), names: [old.digest])
        case (.failed, .realized(let new)):
            return Cause(
                .sound, file: place.file, key: place.key, what: place.told("can be played now"),
                names: [new.digest])
        case (.failed, .failed): return nil
        }
    }

    private static func words(_ source: RealizedPrompt.Source) -> String {
        switch source {
        case .audioFile: "a recording"
        case .textString, .textFile: "synthesised speech"
        }
    }

    /// Place of a prompt's sound or text.
    private struct Place {
        /// The file of its sound or text, in the folder of recorded prompts.
        let file: String?
        /// The file's name in the request.
        let name: String?
        /// The text it says.
        let text: String?

        init(request: JSONObject, media: String?, language: String) {
            text = request["text"]?.string ?? request["substituteText"]?.string
            let sound = request["audioFile"]?.string
            name = sound ?? (text == nil ? request["textFile"]?.string : nil)
            file = name.map { file in
                guard let media, !file.hasPrefix("/") else { return file }
                let own = "\(media)/\(language)/\(file)"
                return !language.isEmpty && DiskFile.exists(own) ? own : "\(media)/\(file)"
            }
        }

        /// The text, where no file holds it.
        var key: String { file == nil ? text.map { "\"\($0)\"" } ?? "a prompt" : "" }

        /// Describes the change of the prompt, after the text where no file holds it.
        func told(_ what: String) -> String { key.isEmpty ? what : "\(key) \(what)" }
    }
}

extension PromptIndex.Entry {
    /// Whether it was played from a file.
    fileprivate var isOfFile: Bool {
        guard case .realized(let prompt) = outcome else { return false }
        return prompt.source != .textString
    }
}
