internal import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

/// Acts of a program in a session, `acts.jsonl` of a copy that goes on without it.
///
/// Of sound that the program made, only the length is kept: the copy plays silence.
struct ProgramActs: Equatable {
    /// The name of the file in a session's `flow` folder.
    static let fileName = "acts.jsonl"
    private static let limit = 1_000_000
    /// Frames of sound in all: some four hours.
    private static let soundLimit = 1 << 28

    /// Acts of one turn.
    struct Row: Equatable {
        let frame: Frame
        /// Number of inputs that it had got by then: however long turns are, that is the same.
        let inputs: Int
        var acts: [ProgramAct]

        var object: JSONObject {
            [
                "t": .integer(frame), "inputs": .integer(Int64(inputs)),
                "acts": .array(acts.map { .object($0.object) }),
            ]
        }
    }

    private(set) var rows: [Row] = []
    /// Whether secrets of calls are hidden as they come in.
    var hidesSecrets = true
    /// Carrier whose messages hold sound; nil where none does.
    var carrier: Carrier?

    /// Creates an empty list of acts.
    init() {}

    /// Reads the file.
    ///
    /// - Throws: ``CallTapeError`` for a line that holds no acts, or is out of order.
    init(bytes: [UInt8]) throws(CallTapeError) {
        var sound = 0
        for (index, line) in bytes.split(separator: UInt8(ascii: "\n")).enumerated() {
            guard rows.count < Self.limit, let row = Self.row(Array(line)),
                row.frame >= rows.last?.frame ?? 0, row.inputs >= rows.last?.inputs ?? 0
            else { throw CallTapeError(line: index + 1) }
            sound += row.acts.reduce(0) { $0 + $1.silentFrames }
            guard sound <= Self.soundLimit else { throw CallTapeError(line: index + 1) }
            rows.append(row)
        }
    }

    private static func row(_ line: [UInt8]) -> Row? {
        guard let object = (try? JSONReader.value(of: line))?.object,
            let frame = object["t"]?.integer,
            (0...ProgramLineReader.frameLimit).contains(frame),
            let inputs = object["inputs"]?.integer,
            (0...ProgramLineReader.frameLimit).contains(inputs),
            let list = object["acts"]?.array, !list.isEmpty,
            list.count <= ProgramChild.Limit.acts
        else { return nil }
        let acts = list.compactMap { $0.object.flatMap { try? ProgramAct(of: $0) } }
        return acts.count == list.count ? Row(frame: frame, inputs: Int(inputs), acts: acts) : nil
    }

    /// Adds the acts of the program at `frame`, when it had got so many `inputs`; secrets do not
    /// come into the file.
    mutating func add(_ acts: [ProgramAct], at frame: Frame, inputs: Int) {
        guard rows.count < Self.limit, !acts.isEmpty else { return }
        let plain = acts.map { act in
            switch act.kind {
            case .call, .more: hidesSecrets ? Self.withoutSecrets(act) : act
            case .play(let id, .samples(let samples), let isLast):
                ProgramAct(
                    kind: .play(id: id, .silence(samples.count), isLast: isLast), line: act.line)
            case .message(let connection, let body, let isLast):
                ProgramAct(
                    kind: .message(
                        connection: connection, carrier?.silenced(body) ?? body, isLast: isLast),
                    line: act.line)
            default: act
            }
        }
        rows.append(Row(frame: frame, inputs: inputs, acts: plain))
    }

    private static func withoutSecrets(_ act: ProgramAct) -> ProgramAct {
        switch act.kind {
        case .call(let id, let question):
            ProgramAct(kind: .call(id: id, CallSecrets.hidden(question)), line: act.line)
        case .more(let id, let body):
            ProgramAct(kind: .more(id: id, CallSecrets.hidden(body)), line: act.line)
        default: act
        }
    }

    /// The rows with other acts.
    func mapped(_ change: (ProgramAct) -> ProgramAct) -> ProgramActs {
        var copy = self
        for index in copy.rows.indices { copy.rows[index].acts = rows[index].acts.map(change) }
        return copy
    }

    /// The rows, one a line.
    var fileBytes: [UInt8] { JSONLines.bytes(rows.map(\.object)) }
}
