internal import VoiceFiles
internal import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

/// Something that happens to a program.
enum ProgramInput: Equatable {
    case audio([Int16])
    case speechStart
    case speechEnd
    case words(id: Int, text: String, isFinal: Bool, isRejected: Bool)
    case key(Character)
    case playEnded(id: Int)
    case field(name: String, value: JSONValue)
    case answer(id: Int, CallPart)
    case make(id: Int)

    /// The line that tells it at `frame`.
    func object(at frame: Frame) -> JSONObject {
        var object: JSONObject = ["at": .integer(frame)]
        switch self {
        case .audio(let samples):
            object["kind"] = "audio"
            object["pcm"] = .string(Base64.text(of: samples))
        case .speechStart: object["kind"] = "speechStart"
        case .speechEnd: object["kind"] = "speechEnd"
        case .words(let id, let text, let isFinal, let isRejected):
            object["kind"] = "words"
            object["id"] = .integer(Int64(id))
            object["text"] = .string(text)
            object["final"] = .bool(isFinal)
            if isRejected { object["rejected"] = true }
        case .key(let key):
            object["kind"] = "key"
            object["key"] = .string(String(key))
        case .playEnded(let id):
            object["kind"] = "playEnded"
            object["id"] = .integer(Int64(id))
        case .field(let name, let value):
            object["kind"] = "field"
            object["name"] = .string(name)
            object["value"] = value
        case .answer(let id, let part):
            object = object.adding(part.object)
            object["kind"] = "answer"
            object["id"] = .integer(Int64(id))
        case .make(let id):
            object["kind"] = "make"
            object["id"] = .integer(Int64(id))
        }
        return object
    }

    /// The order of inputs at one frame: answers by their calls, then the rest as it came.
    var rank: (Int, Int) {
        switch self {
        case .answer(let id, _), .make(let id): (0, id)
        default: (1, 0)
        }
    }
}

/// The inputs of one turn, and how far the program may run.
struct ProgramTurn: Equatable {
    let inputs: [ProgramInput]
    /// Frame at which the program stands.
    let at: Frame
    /// The frame of the inputs.
    let until: Frame
    /// Blocks of the microphone that end after that, one behind the other.
    var ahead: [[Int16]] = []

    /// Frame up to which the program may run.
    var limit: Frame { until + ahead.reduce(0) { $0 + Frame($1.count) } }

    /// The lines, each with its end.
    var lines: [UInt8] {
        var writer = JSONWriter()
        var bytes: [UInt8] = []
        func write(_ object: JSONObject) {
            writer.removeAll()
            writer.write(.object(object))
            bytes += writer.bytes + [UInt8(ascii: "\n")]
        }
        for input in inputs { write(input.object(at: until)) }
        var frame = until
        for block in ahead {
            frame += Frame(block.count)
            write(ProgramInput.audio(block).object(at: frame))
        }
        write(["kind": "go", "at": .integer(at), "until": .integer(frame)])
        return bytes
    }
}
