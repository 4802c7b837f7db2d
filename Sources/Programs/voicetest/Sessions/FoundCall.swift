import VoiceActivity
import VoiceCalls
import VoiceSession

/// Recordings of calls as verbs open them: the sound, and what is known of the sides beside it.
extension SoundSearch.Found {
    /// Calls `body` with the recording, the way to read it, and how to name its files in a text.
    ///
    /// Options, which `reading` has, go before answers of the folder, and these before names.
    func opened<Result>(
        labels: String? = nil, _ reading: HeardCall.Reading,
        _ body: (CallRecording, HeardCall.Reading, (String) -> String) throws -> Result
    ) throws -> Result {
        var own = reading
        let names = SideNames(path: path)
        own.appChannel = reading.appChannel ?? answer.appChannel
        own.isOutbound = reading.isOutbound ?? answer.isOutbound ?? names.isOutbound
        own.spans = answer.spans
        // Of two files the names of both sides are no signs of channels.
        own.hints = (second == nil ? [names.hint] : []).compactMap(\.self) + hints
        return try SoundInput.reading(path) { one in
            guard let second else {
                let recording = try CallRecording(path: one.path, labels: labels, from: path)
                return try body(recording, own, one.named)
            }
            return try SoundInput.reading(second) { other in
                let recording = try CallRecording(first: one.path, second: other.path)
                return try body(recording, own) { other.named(one.named($0)) }
            }
        }
    }

    /// Notes that two files are one call; none of one file.
    var pairing: [String] {
        second.map { ["\(path) and \($0) are one call: channels 1 and 2."] } ?? []
    }
}

extension RecurringPrompts {
    /// Returns those of `calls` whose open side the prompts settle, each at its place, with that
    /// hint.
    func settled(_ calls: [SoundSearch.Found]) -> [(place: Int, call: SoundSearch.Found)] {
        let hints = hints
        return calls.enumerated().compactMap { place, call in
            guard let hint = hints[call.path] else { return nil }
            var call = call
            call.hints.append(hint)
            return (place, call)
        }
    }
}
