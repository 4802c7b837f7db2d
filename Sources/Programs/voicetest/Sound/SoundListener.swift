import VoiceActivity
import VoiceAudio
import VoiceJSON
import VoiceRecognition
import VoiceTime

/// Finds the utterances in sound files as a session does, and has each recognised.
struct SoundListener: Sendable {
    /// The rate recognition works at, in hertz; all positions are frames of it.
    static let rate = SampleRate.standard

    /// Largest number of other readings that an answer carries.
    var alternatives = 0
    /// Whether answers carry phones.
    var wantsPhones = false
    /// Whether speech is recognised while it runs, too.
    var wantsPartials = false

    /// A recognizer that listens for `task`: the program of `command`, or the built-in one, which
    /// guesses how words are said that the dictionary lacks.
    static func recognizer(
        for task: RecognitionTask, command: RecognizerCommand? = nil
    ) throws -> any Recognizer {
        if let command { return try ProcessRecognizer(command, task: task) }
        return try AcousticRecognizer(task: task)
    }

    /// Recognises every stretch of speech of a file, whose channels become one as `choice` says.
    ///
    /// The file is brought to one level first, so its gain makes no difference. It is read three
    /// times, and no more than one utterance is held.
    func hear(
        _ file: String, choice: ChannelChoice = .best, with recognizer: inout any Recognizer
    ) throws -> HeardSound {
        let choice = try choice.fold(of: file).choice
        let gain = try Self.gain(of: file, choice)
        let segments = try Self.speech(in: file, choice, gain: gain)
        return try hear(segments, in: file, choice, gain: gain, with: &recognizer).clipped
    }

    /// Recognises each of `segments` of a channel of a file, in frames at ``rate``: one utterance
    /// for each, in their order.
    func hear(
        _ segments: [Range<Int64>], in file: String, choice: ChannelChoice,
        with recognizer: inout any Recognizer
    ) throws -> HeardSound {
        try hear(
            segments, in: file, choice, gain: try Self.gain(of: file, choice), with: &recognizer)
    }

    private func hear(
        _ segments: [Range<Int64>], in file: String, _ choice: ChannelChoice, gain: Float,
        with recognizer: inout any Recognizer
    ) throws -> HeardSound {
        // One frame more than is recognised tells that an utterance is too long.
        let most = Int64(Utterance.longestSeconds * Self.rate.hertz) + 1
        let edge = Self.rate.frames(milliseconds: 300)
        let extents = segments.map { segment in
            let start = segment.lowerBound - edge
            return start..<min(segment.upperBound + edge, start + most)
        }
        var utterances: [HeardSound.Utterance] = []
        func recognize(_ index: Int, _ samples: [Int16]) {
            let utterance = utterance(extents[index], samples, spoken: segments[index])
            let partials = wantsPartials ? Self.partials(of: utterance, &recognizer) : []
            utterances.append(
                .init(
                    spoken: segments[index], outcome: recognizer.recognize(utterance),
                    partials: partials))
        }
        var cutter = SoundCutter(extents)
        _ = try SoundFile.decode(
            path: file, sampleRate: Self.rate.hertz, choice: choice, gain: gain
        ) {
            cutter.process($0, cut: recognize)
        }
        cutter.finish(cut: recognize)
        return HeardSound(frames: cutter.frames, utterances: utterances)
    }

    /// Returns what was heard in a file with positions in the file's own frames, and its rate in
    /// hertz.
    static func inFramesOfFile(
        _ heard: HeardSound, _ file: String
    ) throws(AudioError) -> (heard: HeardSound, rate: Int) {
        let format = try SoundFileReader(path: file).format
        let (hertz, own) = (Int64(rate.hertz), Int64(format.sampleRate))
        let frames = (heard.frames * own + hertz / 2) / hertz
        // A header may be wrong; a converter rounds by a frame of either rate.
        let isSaid = abs(format.frames - frames) <= 1 + own / hertz
        return (
            heard.converted(
                from: rate.hertz, to: format.sampleRate, frames: isSaid ? format.frames : frames),
            format.sampleRate
        )
    }

    /// Returns the partial hypotheses of every 100 ms of the speech, each text that differs from
    /// the one before.
    private static func partials(
        of utterance: Utterance, _ recognizer: inout any Recognizer
    ) -> [HeardSound.Partial] {
        var partials: [HeardSound.Partial] = []
        let step = rate.frames(milliseconds: 100)
        for end in stride(
            from: utterance.spoken.lowerBound + step, to: utterance.spoken.upperBound, by: Int(step)
        ) {
            var soFar = utterance
            let count = Int(end - utterance.start)
            soFar.pieces = utterance.pieces.prefix(count)
            soFar.spoken = utterance.spoken.lowerBound..<end
            guard let heard = recognizer.recognizeSoFar(soFar), heard.text != partials.last?.text
            else { continue }
            partials.append(.init(frame: end, text: heard.text))
        }
        return partials
    }

    /// Returns the factor that brings the peak of a file to -10 dBFS.
    private static func gain(of file: String, _ choice: ChannelChoice) throws -> Float {
        let peak = try SoundFile.peak(path: file, choice: choice)
        return peak > 0 ? 0.316_228 / peak : 1
    }

    /// The stretches of speech in a file, heard with a gain.
    private static func speech(
        in file: String, _ choice: ChannelChoice, gain: Float
    ) throws -> [Range<Int64>] {
        var finder = try SegmentFinder(sampleRate: rate.hertz, settings: SpeechSettings())
        _ = try SoundFile.decode(
            path: file, sampleRate: rate.hertz, choice: choice, gain: gain
        ) {
            finder.process($0)
        }
        finder.finish()
        return finder.segments
    }

    /// The stretch with the edges a session's recognizer gets, in a quiet room as a session's
    /// caller is: a file may begin and end with its speech.
    private func utterance(
        _ extent: Range<Int64>, _ inside: [Int16], spoken: Range<Int64>
    ) -> Utterance {
        let hertz = Self.rate.hertz
        var samples = RoomTone(seed: 1).sound(frames: extent.count, sampleRate: hertz).samples
        let offset = Int(max(0, -extent.lowerBound))
        for (index, sample) in inside.enumerated() {
            samples[offset + index] = Int16(
                clamping: Int32(samples[offset + index]) + Int32(sample))
        }
        var utterance = Utterance(
            sound: MonoSound(sampleRate: hertz, samples: samples), start: extent.lowerBound,
            spoken: spoken)
        utterance.alternatives = alternatives
        utterance.wantsPhones = wantsPhones
        return utterance
    }
}

extension [WordPronunciation] {
    /// Note on the words that are recognised by a guess of how they are said; nil for none.
    var note: String? {
        guard !isEmpty else { return nil }
        let words = words
        return
            "guessed how to say \(words.listed(upTo: Self.shownWords)): the dictionary"
            + " lacks \(words.count == 1 ? "it" : "them")."
    }

    private static let shownWords = 20
}
