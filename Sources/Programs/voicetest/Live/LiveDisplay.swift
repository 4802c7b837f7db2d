import VoiceSystem
import VoiceTime
import VoiceTrace

/// Display of a recording while it runs: a level meter and what was said, on a terminal only.
struct LiveDisplay {
    private let isShown = isatty(STDERR_FILENO) == 1 && !Console.isQuiet
    private let rate: SampleRate
    private var steps = 0
    /// Number of looks from one drawing of the meter to the next.
    private static let stepsApart = 20

    private let transcript: LiveTranscript

    /// A display of a session at `rate`, whose events mean what `vocabulary` says.
    init(rate: SampleRate, _ vocabulary: EventVocabulary) {
        self.rate = rate
        transcript = LiveTranscript(vocabulary)
    }

    /// Whether the meter is due; called at every look.
    mutating func isDue() -> Bool {
        steps += 1
        return isShown && steps % Self.stepsApart == 0
    }

    /// Draws the meter: 30 steps of 2 dB up to full scale.
    func draw(level: Float, at frame: Frame) {
        let filled = max(0, min(30, Int((level + 60) / 2)))
        let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: 30 - filled)
        let seconds = frame / Frame(rate.hertz)
        let rest = seconds % 60
        Console.write(
            unnamed: "\r\u{1B}[K\(seconds / 60):\(rest < 10 ? "0" : "")\(rest) [\(bar)]")
    }

    /// Writes the words that were said, and the way that the flow takes.
    func show(_ events: [TraceEvent]) {
        guard isShown else { return }
        for event in events {
            guard let text = transcript.line(of: event) else { continue }
            Console.write(unnamed: "\r\u{1B}[K\(text)\n")
        }
    }

    /// Takes the meter away.
    func clear() {
        if isShown { Console.write(unnamed: "\r\u{1B}[K") }
    }
}
