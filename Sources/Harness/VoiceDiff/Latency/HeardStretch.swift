package import VoiceTime

/// Sounds of the app that a caller who speaks hears as one, since they follow each other closely.
///
/// A sound joins the one before it where the pause between them is shorter than
/// ``pauseMilliseconds``, or where it was asked for before the caller interrupted the app. A sound
/// that begins once the caller has ended is an answer and joins nothing, and keys of a telephone
/// are no speech.
package struct HeardStretch: Sendable, Hashable {
    /// One sound of the app.
    package struct Sound: Sendable, Hashable {
        /// Place among the sounds that were given.
        package var place: Int
        /// Frame at which the app asked for it.
        package var asked: Frame
        /// Stretch in which it is heard, in frames.
        package var heard: Range<Frame>

        /// A sound that is heard there.
        package init(place: Int, asked: Frame, heard: Range<Frame>) {
            self.place = place
            self.asked = asked
            self.heard = heard
        }
    }

    /// A pause of the app that is shorter does not end what the caller hears, in milliseconds.
    package static let pauseMilliseconds: Int64 = 300

    /// Its sounds, in the order in which they begin.
    package private(set) var sounds: [Sound]
    /// Stretches in which something is heard, ascending and apart: pauses that end nothing count as
    /// heard.
    package private(set) var spans: [Range<Frame>]

    /// Its beginning and its end.
    package var frames: Range<Frame> { spans[0].lowerBound..<spans[spans.count - 1].upperBound }

    private init(_ sound: Sound) {
        sounds = [sound]
        spans = [sound.heard]
    }

    /// The stretches of `sounds` that are heard while the caller speaks in `turn`, in the order in
    /// which they begin.
    package static func stretches(
        of sounds: [Sound], over turn: SpokenTurn, rate: SampleRate
    ) -> [HeardStretch] {
        let speech = turn.active
        let pause = rate.frames(milliseconds: pauseMilliseconds)
        var stretches: [HeardStretch] = []
        for sound in sounds.sorted(by: { $0.heard.lowerBound < $1.heard.lowerBound })
        where sound.heard.overlaps(speech) {
            let place = stretches.lastIndex {
                turn.keys == nil && $0.isContinued(by: sound, over: speech, pause)
            }
            if let place {
                stretches[place].append(sound, pause)
            } else {
                stretches.append(HeardStretch(sound))
            }
        }
        return stretches
    }

    /// Whether `sound` continues the stretch. One that is over before what plays below it, such as
    /// music, ends by itself.
    private func isContinued(
        by sound: Sound, over speech: Range<Frame>, _ pause: Frame
    ) -> Bool {
        guard frames.upperBound <= sound.heard.upperBound else { return false }
        let isInterrupted = frames.lowerBound <= speech.lowerBound
        return sound.heard.lowerBound - frames.upperBound < pause
            || isInterrupted && sound.asked <= speech.lowerBound
    }

    private mutating func append(_ sound: Sound, _ pause: Frame) {
        sounds.append(sound)
        let last = spans[spans.count - 1]
        if sound.heard.lowerBound - last.upperBound < pause {
            spans[spans.count - 1] = last.lowerBound..<sound.heard.upperBound
        } else {
            spans.append(sound.heard)
        }
    }

    /// Frames of `speech` in which it is heard.
    package func length(in speech: Range<Frame>) -> Frame {
        spans.reduce(0) { $0 + Frame($1.clamped(to: speech).count) }
    }
}
