internal import VoiceFiles
internal import VoiceJSON
internal import VoiceTrace

extension CallTape {
    /// Returns the file with every text of answers, and of calls where `hidesCalls` says so, as
    /// `hide` gives it, and the new digests of the bodies. Bytes that are no text are zeroed: they
    /// may be sound of the caller.
    func hidden(
        by hide: (JSONValue) -> JSONValue, hidesCalls: Bool
    ) -> (bytes: [UInt8], digests: [String: String]) {
        var copy = CallTape(rules)
        copy.hidesSecrets = false
        var digests: [String: String] = [:]
        for row in rows {
            let question = hidesCalls ? row.question.hidden(by: hide) : row.question
            var answer = row.answer
            answer.chunks = answer.chunks.map {
                .init(after: $0.after, body: $0.body.hidden(by: hide), behind: $0.behind)
            }
            answer.error = answer.error.map { hide(.string($0)).string ?? $0 }
            func hidden(_ headers: AnswerHeaders) -> AnswerHeaders {
                headers.mapValues { hide(.string($0.value)).string ?? $0.value }
            }
            answer.statusLine = answer.statusLine.map { hide(.string($0)).string ?? $0 }
            answer.headers = hidden(answer.headers)
            answer.trailers = answer.trailers.map(hidden)
            answer = answer.measured(from: row.answer)
            func note(_ asked: CallQuestion, as hidden: CallQuestion) {
                digests[rules.compared(asked).digest] = rules.compared(hidden).digest
            }
            note(row.question, as: question)
            let sent = row.sent?.map { message in
                let body = hidesCalls ? message.body.hidden(by: hide) : message.body
                note(row.question.sending(message.body), as: question.sending(body))
                return SentMessage(message.number, after: message.calls, body)
            }
            copy.add(question, answer, sent: sent, hasStandIns: row.hasStandIns)
        }
        return (copy.fileBytes, digests)
    }

    /// Texts of answers, but for keys and for bytes that are no text.
    var answeredTexts: [String] {
        rows.flatMap { row in
            row.answer.chunks.flatMap { $0.body.told }
        }
    }
}

extension CallQuestion {
    /// The call with every text as `hide` gives it.
    func hidden(by hide: (JSONValue) -> JSONValue) -> CallQuestion {
        CallQuestion(
            to: hide(.string(to)).string ?? to, body: body.hidden(by: hide), isOpen: isOpen)
    }
}

extension CallBody {
    /// The body with every text as `hide` gives it.
    func hidden(by hide: (JSONValue) -> JSONValue) -> CallBody {
        if encoding == .base64 {
            let count = Base64.bytes(of: value.string ?? "")?.count ?? 0
            let zeros = [Int16](repeating: 0, count: (count + 1) / 2)
            return CallBody(.string(Base64.text(of: zeros)), .base64)
        }
        guard encoding == .text, let json else { return CallBody(hide(value), encoding) }
        return CallBody(.string(JSONWriter.text(hide(json))), .text)
    }

    /// Texts in it, but for keys and bytes that are no text.
    var told: [String] { encoding == .base64 ? [] : read.told }
}

extension JSONValue {
    /// The texts of a value, but for its keys, and numbers long enough to tell one.
    var told: [String] {
        switch self {
        case .string(let text):
            EncodedSound.mayStand(in: self) ? [] : [text]
        case .integer(let number): number.magnitude < 1_000 ? [] : [String(number.magnitude)]
        case .array(let values): values.flatMap(\.told)
        case .object(let object): object.members.flatMap { $0.value.told }
        default: []
        }
    }
}
