internal import VoiceActivity
internal import VoiceAudio
package import VoiceTime

/// A sound of a scripted world: a stretch of a caller's speech, or of noise.
package struct ScriptedSound: Sendable, Equatable {
    /// Frames of the session.
    package var range: Range<Frame>
    /// Whether it is speech; all else is noise.
    package var isSpeech: Bool
    /// Level in thousandths of a decibel of full scale.
    package var milliDecibels: Int
    /// Stretch in which it is as loud as that; nil for all of it.
    package var loud: Range<Frame>?
    /// Frame at which the detector decides that it is speech; nil where its limits say.
    package var decided: Frame?
    /// Number of the part of a playing prompt that it is, nil where it is none: the next sound with
    /// this number takes its place.
    package var echo: Int?

    /// A sound of these parts.
    package init(range: Range<Frame>, isSpeech: Bool, milliDecibels: Int) {
        self.range = range
        self.isSpeech = isSpeech
        self.milliDecibels = milliDecibels
    }
}

/// Sound that a microphone would hear of a scripted world, as the detector's evidence and as
/// levels.
///
/// A hop is speech where its middle lies in speech that is louder than all noise beside it. Who
/// speaks for longer than a second takes breath: for the last 300 ms of each second levels tell of
/// the room alone, while the detector hears speech. So long speech is not one steady sound, which a
/// tracker of levels would take for noise.
package struct SoundScript: Sendable, Equatable {
    /// The least level that is told.
    static let silence = -100_000
    private static let breathMilliseconds: (every: Int64, length: Int64) = (1_000, 300)
    /// Time for which sounds are remembered for levels that look back, in seconds.
    private static let memorySeconds: Frame = 12

    private let rate: SampleRate
    /// Level of the room where nothing else is heard, in thousandths of a decibel of full scale.
    private let room: Int
    private var sounds: [ScriptedSound] = []

    /// A room of this level, in thousandths of a decibel of full scale, and no sound in it yet.
    package init(rate: SampleRate, roomMilliDecibels room: Int) {
        self.rate = rate
        self.room = max(Self.silence, min(0, room))
    }

    mutating func add(_ sound: ScriptedSound) {
        if let echo = sound.echo { sounds.removeAll { $0.echo == echo } }
        if !sound.range.isEmpty { sounds.append(sound) }
    }

    /// Forgets the sounds that no level looks back to.
    mutating func forget(before now: Frame) {
        let limit = now - Self.memorySeconds * Frame(rate.hertz)
        guard let first = sounds.first, first.range.upperBound < limit else { return }
        sounds.removeAll { $0.range.upperBound < limit }
    }

    /// The first frame of speech from `frame` on; nil where there is none.
    func speech(from frame: Frame) -> Frame? {
        sounds.lazy.filter { $0.isSpeech && $0.range.upperBound > frame }
            .map { max(frame, $0.range.lowerBound) }.min()
    }

    /// Returns the frame at which the detector decided that the speech at `frame` is speech, and
    /// the frame where that begins; nil where its limits say.
    func decision(at frame: Frame) -> (spoken: Frame, decided: Frame)? {
        sounds.first { $0.isSpeech && $0.range.contains(frame) }.flatMap { sound in
            sound.decided.map { (sound.range.lowerBound, $0) }
        }
    }

    /// Returns the detector's evidence of a hop.
    func evidence(of hop: Range<Frame>) -> HopEvidence {
        let middle = hop.lowerBound + Frame(hop.count) / 2
        let heard = sounds.filter { $0.range.contains(middle) }
        let noise = heard.lazy.filter { !$0.isSpeech }.map(\.milliDecibels).max() ?? room
        let speech = heard.lazy.filter(\.isSpeech).map(\.milliDecibels).max()
        let floor = max(room, noise)
        let isHeard = speech.map { $0 > floor } ?? false
        return HopEvidence(
            energy: Int32(clamping: max(floor, speech ?? floor)), floor: Int32(clamping: floor),
            odds: isHeard ? 30_000 : -30_000, probability: isHeard ? 1_000 : 0)
    }

    /// The level of a stretch, in thousandths of a decibel: of two sounds the louder one is heard.
    func level(of range: Range<Frame>) -> Int {
        var loud: [(range: Range<Frame>, level: Int)] = []
        for sound in sounds where sound.milliDecibels > room {
            for part in loudParts(of: sound) where part.overlaps(range) {
                loud.append((part.clamped(to: range), sound.milliDecibels))
            }
        }
        guard !range.isEmpty, !loud.isEmpty else { return room }
        let cuts = Set(loud.flatMap { [$0.range.lowerBound, $0.range.upperBound] })
            .union([range.lowerBound, range.upperBound]).sorted()
        var sum = 0.0
        var levels: Set<Int> = []
        for (start, end) in zip(cuts, cuts.dropFirst()) {
            let level = loud.lazy.filter { $0.range.contains(start) }.map(\.level).max() ?? room
            let factor = Double(Level.factor(decibels: Float(level) / 1_000))
            sum += factor * factor * Double(end - start)
            levels.insert(level)
        }
        if let only = levels.first, levels.count == 1 { return only }
        let level = Level.decibels(power: sum / Double(range.count))
        return max(Self.silence, Int((level * 1_000).rounded()))
    }

    /// Returns the parts of a sound that are as loud as it is: not while its speaker takes breath,
    /// which none does just before the end.
    private func loudParts(of sound: ScriptedSound) -> [Range<Frame>] {
        let every = rate.frames(milliseconds: Self.breathMilliseconds.every)
        let length = rate.frames(milliseconds: Self.breathMilliseconds.length)
        let loud = sound.loud ?? sound.range
        guard sound.isSpeech else { return [loud] }
        var parts: [Range<Frame>] = []
        var start = loud.lowerBound
        while loud.upperBound - start > every + length {
            parts.append(start..<start + every - length)
            start += every
        }
        return parts + [start..<loud.upperBound]
    }
}
