internal import VoiceJSON
internal import VoiceTrace

/// Cassette of calls and their answers: `calls.jsonl` of a session.
struct CallTape {
    /// The name of the file in a session's `flow` folder.
    static let fileName = "calls.jsonl"
    /// Calls of one session at most.
    static let limit = 100_000

    /// Interaction: one call and its answer.
    struct Row: Equatable {
        let question: CallQuestion
        var answer: OutsideAnswer
        /// Messages that the app sent on a call that stays open, but for sound; nil where they were
        /// not kept.
        var sent: [SentMessage]?
        /// Number of calls that were asked before it.
        var place = 0
        /// Whether the program had exchanged secrets for stand-ins.
        var hasStandIns = false

        var object: JSONObject {
            var object = question.body.object.adding(["to": .string(question.to)])
            if question.isOpen { object["open"] = true }
            if hasStandIns { object["standIns"] = true }
            object["sent"] = sent.map { .array($0.map { .object($0.object) }) }
            object["answer"] = .object(answer.object)
            return object
        }
    }

    /// Whether every call that stays open has what the app sent on it.
    var keepsMessages: Bool { rows.allSatisfy { !$0.question.isOpen || $0.sent != nil } }

    /// Whether secrets in every call have stand-ins, which a replay exchanges alike.
    var hasStandIns: Bool { rows.allSatisfy(\.hasStandIns) }

    /// Returns what is compared of each call, in the order of the calls; with the messages on those
    /// that stay open, each behind the calls that were made before it.
    func questions(withMessages: Bool) -> [CallQuestion] {
        guard withMessages else { return keys.map(\.question) }
        var messages: [(calls: Int, question: CallQuestion)] = []
        for row in rows {
            for message in row.sent ?? [] {
                messages.append((message.calls, rules.compared(row.question.sending(message.body))))
            }
        }
        // The sort is stable: messages between the same calls stay in the order of theirs.
        messages.sort { $0.calls < $1.calls }
        var (all, next): ([CallQuestion], Int) = ([], 0)
        for index in 0...keys.count {
            while next < messages.count, messages[next].calls <= index || index == keys.count {
                all.append(messages[next].question)
                next += 1
            }
            if index < keys.count { all.append(keys[index].question) }
        }
        return all
    }

    /// Numbers of the attempts to connect that failed, by what their calls are to.
    var refused: JSONObject { Self.refused(in: rows.map(\.question)) }

    /// Returns the numbers of the attempts to connect among `calls`, which are those that failed,
    /// by what the calls are to.
    static func refused(in calls: [CallQuestion]) -> JSONObject {
        var attempts: [String: [JSONValue]] = [:]
        for call in calls where call.to.hasPrefix(connect) {
            guard let number = call.body.json?.object?[attempt] else { continue }
            attempts[call.to, default: []].append(number)
        }
        var refused: JSONObject = [:]
        for to in attempts.keys.sorted() { refused[to] = .array(attempts[to] ?? []) }
        return refused
    }

    private static let (connect, attempt) = ("CONNECT ", "attempt")

    private(set) var rows: [Row] = []
    private var isUsed: [Bool] = []
    /// Place of each message in the recording, by the places of the calls that stay open.
    private var orders: [Int: [Int]] = [:]
    /// Parts of each call that are compared.
    private var keys: [ComparedCall] = []
    let rules: ProgramRules
    /// Whether secrets of answers are hidden as they come in.
    var hidesSecrets = true
    /// Whether messages on calls that stay open are held against the recorded ones.
    var comparesMessages = true
    /// Whether a recorded text and one that is asked count as the same; nil where only equal do.
    var areAlike: (@Sendable (JSONValue, JSONValue) -> Bool)?

    /// An empty cassette.
    init(_ rules: ProgramRules = ProgramRules()) { self.rules = rules }

    /// Reads the file.
    ///
    /// - Throws: `EngineFileError` for a line that is no call.
    init(
        bytes: [UInt8], _ rules: ProgramRules = ProgramRules()
    ) throws(CallTapeError) {
        self.rules = rules
        for (index, line) in bytes.split(separator: UInt8(ascii: "\n")).enumerated() {
            guard rows.count < Self.limit,
                let object = (try? JSONReader.value(of: Array(line)))?.object
            else { throw CallTapeError(line: index + 1) }
            func member<Value>(
                _ name: String, _ value: Value?
            ) throws(CallTapeError) -> Value {
                guard let value else { throw CallTapeError(line: index + 1, member: name) }
                return value
            }
            let to = try member("to", object["to"]?.string.flatMap { $0.isEmpty ? nil : $0 })
            let body = try member("body", CallBody(of: object))
            let isOpen = try member("open", (object["open"] ?? .bool(false)).bool)
            let answer = try member(
                "answer", object["answer"]?.object.flatMap { OutsideAnswer(of: $0) })
            let question = CallQuestion(to: to, body: body, isOpen: isOpen)
            var row = Row(question: question, answer: answer, place: index)
            row.hasStandIns = try member("standIns", (object["standIns"] ?? .bool(false)).bool)
            if let value = object["sent"] {
                row.sent = try member("sent", isOpen ? SentMessage.list(value) : nil)
            }
            rows.append(row)
        }
        isUsed = rows.map { _ in false }
        keys = rows.map { ComparedCall(rules.compared($0.question)) }
    }

