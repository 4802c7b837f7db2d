internal import VoiceJSON
internal import VoiceTrace

extension CallTape {
    /// The file with every text of calls and answers as `hide` gives it, and what the digests of
    /// the bodies became. Bytes that are no text are zeroed: they may be sound of the caller.
    func hidden(
        by hide: (JSONValue) -> JSONValue
    ) -> (bytes: [UInt8], digests: [String: String]) {
        var copy = CallTape(rules)
        var digests: [String: String] = [:]
        for row in rows {
            var question = row.question
            question = CallQuestion(
                to: hide(.string(question.to)).string ?? question.to,
                body: question.body.hidden(by: hide), isOpen: question.isOpen)
            var answer = row.answer
            answer.chunks = answer.chunks.map {
                .init(after: $0.after, body: $0.body.hidden(by: hide))
            }
            answer.error = answer.error.map { hide(.string($0)).string ?? $0 }
            for member in answer.headers.members { answer.headers[member.key] = hide(member.value) }
            digests[rules.compared(row.question).digest] = rules.compared(question).digest
            copy.add(question, answer)
        }
        return (copy.fileBytes, digests)
    }
}

extension CallBody {
    /// The body with every text as `hide` gives it.
    fileprivate func hidden(by hide: (JSONValue) -> JSONValue) -> CallBody {
        if encoding == .base64 {
            let count = SampleText.bytes(of: value.string ?? "")?.count ?? 0
            let zeros = [Int16](repeating: 0, count: (count + 1) / 2)
            return CallBody(.string(SampleText.text(of: zeros)), .base64)
        }
        guard encoding == .text, let json else { return CallBody(hide(value), encoding) }
        return CallBody(.string(JSONWriter.text(hide(json))), .text)
    }
}
