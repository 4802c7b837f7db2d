internal import VoiceEngine
internal import VoiceFlow
internal import VoiceTrace

/// Whether an audio or text file that a prompt names is found.
struct MediaSearch: Sendable {
    let folders: MediaFolders

    func hasSound(_ name: String) -> Bool {
        (try? folders.path(of: name, category: .playAudio)) != nil
    }

    func hasText(_ name: String) -> Bool {
        (try? folders.path(of: name, category: .playText)) != nil
    }
}

/// What the prompt list says about fields that prompts need and prompts that cannot be had.
struct PromptFacts: Sendable {
    /// A field and a value for it.
    struct Setting: Sendable, Hashable {
        let name: String
        let value: JSONValue
    }

    private let objects: [String: JSONObject]
    /// Ids in the order of the file.
    let ids: [String]
    private let mapped: Set<String>
    private let media: MediaSearch

    /// Longest chain of collections that is looked into.
    private static let depthLimit = 128
    /// Names that no flow has.
    static let noModule = "NoSuchModule"
    private static let noPrompt = "NoSuchPrompt"
    private static let noFile = "no-such-file.wav"

    init(_ list: [JSONObject], map: [JSONObject], media: MediaSearch) {
        self.media = media
        ids = list.compactMap { $0["id"]?.string }
        objects = Dictionary(
            list.compactMap { object in object["id"]?.string.map { ($0, object) } }
        ) { first, _ in first }
        mapped = Set(
            map.filter { $0["textString"]?.string.map { FlowText.fieldName($0) == nil } ?? false }
                .compactMap { $0["audioFile"]?.string })
    }

    /// What a prompt is made of, each a plain text or a field.
    private func sources(_ prompt: JSONObject) -> [(key: String, text: String)] {
        ["audioFile", "textString", "textFile"].compactMap { key in
            prompt[key]?.string.flatMap { $0.isEmpty ? nil : (key, $0) }
        }
    }

    private func isThere(_ source: (key: String, text: String)) -> Bool {
        guard FlowText.fieldName(source.text) == nil else { return false }
        switch source.key {
        case "textString": return !source.text.allSatisfy(\.isWhitespace)
        case "audioFile":
            return media.hasSound(source.text) || mapped.contains(source.text)
                || mapped.contains(DiskFile.name(of: source.text))
        default: return media.hasText(source.text)
        }
    }

    /// The leaves of the prompts that `spellings` name, and the fields that stand for prompts.
    private func leaves(of spellings: [String]) -> (prompts: [JSONObject], fields: [String]) {
        var prompts: [JSONObject] = []
        var fields: [String] = []
        var seen: Set<String> = []
        func walk(_ spelling: String, depth: Int) {
            guard depth < Self.depthLimit, seen.insert(spelling).inserted else { return }
            if let field = FlowText.fieldName(spelling) {
                fields.append(field)
                return
            }
            guard let prompt = objects[spelling] else { return }
            let members = (prompt["promptCollection"]?.array ?? []).compactMap {
                $0.object?["promptID"]?.string
            }
            if members.isEmpty || prompt["style"]?.string == "single" { prompts.append(prompt) }
            for member in members { walk(member, depth: depth + 1) }
        }
        for spelling in spellings { walk(spelling, depth: 0) }
        return (prompts, fields)
    }

    /// Fields without which the prompts that `spellings` name cannot be played, each with a value
    /// that lets them.
    func needs(of spellings: [String]) -> [Setting] {
        let (prompts, names) = leaves(of: spellings)
        var needs: [Setting] = []
        func need(_ name: String, _ value: String?) {
            guard let value, !needs.contains(where: { $0.name == name }) else { return }
            needs.append(Setting(name: name, value: .string(value)))
        }
        for name in names { need(name, anyPrompt) }
        for prompt in prompts {
            let sources = sources(prompt)
            guard !sources.contains(where: isThere) else { continue }
            // A field that holds text needs no file.
            let choice = sources.first { $0.key == "textString" } ?? sources.first
            guard let choice, let name = FlowText.fieldName(choice.text) else { continue }
            switch choice.key {
            case "textString": need(name, Vocabulary.words(of: name).joined(separator: " "))
            case "audioFile": need(name, anySound)
            default: break
            }
        }
        return needs
    }

    /// Fields that keep a prompt from being played when they hold what is given here; each alone
    /// is enough.
    func faults(of spellings: [String]) -> [Setting] {
        let (prompts, names) = leaves(of: spellings)
        var faults = names.map { Setting(name: $0, value: .string(Self.noPrompt)) }
        for prompt in prompts {
            let sources = sources(prompt)
            guard !sources.contains(where: isThere) else { continue }
            for source in sources {
                guard let name = FlowText.fieldName(source.text) else { continue }
                let value = source.key == "textString" ? "" : Self.noFile
                faults.append(Setting(name: name, value: .string(value)))
            }
        }
        return faults
    }

    /// Prompts that cannot be had as things stand: their files are missing, or a field is unset.
    func isMissing(_ id: String) -> Bool {
        let (prompts, names) = leaves(of: [id])
        return !names.isEmpty || prompts.contains { !sources($0).contains(where: isThere) }
    }

    /// Whether every prompt that `spellings` name can always be had.
    func areSafe(_ spellings: [String]) -> Bool {
        let (prompts, names) = leaves(of: spellings)
        return names.isEmpty && spellings.allSatisfy { objects[$0] != nil }
            && prompts.allSatisfy { sources($0).contains(where: isThere) }
            && prompts.allSatisfy { ($0["style"]?.string ?? "single") == "single" }
    }

    /// Whether `spellings` name one prompt alone, and it plays until it is stopped.
    func playsForEver(_ spellings: [String]) -> Bool {
        guard spellings.count == 1, let prompt = objects[spellings[0]],
            prompt["promptCollection"] == nil
        else { return false }
        let playback = prompt["audioPlaybackParams"]?.object ?? [:]
        let siblings = ["loopPlayRuntime", "loopCountRuntime", "maxPlayCountRuntime"]
        let count = playback["loopCount"] ?? playback["maxPlayCount"]
        return FlowFacts.isYes(playback["loopPlay"])
            && siblings.allSatisfy { playback[$0] == nil }
            && (count.flatMap(FlowFacts.number).map { $0 <= 0 } ?? false)
    }

    /// Objects of the prompts that `spellings` name, for the fields in them.
    func objects(of spellings: [String]) -> [JSONObject] { leaves(of: spellings).prompts }

    /// A prompt that can always be played.
    private var anyPrompt: String? {
        ids.first { id in
            guard let prompt = objects[id], prompt["promptCollection"] == nil else { return false }
            return sources(prompt).contains(where: isThere)
        }
    }

    /// A sound file that is there.
    private var anySound: String? {
        ids.lazy.compactMap { objects[$0]?["audioFile"]?.string }.first { name in
            FlowText.fieldName(name) == nil && media.hasSound(name)
        }
    }
}
