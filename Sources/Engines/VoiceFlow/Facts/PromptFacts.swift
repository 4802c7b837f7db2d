internal import VoiceEngine
internal import VoiceJSON

/// Whether an audio or text file that a prompt names is found.
struct MediaSearch: Sendable {
    private let folders: MediaFolders

    /// Files are looked for in `folders`.
    init(folders: MediaFolders) { self.folders = folders }

    func hasSound(_ name: String) -> Bool {
        (try? folders.path(of: name, category: .playAudio)) != nil
    }

    func hasText(_ name: String) -> Bool {
        (try? folders.path(of: name, category: .playText)) != nil
    }
}

/// Fields that prompts need, and prompts that cannot be had.
struct PromptFacts: Sendable {
    /// A field and a value for it.
    struct Setting: Sendable, Hashable {
        /// The field.
        let name: String
        /// Value that the field is to hold.
        let value: JSONValue
    }

    /// One of the things that a prompt may be made of.
    private enum Source {
        case audioFile(FlowText)
        case text(FlowText)
        case textFile(FlowText)

        var text: FlowText {
            switch self {
            case .audioFile(let text), .text(let text), .textFile(let text): text
            }
        }

        var isText: Bool { if case .text = self { true } else { false } }
    }

    private let prompts: [String: AudioPrompt]
    /// Ids in the order of the file.
    let ids: [String]
    private let map: AudioTextMap
    private let media: MediaSearch

    /// A module that no flow has.
    static let noModule = "NoSuchModule"
    private static let noPrompt = "NoSuchPrompt"
    private static let noFile = "no-such-file.wav"

    init(_ list: [AudioPrompt], map: AudioTextMap, media: MediaSearch) {
        self.media = media
        self.map = map
        ids = list.map(\.id)
        prompts = Dictionary(list.map { ($0.id, $0) }) { first, _ in first }
    }

    private static func sources(_ prompt: AudioPrompt) -> [Source] {
        [
            prompt.audioFile.map(Source.audioFile), prompt.text.map(Source.text),
            prompt.textFile.map(Source.textFile),
        ].compactMap(\.self)
    }

    private func isThere(_ source: Source) -> Bool {
        switch source {
        case .text(.literal(let text)): !text.allSatisfy(\.isWhitespace)
        case .audioFile(.literal(let name)):
            media.hasSound(name)
                || map.text(
                    for: name, language: AudioTextMap.usualLanguage, fields: FieldRepository())
                    != nil
        case .textFile(.literal(let name)): media.hasText(name)
        default: false
        }
    }

    private func isThere(_ prompt: AudioPrompt) -> Bool {
        Self.sources(prompt).contains(where: isThere)
    }

    /// Returns the leaves of the prompts that `spellings` name, whatever fields hold.
    func leaves(of spellings: [String]) -> [AudioPrompt] { parts(of: spellings).prompts }

    /// The leaves of the prompts that `spellings` name, and the fields that stand for prompts.
    private func parts(of spellings: [String]) -> (prompts: [AudioPrompt], fields: [String]) {
        var leaves: [AudioPrompt] = []
        var fields: [String] = []
        var seen: Set<FlowText> = []
        func walk(_ name: FlowText, depth: Int) {
            guard depth < FlowChecker.depthLimit, seen.insert(name).inserted else { return }
            switch name {
            case .field(let field): fields.append(field)
            case .literal(let id):
                guard let prompt = prompts[id] else { return }
                if prompt.members.isEmpty || prompt.style.fixed == .single { leaves.append(prompt) }
                if prompt.style == .init(fixed: .single) { return }
                for member in prompt.members { walk(member, depth: depth + 1) }
            }
        }
        for spelling in spellings { walk(FlowText(spelling), depth: 0) }
        return (leaves, fields)
    }

    /// Fields without which the prompts that `spellings` name cannot be played, each with a value
    /// that lets them; `words` says a field's name as a text.
    func needs(of spellings: [String], words: (String) -> String) -> [Setting] {
        let (prompts, names) = parts(of: spellings)
        var needs: [Setting] = []
        func need(_ name: String, _ value: String?) {
            guard let value, !needs.contains(where: { $0.name == name }) else { return }
            needs.append(Setting(name: name, value: .string(value)))
        }
        for name in names { need(name, anyPrompt) }
        for prompt in prompts where !isThere(prompt) {
            let sources = Self.sources(prompt)
            // A field that holds text needs no file.
            let choice = sources.first(where: \.isText) ?? sources.first
            switch choice {
            case .text(.field(let name)): need(name, words(name))
            case .audioFile(.field(let name)): need(name, anySound)
            default: break
            }
        }
        return needs
    }

    /// Returns the settings of fields that keep a prompt from being played; each alone is enough.
    func faults(of spellings: [String]) -> [Setting] {
        let (prompts, names) = parts(of: spellings)
        var faults = names.map { Setting(name: $0, value: .string(Self.noPrompt)) }
        for prompt in prompts where !isThere(prompt) {
            for source in Self.sources(prompt) {
                guard case .field(let name) = source.text else { continue }
                let value = source.isText ? "" : Self.noFile
                faults.append(Setting(name: name, value: .string(value)))
            }
        }
        return faults
    }

    /// Whether a prompt cannot be had as things are: its file is missing, or a field is unset.
    func isMissing(_ id: String) -> Bool {
        let (prompts, names) = parts(of: [id])
        return !names.isEmpty || !prompts.allSatisfy(isThere)
    }

    /// Whether every prompt that `spellings` name can always be had.
    func areSafe(_ spellings: [String]) -> Bool {
        let (leaves, names) = parts(of: spellings)
        return names.isEmpty && spellings.allSatisfy { prompts[$0] != nil }
            && leaves.allSatisfy { isThere($0) && $0.style == .init(fixed: .single) }
    }

    /// Whether `spellings` name one prompt alone, and it plays until it is stopped.
    func playsForEver(_ spellings: [String]) -> Bool {
        guard spellings.count == 1, let prompt = prompts[spellings[0]] else { return false }
        return prompt.members.isEmpty && prompt.playback.isEndless
    }

    /// A prompt that can always be played.
    private var anyPrompt: String? {
        ids.first { id in
            prompts[id].map { $0.members.isEmpty && isThere($0) } ?? false
        }
    }

    /// A sound file that is there.
    private var anySound: String? {
        ids.lazy.compactMap { id -> String? in
            guard case .literal(let name)? = prompts[id]?.audioFile else { return nil }
            return media.hasSound(name) ? name : nil
        }.first
    }
}
