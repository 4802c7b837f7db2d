internal import VoiceAudio
internal import VoiceFiles
internal import VoiceHypothesis
internal import VoiceJSON

/// Question to a program: an utterance and what is listened for.
struct RecognizerQuestion {
    /// Kind of the message.
    enum Kind: String {
        /// A whole utterance.
        case utterance
        /// An utterance that is not over, as far as it was said.
        case partial
    }

    let kind: Kind
    let utterance: Utterance
    /// Task that is listened for.
    let task: RecognitionTask

    /// Duration of the utterance.
    var milliseconds: Int {
        utterance.pieces.count * 1_000 / max(1, utterance.pieces.sampleRate)
    }

    /// The question as a line of JSON, without its end.
    func line(id: Int64) -> [UInt8] {
        let count = Int64(utterance.pieces.count)
        func place(_ frame: Int64) -> JSONValue {
            .integer(max(0, min(frame - utterance.start, count)))
        }
        var message: JSONObject = [
            "kind": .string(kind.rawValue),
            "id": .integer(id),
            "sampleRate": .integer(Int64(utterance.pieces.sampleRate)),
            "samples": .integer(count),
            "pcm": .string(Base64.text(of: utterance.sound.samples)),
            "spoken": [
                "start": place(utterance.spoken.lowerBound),
                "end": place(utterance.spoken.upperBound),
            ],
            "alternatives": .integer(Int64(max(0, utterance.alternatives))),
            "phones": .bool(utterance.wantsPhones),
        ]
        switch task {
        case .general: break
        case .phrases(let phrases): message["phrases"] = Self.list(phrases)
        case .grammar(let jsgf): message["grammar"] = .string(jsgf)
        case .graph(let graph):
            message["phrases"] = Self.list(graph.phrases)
            message["context"] = Self.context(of: graph)
        }
        var writer = JSONWriter()
        writer.write(.object(message))
        return writer.bytes
    }

    /// Returns what a decoding graph says besides its phrases.
    private static func context(of graph: RecognitionGraph) -> JSONValue {
        var context: JSONObject = [
            "speaking": .string(graph.speaking.rawValue),
            "spokenNoise": .integer(Int64(graph.spokenNoisePermille)),
        ]
        if !graph.pronunciations.isEmpty {
            context["pronunciations"] = .array(
                graph.pronunciations.map { pronunciation in
                    var object: JSONObject = [
                        "word": .string(pronunciation.word), "phones": list(pronunciation.phones),
                    ]
                    object["tag"] = pronunciation.tag.map { .string($0) }
                    return .object(object)
                })
        }
        context["trigger"] = graph.trigger.map { .string($0) }
        return .object(context)
    }

    private static func list(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
}
