package import VoiceDiff
internal import VoiceTime
internal import VoiceTrace

/// Differences as Audacity's labels: start, end and text, a line each, times in seconds.
///
/// A difference with both sides reaches from the earlier to the later of them.
/// Source: Audacity manual, "Importing and exporting labels".
package enum AudacityReport {
    /// The labels, in order of time; `remarks` concern all of it and stand at its start.
    package static func text(_ diff: TraceDiff, remarks: [String] = []) -> String {
        let start = seconds(0, diff.sampleRate)
        let labels = remarks.map { "\(start)\t\(start)\t\(PrintableText.part($0))\n" }
        let differences = diff.differences.map { difference in
            let frames = [difference.golden?.frame, difference.actual?.frame].compactMap { $0 }
            let from = seconds(frames.min() ?? 0, diff.sampleRate)
            let to = seconds(frames.max() ?? 0, diff.sampleRate)
            // A part of a line holds no tab and no line end, which would make another label.
            let label = PrintableText.part(
                "\(difference.kind.rawValue): \(diff.vocabulary.label(of: difference.event))")
            return "\(from)\t\(to)\t\(label)\n"
        }
        return (labels + differences).joined()
    }

    private static func seconds(_ frame: Frame, _ rate: SampleRate) -> String {
        let micros = rate.microseconds(min(max(frame, 0), 1 << 40))
        let rest = "\(1_000_000 + micros % 1_000_000)".dropFirst()
        return "\(micros / 1_000_000).\(rest)"
    }
}
