import ArgumentParser
import VoiceAudio

/// Fades and silence at the ends of a cut sound.
struct EdgeOptions: ParsableArguments {
    @Option(parsing: .unconditional, help: "Seconds in which each piece comes up from silence.")
    var fadeIn = 0.0

    @Option(parsing: .unconditional, help: "Seconds in which each piece goes down to silence.")
    var fadeOut = 0.0

    @Option(parsing: .unconditional, help: "Seconds of digital silence ahead of each piece.")
    var padBefore = 0.0

    @Option(parsing: .unconditional, help: "Seconds of digital silence behind each piece.")
    var padAfter = 0.0

    func validate() throws {
        for (name, value) in [
            ("--fade-in", fadeIn), ("--fade-out", fadeOut), ("--pad-before", padBefore),
            ("--pad-after", padAfter),
        ] where !(0...3_600).contains(value) {
            throw ValidationError("\(name) takes 0 to 3600 seconds.")
        }
    }

    /// Edges as a rewrite takes them.
    var edges: SoundEdges {
        var edges = SoundEdges()
        (edges.fadeIn, edges.fadeOut) = (fadeIn, fadeOut)
        (edges.padBefore, edges.padAfter) = (padBefore, padAfter)
        return edges
    }
}
