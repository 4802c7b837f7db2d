internal import VoiceAudio
internal import VoiceTime
internal import VoiceTrace

/// Sound that the app played in a session, put together from its trace and its prompts.
///
/// Shape: one sound from frame 0 on. Prompts sound as they were realised, by the gain that the
/// trace tells from some frame on; one that plays longer than it is, repeats.
struct PromptTrack {
    /// Frames of the track that are put together at once.
    private static let blockFrames: Frame = 1 << 14

    private let rate: SampleRate
    private let frames: Frame
    private let prompt: (String) -> MonoSound?
    private var waiting: ArraySlice<Piece>
    private var playing: [(piece: Piece, sound: MonoSound)] = []
    /// Whether anything sounded so far.
    private(set) var hasSound = false

    /// The track of at most `frames` frames; `prompt` gives the sound of a digest.
    init(
        _ events: [TraceEvent], _ vocabulary: EventVocabulary,
        prompt: @escaping (String) -> MonoSound?, rate: SampleRate, frames: Frame
    ) {
        self.rate = rate
        self.frames = max(0, frames)
        self.prompt = prompt
        let pieces = Self.pieces(events, vocabulary, frames: frames)
        // Added in the order of the trace; a trace out of order is put in order first.
        waiting =
            pieces.enumerated().sorted { one, other in
                (one.element.from, one.offset) < (other.element.from, other.offset)
            }.map(\.element)[...]
    }

    /// Shows the track in pieces, once.
    mutating func show(to body: (UnsafeBufferPointer<Int16>) -> Void) {
        // A track that never sounds is not worth its zeros.
        var samples = [Int16](repeating: 0, count: Int(min(frames, Self.blockFrames)))
        for start in stride(from: 0, to: frames, by: Int(Self.blockFrames)) {
            let range = start..<min(start + Self.blockFrames, frames)
            let isSilent =
                playing.isEmpty && waiting.first.map { $0.from >= range.upperBound } ?? true
            if !isSilent { fill(&samples, range) }
            samples[..<range.count].withUnsafeBufferPointer(body)
            if !isSilent { samples = [Int16](repeating: 0, count: samples.count) }
        }
    }

    private mutating func fill(_ samples: inout [Int16], _ range: Range<Frame>) {
        while let piece = waiting.first, piece.from < range.upperBound {
            waiting.removeFirst()
            guard let sound = sound(piece.digest) else { continue }
            playing.append((piece, sound))
            hasSound = true
        }
        for (piece, sound) in playing {
            let part = (piece.from..<piece.to).clamped(to: range)
            guard !part.isEmpty else { continue }
            let place = piece.start + part.lowerBound - piece.from
            samples.withUnsafeMutableBufferPointer { block in
                let first = Int(part.lowerBound - range.lowerBound)
                Mixer.add(
                    sound, from: Int(place % Frame(sound.frames)), gain: piece.gain,
                    to: UnsafeMutableBufferPointer(rebasing: block[first..<first + part.count]))
            }
        }
        playing.removeAll { $0.piece.to <= range.upperBound }
    }

    /// The prompt's sound; nil where it has none at the track's rate.
    private func sound(_ digest: String) -> MonoSound? {
        guard let sound = prompt(digest), sound.sampleRate == rate.hertz, sound.frames > 0 else {
            return nil
        }
        return sound
    }

    /// A stretch of a prompt on the track.
    struct Piece: Equatable {
        let digest: String
        let from: Frame
        var to: Frame
        /// Frame of the prompt at which it begins.
        var start: Frame
        /// Factor of its samples, in thousandths.
        var gain = Self.unity

        /// The gain of a sound as it was realised.
        static let unity = 1_000
        /// The greatest gain that is drawn: 20 dB.
        static let greatestGain = 10_000
    }

    /// The stretches that `events` tell of, inside `frames`.
    static func pieces(
        _ events: [TraceEvent], _ vocabulary: EventVocabulary, frames: Frame
    ) -> [Piece] {
        var pieces: [Piece] = []
        var playing: [String: Int] = [:]
        var paused: [String: Piece] = [:]
        func close(_ prompt: String, at frame: Frame) -> Piece? {
            guard let place = playing.removeValue(forKey: prompt) else { return nil }
            pieces[place].to = max(pieces[place].from, min(frame, frames))
            return pieces[place]
        }
        /// Continues, by `gain`, the prompt that ended at the frame.
        func proceed(_ prompt: String, _ before: Piece, at frame: Frame, gain: Int) {
            playing[prompt] = pieces.count
            pieces.append(
                Piece(
                    digest: before.digest, from: frame, to: frames,
                    start: before.start + before.to - before.from, gain: gain))
        }
        for event in events where event.frame >= 0 && event.frame <= frames {
            guard let prompt = vocabulary.text(.item, of: event) else { continue }
            switch vocabulary.role(of: event) {
            case .sound, .playBegin:
                guard let digest = vocabulary.text(.digest, of: event) else { continue }
                _ = close(prompt, at: event.frame)
                playing[prompt] = pieces.count
                pieces.append(Piece(digest: digest, from: event.frame, to: frames, start: 0))
            case .soundEnd, .soundFail, .playEnd, .playStop, .playFail:
                _ = close(prompt, at: event.frame)
            case .soundPause: paused[prompt] = close(prompt, at: event.frame)
            case .soundResume:
                guard let before = paused.removeValue(forKey: prompt) else { continue }
                proceed(prompt, before, at: event.frame, gain: before.gain)
            case .soundGain:
                let gain = min(vocabulary.gain(of: event), Piece.greatestGain)
                if let before = close(prompt, at: event.frame) {
                    proceed(prompt, before, at: event.frame, gain: gain)
                } else {
                    paused[prompt]?.gain = gain
                }
            default: break
            }
        }
        return pieces.filter { $0.from < $0.to }
    }
}
