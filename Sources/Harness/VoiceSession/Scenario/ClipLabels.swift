internal import Synchronization
internal import VoiceActivity
internal import VoiceAudio
internal import VoiceFiles
internal import VoiceJSON
internal import VoiceTrace

/// Stretches of a clip in which the caller speaks, as the scenario or a file beside the clip says,
/// or an offline pass over the clip.
struct ClipLabels {
    /// Source of the labels.
    let source: CallerLine.Labels
    /// The stretches of speech in frames of the clip, ascending, apart and not empty.
    let speech: [Range<Int>]
    /// Warning that the clip speaks where no label is, in a sentence; nil where labels name their
    /// sound.
    private(set) var warning: String?

    /// The first frame of speech.
    var first: Int { speech[0].lowerBound }
    /// One past the last frame of speech.
    var last: Int { speech[speech.count - 1].upperBound }

    /// Time that labels may go on past their clip, in milliseconds: times are rounded to
    /// milliseconds, and rates are converted.
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
            let found = try OfflinePass.speech(in: sound)
            guard !found.isEmpty else { return nil }
            source = .detector
            self.speech = found
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
        try Self.check(labels.soundDigest, in: file, beside: path)
        let speech = labels.speech.filter { !$0.isEmpty }
        guard !speech.isEmpty else {
            throw .labels(.labels(path: file, reason: "no label has any length"))
        }
        source = .clip
        self.speech = try Self.fitted(speech, of: file, to: sound, path)
        guard labels.soundDigest == nil else { return }
        warning = Self.warning(
            of: try OfflinePass.speech(in: sound), beside: self.speech, in: file, of: path,
            rate: sound.sampleRate)
    }

    /// Refuses labels in `file` of another sound than the one at `path`, by its `digest`.
    private static func check(
        _ digest: String?, in file: String, beside path: String
    ) throws(SessionError) {
        guard let digest else { return }
        let own = try SessionError.disk { () throws(DiskError) in try DiskFile.entry(of: path) }
        guard own.sha256 == digest else {
            throw .labels(.otherSound(path: file, sound: path))
        }
    }

    /// The most milliseconds of speech outside of labels, and between their ends and those heard.
    private static let (outsideMilliseconds, edgeMilliseconds) = (500, 100)

    /// Warns that much of what the detector `heard` in the clip at `path` is in none of the
    /// `labelled` stretches, as in labels of an earlier take; nil where little is.
    private static func warning(
        of heard: [Range<Int>], beside labelled: [Range<Int>], in file: String, of path: String,
        rate: Int
    ) -> String? {
        let edge = rate * edgeMilliseconds / 1_000
        let known = labelled.map { $0.lowerBound - edge..<$0.upperBound + edge }
        var outside: [Range<Int>] = []
        for stretch in heard {
            var start = stretch.lowerBound
            for label in known where label.overlaps(stretch) {
                if start < label.lowerBound { outside.append(start..<label.lowerBound) }
                start = max(start, label.upperBound)
            }
            if start < stretch.upperBound { outside.append(start..<stretch.upperBound) }
        }
        let count = outside.reduce(0) { $0 + $1.count } * 1_000 / rate
        guard count > outsideMilliseconds, let first = outside.first else { return nil }
        return "\(file): \(count) ms of speech in \(DiskFile.name(of: path)) are outside of the"
            + " labels, first at \(first.lowerBound * 1_000 / rate) ms. Correct them, or write them"
            + " again with `voicetest vad --format json`."
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

/// Passes of the detector over clips, which every run of a scenario plays again.
enum OfflinePass {
    /// Clips whose speech is kept.
    private static let room = 1_000
    private static let known = Mutex<[[UInt8]: [Range<Int>]]>([:])

    /// Finds the stretches of speech in `sound`, in its frames, ascending and apart.
    static func speech(in sound: MonoSound) throws(SessionError) -> [Range<Int>] {
        var digest = Digest()
        digest.update(Array("\(sound.sampleRate)\n".utf8))
        sound.samples.withUnsafeBytes { digest.update($0) }
        let key = digest.bytes()
        if let found = known.withLock({ $0[key] }) { return found }
        let found: [Range<Int64>]
        do {
            found = try SpeechActivity.offlineSegments(in: sound, settings: .fadingEnds)
        } catch { throw .audio(error) }
        let speech = found.map { Int($0.lowerBound)..<Int($0.upperBound) }
        known.withLock { known in
            if known.count >= room { known = [:] }
            known[key] = speech
        }
        return speech
    }
}
