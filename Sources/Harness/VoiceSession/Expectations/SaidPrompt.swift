internal import VoiceJSON
internal import VoiceTime

/// One prompt as a run played it, and its words.
struct SaidPrompt {
    /// The prompt, as the engine names it.
    let item: String
    /// The number of the event that begins it.
    let sequence: Int
    /// Frame at which the app asked for it.
    let asked: Frame
    /// Stretch in which it is heard, without the silence in front of it; empty where nothing is.
    var heard: Range<Frame>
    /// Whether it plays beside or after speech.
    let isClip: Bool
    /// Words and sounds, piece by piece; nil for a piece without known words.
    var pieces: [Piece] = []
    /// The fields of the events that tell of it.
    var objects: [JSONObject] = []

    /// One sound of a prompt.
    struct Piece: Equatable {
        /// Words of the sound; nil where they are not known.
        var text: String?
        /// Its file, or the digest of its sound.
        var sound: String?
    }

    /// Words of the prompt; nil where none of them are known.
    var text: String? {
        let texts = pieces.compactMap(\.text)
        return texts.isEmpty ? nil : texts.joined(separator: " ")
    }

    /// Returns the content that makes it the same as another; nil for a prompt that says nothing.
    ///
    /// A sound without words that is shorter than `tone` frames is a signal.
    func content(tone: Frame) -> [Letters]? {
        if isClip || heard.isEmpty { return nil }
        if pieces.allSatisfy({ $0.text == nil }), Frame(heard.count) < tone { return nil }
        let parts = pieces.flatMap { piece -> [Letters] in
            piece.text.map { TextPart.words(of: $0).map(\.letters) }
                ?? piece.sound.map { [$0.unicodeScalars.map(\.value)] } ?? []
        }
        return parts.isEmpty ? nil : parts
    }

    /// Name of the prompt in a sentence.
    var name: String {
        guard let text else { return "prompt \(item)" }
        let shown = text.count <= Self.shownLimit ? text : text.prefix(Self.shownLimit) + "…"
        return "prompt \(item) \"\(shown)\""
    }

    /// Characters of a text that a sentence repeats.
    private static let shownLimit = 40
}
