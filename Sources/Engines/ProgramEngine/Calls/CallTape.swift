internal import VoiceJSON
internal import VoiceTrace

/// Calls and their answers: `calls.jsonl` of a session.
struct CallTape {
    /// The name of the file in a session's `flow` folder.
    static let fileName = "calls.jsonl"
    /// Calls of one session at most.
    static let limit = 100_000

    /// One call and its answer.
    struct Row: Equatable {
        let question: CallQuestion
        let answer: OutsideAnswer

        var object: JSONObject {
            var object = question.body.object.adding(["to": .string(question.to)])
            if question.isOpen { object["open"] = true }
            object["answer"] = .object(answer.object)
            return object
        }
    }

    private(set) var rows: [Row] = []
    private var isUsed: [Bool] = []

    /// An empty tape.
    init() {}

    /// Reads the file.
    ///
    /// - Throws: `EngineFileError` for a line that is no call.
    init(bytes: [UInt8]) throws(CallTapeError) {
        for (index, line) in bytes.split(separator: UInt8(ascii: "\n")).enumerated() {
            guard rows.count < Self.limit else { throw CallTapeError(line: index + 1) }
            guard let object = (try? JSONReader.value(of: Array(line)))?.object,
                let to = object["to"]?.string, !to.isEmpty, let body = CallBody(of: object),
                let answer = object["answer"]?.object.flatMap({ OutsideAnswer(of: $0) })
            else { throw CallTapeError(line: index + 1) }
            let question = CallQuestion(
                to: to, body: body, isOpen: object["open"]?.bool ?? false)
            rows.append(Row(question: question, answer: answer))
        }
        isUsed = rows.map { _ in false }
    }

    /// Adds what was asked and answered; secrets do not come into the file.
    mutating func add(_ question: CallQuestion, _ answer: OutsideAnswer) {
        guard rows.count < Self.limit else { return }
        rows.append(Row(question: question, answer: CallSecrets.hidden(answer)))
        isUsed.append(true)
    }

    /// Takes the answer to `question` that no call has taken yet: of equal calls, the first.
    mutating func take(_ question: CallQuestion) -> OutsideAnswer? {
        let text = question.body.normalized
        let found = rows.indices.first { index in
            !isUsed[index] && rows[index].question.to == question.to
                && rows[index].question.body.normalized == text
        }
        guard let found else { return nil }
        isUsed[found] = true
        return rows[found].answer
    }

    /// The call to the same place that was recorded next, else the last; nil where none was.
    func nearest(to question: CallQuestion) -> CallQuestion? {
        let same = rows.indices.filter { rows[$0].question.to == question.to }
        let index = same.first { !isUsed[$0] } ?? same.last
        return index.map { rows[$0].question }
    }

    /// The rows in the order of the calls, one a line.
    var fileBytes: [UInt8] {
        var writer = JSONWriter()
        var bytes: [UInt8] = []
        for row in rows {
            writer.removeAll()
            writer.write(.object(row.object))
            bytes += writer.bytes + [UInt8(ascii: "\n")]
        }
        return bytes
    }
}

/// A line of `calls.jsonl` that is no call.
struct CallTapeError: Error {
    let line: Int
}
