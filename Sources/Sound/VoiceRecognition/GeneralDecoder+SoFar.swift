internal import VoiceAcoustics
internal import VoiceAudio
internal import VoiceHypothesis

extension GeneralDecoder {
    /// Returns what is understood of an utterance that is not over; nil while nothing is.
    ///
    /// If the sound extends that of the last question, only the new part is decoded.
    func hypothesisSoFar(_ utterance: Utterance) throws(RecognitionError) -> Hypothesis? {
        let follower: GeneralFollower
        if let known = self.follower {
            follower = known
        } else {
            follower = try GeneralFollower(model: model)
            self.follower = follower
        }
        let words = try follower.wordsSoFar(of: utterance)
        guard !words.isEmpty else { return nil }
        let clock = FrameClock(utterance)
        let price = words.reduce(0) { $0 - $1.score }
        let frames = words.reduce(0) { $0 + $1.frames.count }
        return Hypothesis(
            text: words.map(\.text).joined(separator: " "),
            confidence: FitJudge.confidence(price: price, frames: frames),
            words: words.map { word in
                RecognizedWord(
                    text: word.text,
                    range: clock.sessionFrames(
                        of: word.frames.lowerBound..<word.frames.upperBound + 1),
                    confidence: FitJudge.confidence(in: word))
            })
    }
}

/// Follows utterances, one after the other, by the general language model while they are spoken.
///
/// Each frame is decoded once, when it comes. What is understood depends on the sound alone, not on
/// how it was cut into pieces or what was heard before: pocketsphinx gets features that are made
/// here, a frame at a time, and adapts to nothing.
/// A class, because a decoder shares it with its copies. Not `Sendable`: one task has it.
final class GeneralFollower {
    private let acoustics: AcousticModel
    private let decoder: DecoderHandle
    private var followed: Followed?

    /// An utterance that is under way, and its features.
    private final class Followed {
        var sound: FollowedSound
        var features: LiveFeatures

        init(_ utterance: Utterance, _ features: consuming LiveFeatures) {
            sound = FollowedSound(utterance)
            self.features = features
        }
    }

    /// Loads the model again: a decoder that was fed in pieces gives other answers for good.
    init(model: SpeechModel) throws(RecognitionError) {
        acoustics = try model.checkedAcoustics(isGeneral: true)
        decoder = try DecoderHandle(model: model, kind: .live)
    }

    /// The words so far, in their order.
    func wordsSoFar(of utterance: Utterance) throws(RecognitionError) -> [FitJudge.Word] {
        let followed = try follower(of: utterance)
        var isTaken = true
        followed.features.process(utterance.pieces.samples(from: followed.features.taken)) {
            frame in
            isTaken = decoder.decode(frame) && isTaken
        }
        followed.sound = FollowedSound(utterance)
        guard isTaken else {
            self.followed = nil
            throw .decoderFailed
        }
        return decoder.wordsSoFar()
    }

    private func follower(of utterance: Utterance) throws(RecognitionError) -> Followed {
        if let followed, followed.sound.isBeginning(of: utterance) { return followed }
        followed = nil
        let made: Followed
        do throws(AudioError) {
            made = Followed(
                utterance,
                try LiveFeatures(
                    model: acoustics, rate: utterance.pieces.sampleRate,
                    speaker: utterance.speaker))
        } catch { throw .soundUnusable(sampleRate: utterance.pieces.sampleRate) }
        try decoder.begin()
        followed = made
        return made
    }
}
