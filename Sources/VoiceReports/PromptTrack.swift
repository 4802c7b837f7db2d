internal import VoiceAudio
internal import VoiceTime
internal import VoiceTrace

/// What the app played in a session, put together from its trace and its prompts.
///
/// Shape: one sound from frame 0 on. Volumes are not in the trace, so prompts sound as they were
/// realised; one that plays longer than it is, repeats.
enum PromptTrack {
    /// The track of at most `frames` frames; nil when nothing in it sounds.
    static func render(
        _ events: [TraceEvent], prompts: [String: MonoSound], rate: SampleRate, frames: Frame
    ) -> MonoSound? {
        var samples = [Int16](repeating: 0, count: Int(max(0, frames)))
        var hasSound = false
        for piece in pieces(events, frames: frames) {
            guard let sound = prompts[piece.digest], sound.sampleRate == rate.hertz,
                sound.frames > 0
            else { continue }
            hasSound = true
            for frame in piece.from..<piece.to {
                let place = (piece.start + frame - piece.from) % Frame(sound.frames)
                let sum = Int32(samples[Int(frame)]) + Int32(sound.samples[Int(place)])
                samples[Int(frame)] = Int16(clamping: sum)
            }
        }
        return hasSound ? MonoSound(sampleRate: rate.hertz, samples: samples) : nil
    }

    /// A stretch of a prompt on the track.
    struct Piece: Equatable {
        let digest: String
        let from: Frame
        var to: Frame
        /// Where in the prompt it begins.
        var start: Frame
    }

    /// The stretches that `events` tell of, inside `frames`.
    static func pieces(_ events: [TraceEvent], frames: Frame) -> [Piece] {
        var pieces: [Piece] = []
        var playing: [String: Int] = [:]
        var paused: [String: Piece] = [:]
        func close(_ prompt: String, at frame: Frame) -> Piece? {
            guard let place = playing.removeValue(forKey: prompt) else { return nil }
            pieces[place].to = max(pieces[place].from, min(frame, frames))
            return pieces[place]
        }
        for event in events where event.frame >= 0 && event.frame <= frames {
            if event.kind == "segment", let prompt = event.fields["prompt"]?.string,
                let digest = event.fields["digest"]?.string
            {
                _ = close(prompt, at: event.frame)
                playing[prompt] = pieces.count
                pieces.append(Piece(digest: digest, from: event.frame, to: frames, start: 0))
                continue
            }
            guard event.kind == "media", event.fields["function"] == "playAudioSegment",
                let prompt = event.fields["item"]?.string
            else { continue }
            switch event.fields["event"]?.string {
            case "ended", "stopped", "error": _ = close(prompt, at: event.frame)
            case "paused": paused[prompt] = close(prompt, at: event.frame)
            case "resumed":
                guard let before = paused.removeValue(forKey: prompt) else { continue }
                playing[prompt] = pieces.count
                pieces.append(
                    Piece(
                        digest: before.digest, from: event.frame, to: frames,
                        start: before.start + before.to - before.from))
            default: break
            }
        }
        return pieces.filter { $0.from < $0.to }
    }
}
