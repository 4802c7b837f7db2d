import VoiceAudio
import VoiceTrace

/// What a rewrite did, for people and for programs.
enum RewriteText {
    static func line(_ step: SoundPlan.Step, _ report: RewriteReport, gain: Double) -> String {
        let seconds = Double(report.framesOut) / Double(report.sampleRate)
        var parts = [
            "\(Decimal.text(seconds, digits: 3)) s", "\(report.sampleRate) Hz",
            "\(report.channels) channel\(report.channels == 1 ? "" : "s")",
            "\(report.coding.container.rawValue) \(report.coding.encoding.rawValue)",
        ]
        if gain != 0 { parts.append("\(Decimal.text(gain, digits: 3)) dB") }
        if report.clippedSamples > 0 { parts.append("\(report.clippedSamples) clipped") }
        return "\(step.output): " + parts.joined(separator: ", ")
    }

    static func value(
        _ step: SoundPlan.Step, _ report: RewriteReport, _ gain: Double
    ) -> JSONValue {
        [
            "input": .string(step.input), "output": .string(step.output),
            "framesIn": .integer(report.framesIn), "frames": .integer(report.framesOut),
            "sampleRate": .integer(Int64(report.sampleRate)),
            "channels": .integer(Int64(report.channels)),
            "container": .string(report.coding.container.rawValue),
            "encoding": .string(report.coding.encoding.rawValue),
            "gainDB": Decimal.value(gain, digits: 3),
            "clippedSamples": .integer(report.clippedSamples),
            "notes": .array(report.notes.map { .string($0) }),
        ]
    }
}
