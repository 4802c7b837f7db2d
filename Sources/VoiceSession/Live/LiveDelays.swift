internal import VoiceMedia
internal import VoiceTime
public import VoiceTrace

/// What came late in a live session, and when: the inputs in which it differs from a simulation of
/// the same sound.
public struct LiveDelays: Sendable {
    /// How late the words of every utterance were, in frames.
    var words: [Frame] = []
    /// How late what was understood of speech under way was.
    var soFar: [Frame] = []
    /// What the device brought, and the gaps.
    var news: [(frame: Frame, input: SessionInput)] = []

    /// The delays of a recorded session.
    ///
    /// - Throws: ``SessionError`` when the folder holds none.
    public init(of folder: SessionFolder) throws(SessionError) {
        for input in try SessionParts(folder: folder).inputs {
            switch input.input {
            case .recognizerDelay(let frames): words.append(frames)
            case .partialDelay(let frames): soFar.append(frames)
            case .gap: news.append((input.frame, input.input))
            case .device(let object) where RecordingNews.outcome(in: object) == nil:
                news.append((input.frame, input.input))
            default: break
            }
        }
    }
}