    /// Adds a call with its answer, and `sent` on a call that stays open; secrets of the answer do
    /// not come into the file. Interactions are in the order in which they were asked, whichever is
    /// answered first: `place` says how many were asked before.
    mutating func add(
        _ question: CallQuestion, _ answer: OutsideAnswer, sent: [SentMessage]? = nil,
        at place: Int? = nil, hasStandIns: Bool? = nil
    ) {
        guard rows.count < Self.limit else { return }
        let place = place ?? rows.count
        let index = rows.lastIndex { $0.place < place }.map { $0 + 1 } ?? 0
        let row = Row(
            question: question, answer: hidesSecrets ? CallSecrets.hidden(answer) : answer,
            sent: sent, place: place, hasStandIns: hasStandIns ?? !hidesSecrets)
        rows.insert(row, at: index)
        isUsed.insert(true, at: index)
        keys.insert(ComparedCall(rules.compared(question)), at: index)
    }

    /// Whether the answer of the open call at `place` may have one more message.
    func hasRoom(forChunksOfCallAt place: Int) -> Bool {
        let row = rows.last { $0.place == place }
        return row.map { $0.answer.chunks.count < OutsideAnswer.chunkLimit } ?? true
    }

    /// Adds a message to the answer of the open call at `place`; `order` is its place among those
    /// of the recording that it comes from, by which pongs stand between messages.
    mutating func append(
        _ chunk: OutsideAnswer.Chunk, isLast: Bool, order: Int, toCallAt place: Int
    ) {
        guard let row = rows.lastIndex(where: { $0.place == place }) else { return }
        var index = rows[row].answer.chunks.count
        guard index < OutsideAnswer.chunkLimit else { return }
        func isPong(_ body: CallBody) -> Bool { body.control == .pong }
        while index > 0, let known = orders[place]?[index - 1], known > order,
            isPong(chunk.body) || isPong(rows[row].answer.chunks[index - 1].body)
        {
            index -= 1
        }
        orders[place, default: []].insert(order, at: index)
        let hidden = OutsideAnswer.Chunk(
            after: chunk.after,
            body: hidesSecrets ? CallSecrets.hidden(chunk.body, isAnswer: true) : chunk.body,
            behind: chunk.behind)
        rows[row].answer.chunks.insert(hidden, at: index)
        if isLast { rows[row].answer.isClosed = true }
    }

    /// Adds a message of the app on the open call at `place`; beyond ``SentMessage/limit`` only the
    /// first ones are kept.
    mutating func append(_ message: SentMessage, toCallAt place: Int) {
        guard let row = rows.lastIndex(where: { $0.place == place }),
            rows[row].sent?.count ?? SentMessage.limit < SentMessage.limit
        else { return }
        rows[row].sent?.append(message)
    }

    /// Takes the interaction of `question` that no call has taken yet: of equal calls, the first;
    /// of none, the first that differs only where the rules answer all the same, or is alike.
    mutating func nextRow(_ question: CallQuestion) -> Row? {
        let asked = ComparedCall(rules.compared(question))
        let free = rows.indices.filter { !isUsed[$0] }
        let found =
            free.first { CallFit(keys[$0], asked).isSame }
            ?? answeredAllTheSame(question, among: free)
            ?? areAlike.flatMap { areAlike in
                free.first { CallFit(keys[$0], asked).isAlike(areAlike) }
            }
        guard let found else { return nil }
        isUsed[found] = true
        return rows[found]
    }

    private func answeredAllTheSame(_ question: CallQuestion, among free: [Int]) -> Int? {
        guard !rules.answered.isEmpty else { return nil }
        let asked = ComparedCall(rules.matched(question))
        return free.first {
            CallFit(ComparedCall(rules.matched(rows[$0].question)), asked).isSame
        }
    }

    /// Compares `question`, which has no answer left, with the nearest recorded call; nil where no
    /// call is near.
    ///
    /// An equal call wins: then `question` is made once more. Of the others the nearest wins whose
    /// answer is not taken, but the last call to the same address goes before a call to another.
    func nearest(to question: CallQuestion) -> CallFit? {
        let asked = ComparedCall(rules.compared(question))
        let fits = keys.map { CallFit($0, asked) }
        if let same = fits.first(where: \.isSame) { return same }
        let free = zip(fits, isUsed).filter { !$1 && $0.nearness > 0 }.map(\.0)
        // The first of those that are equally near.
        let next = free.max { $0.nearness < $1.nearness }
        return next?.hasAddress == true ? next : fits.last(where: \.hasAddress) ?? next
    }

    /// The interactions in the order of the calls, one a line.
    var fileBytes: [UInt8] { JSONLines.bytes(rows.map(\.object)) }
}

/// Line of `calls.jsonl` that is no interaction.
struct CallTapeError: Error {
    let line: Int
    /// The member that is missing or does not fit; nil for a line that is no object, or one too
    /// many.
    var member: String?

    /// Returns what is wrong, behind the name of the file.
    func text(_ what: String) -> String {
        what + (member.map { ": its \"\($0)\" is missing or does not fit" } ?? "")
    }
}
