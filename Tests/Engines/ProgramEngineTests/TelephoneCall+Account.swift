import VoiceJSON
import VoiceTime

@testable import ProgramEngine

/// Events and messages of a call of a test.
extension TelephoneCall {
    /// What a person is told.
    var notes: [String] { deeds.compactMap { if case .note(let text) = $0 { text } else { nil } } }

    /// Milliseconds of the events of a kind, with their items.
    func account(_ kind: String) -> [String] {
        deeds.compactMap { deed in
            var told: JSONObject?
            if case .emit(kind, let fields, _) = deed { told = fields }
            if kind == "heard", case .heard(let piece) = deed { told = piece.fields }
            guard let fields = told, let frames = fields["frames"]?.integer else { return nil }
            let item = fields["item"]?.string.map { "\($0) " } ?? ""
            return "\(item)\(telephone.rate.milliseconds(frames))"
        }
    }

    /// Fields of the events of a kind, in JSON.
    func emitted(_ kind: String) -> [String] {
        deeds.compactMap { deed in
            if case .emit(kind, let fields, _) = deed {
                JSONWriter.text(.object(fields))
            } else {
                nil
            }
        }
    }

    /// Milliseconds at which a kind of message came, by the chunk or time that it names.
    var media: [(at: Int64, chunk: String)] {
        told.compactMap { frame, input in
            input.message?["media"]?.object?["chunk"]?.string.map {
                (telephone.rate.milliseconds(frame), $0)
            }
        }
    }
}
