internal import VoiceJSON
internal import VoiceTrace

extension CallerScript {
    /// The same caller, of whom nothing is expected that `vocabulary` does not tell.
    func following(_ vocabulary: EventVocabulary) -> CallerScript {
        var script = self
        script.expectations.removeAll { value in
            value.object?["kind"]?.string.map { vocabulary[$0] == nil } ?? false
        }
        return script
    }

    /// The same caller, who says no more than the first `count` lines.
    func first(_ count: Int) -> CallerScript {
        var script = self
        script.lines = Array(lines.prefix(count))
        return script
    }

    /// Lets the line at `index` start so many milliseconds after `anchor`.
    mutating func follow(
        _ anchor: CallerAnchor, after milliseconds: Int64, line index: Int
    ) {
        lines[index].anchor = anchor
        lines[index].delayMilliseconds = max(0, milliseconds)
    }
}
