internal import VoiceEngine
internal import VoiceFiles
internal import VoiceJSON
internal import VoiceMedia
internal import VoiceSession
internal import VoiceTime
internal import VoiceTrace

extension SessionText {
    /// Keys of what a prompt says or plays.
    private static let contentKeys = ["audioFile", "text", "textFile", "substituteText", "voice"]

    /// Rewrites requests that hold what was said, and silences their sound and that of prompts
    /// that play back a recording of the caller.
    mutating func hidePrompts() {
        var index = PromptIndex()
        let own = Set(
            parts.flowFiles.filter { !engine.tellingFiles.contains($0.key) }.values.flatMap {
                bytes in
                (try? JSONReader.value(of: bytes, dialect: .lenient)).map(WordMask.texts) ?? []
            })
        for digest in parts.prompts.digests {
            guard let recorded = parts.prompts[digest] else { continue }
            var entry = recorded
            let request = hidden(entry.request, own: own)
            let isTelling = request != entry.request || playsCaller(entry.request)
            switch entry.outcome {
            case .failed(let reason): entry.outcome = .failed(reason: mask.hide(reason))
            case .realized(var prompt):
                prompt.fault = prompt.fault.map { mask.hide($0) }
                if isTelling { silence(&prompt) }
                entry.outcome = .realized(prompt)
            }
            let isChanged = request != entry.request
            let key =
                isChanged
                ? Digest.hex(of: Array(JSONWriter.text(.object(request)).utf8)) : digest
            if isChanged { telling.append((recorded.request, entry.outcome)) }
            entry.request = request
            index[key] = entry
            // An engine that asks for the same though all that it hears is hidden says words of its
            // own.
            if key != digest, !playsCaller(recorded.request) { index[digest] = recorded }
        }
        parts.prompts = index
    }

    /// The request without what was said; what the flow's files spell like that stays.
    private mutating func hidden(_ request: JSONObject, own: Set<String>) -> JSONObject {
        var hidden = JSONObject()
        for member in request.members {
            let isOwn = member.value.string.map(own.contains) ?? true
            let isContent = Self.contentKeys.contains(member.key)
            hidden[member.key] = isContent && !isOwn ? mask.hide(member.value) : member.value
        }
        return hidden
    }

    /// Whether a prompt is a file that the session recorded.
    private func playsCaller(_ request: JSONObject) -> Bool {
        guard let file = request["audioFile"]?.string else { return false }
        return recordedFiles.contains(Self.stem(of: file))
    }

    /// A file's name without folder and extension: a recording may be found by either.
    static func stem(of file: String) -> String {
        let name = DiskFile.name(of: file).lowercased()
        return name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    }

    private mutating func silence(_ prompt: inout RealizedPrompt) {
        let rate = parts.manifest.sampleRate.hertz
        let digest = Self.silenceDigest(frames: prompt.frames, sampleRate: rate)
        digests[prompt.digest] = digest
        silenced[digest] = Int(clamping: prompt.frames)
        prompt.digest = digest
    }

    /// Returns the digest of silence, made as a prompt's digest is: of its rate and its samples.
    static func silenceDigest(frames: Int64, sampleRate: Int) -> String {
        var digest = Digest()
        digest.update(Array("\(sampleRate)\n".utf8))
        let second = [UInt8](repeating: 0, count: 2 * sampleRate)
        var left = 2 * frames
        while left > 0 {
            let count = min(left, Int64(second.count))
            digest.update(Array(second.prefix(Int(count))))
            left -= count
        }
        return digest.hex()
    }
}
