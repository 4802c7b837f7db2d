internal import VoiceActivity
internal import VoiceAudio
internal import VoiceFiles
internal import VoiceJSON
internal import VoiceTrace

/// Where a clip of the caller speaks, as the scenario or a file beside the clip says, or an offline
/// pass over the clip.
struct ClipLabels {
    /// Who says so.
    let source: CallerLine.Labels
    /// The stretches of speech in frames of the clip, ascending, apart and not empty.
    let speech: [Range<Int>]

    /// The first frame of speech.
    var first: Int { speech[0].lowerBound }
    /// One past the last frame of speech.
    var last: Int { speech[speech.count - 1].upperBound }

    /// How far labels may go on past their clip: times are rounded to milliseconds, and rates are
    /// converted.
    private static let toleranceMilliseconds: Int64 = 1

    /// The labels that the scenario has for `line`, else those beside the clip at `path`, of a
    /// `sound` that is ready to play, else what the detector finds in the clip; nil where none says
    /// anything, and for a line without a clip.
    ///
    /// - Throws: ``SessionError`` for a file that cannot be used, and for labels outside of the
    ///   clip.
    init?(of line: Scenario.Line, path: String?, sound: MonoSound) throws(SessionError) {
        if let speech = line.speech {
            let rate = Int64(sound.sampleRate)
            source = .scenario
            self.speech = try Self.fitted(
                [(speech.lowerBound * rate / 1_000)..<(speech.upperBound * rate / 1_000)],
                of: "scenario \(line.path.key("speech"))", to: sound, path)
            return
        }
        guard let path else { return nil }
        guard let file = SpeechLabels.beside(path) else {
            let found: [Range<Int64>]
            do {
                found = try SpeechActivity.offlineSegments(in: sound, settings: .fadingEnds)
            } catch { throw .audio(error) }
            guard !found.isEmpty else { return nil }
            source = .detector
            self.speech = found.map { Int($0.lowerBound)..<Int($0.upperBound) }
            return
        }
        let bytes = try SessionError.disk { () throws(DiskError) in
            try DiskFile.read(file, limit: SpeechLabels.byteLimit)
        }
        let labels: SpeechLabels
        do throws(ActivityError) {
            labels = try SpeechLabels(
                bytes: bytes, path: file, rate: sound.sampleRate)
        } catch { throw .labels(error) }
        let speech = labels.speech.filter { !$0.isEmpty }
        guard !speech.isEmpty else {
            throw .labels(.labels(path: file, reason: "no label has any length"))
        }
        source = .clip
        self.speech = try Self.fitted(speech, of: file, to: sound, path)
    }

    /// `speech`, none of which lies outside of `sound`.
    private static func fitted(
        _ speech: [Range<Int64>], of labels: String, to sound: MonoSound, _ path: String?
    ) throws(SessionError) -> [Range<Int>] {
        let (length, rate) = (Int64(sound.frames), Int64(sound.sampleRate))
        let end = speech.last?.upperBound ?? 0
        guard end * 1_000 <= length * 1_000 + toleranceMilliseconds * rate else {
            throw .labelsOutside(
                labels: labels, clip: path.map(DiskFile.name) ?? "the line",
                end: end * 1_000 / rate, length: length * 1_000 / rate)
        }
        return speech.map { Int(min($0.lowerBound, length - 1))..<Int(min($0.upperBound, length)) }
    }
}
