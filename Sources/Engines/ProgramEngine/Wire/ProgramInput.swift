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
    /// voicetest connects to a server of the app.
    case open(connection: Int, port: Int, ServerRequest)
    /// It sends a message on a WebSocket.
    case message(connection: Int, CallBody)
    /// It closes a connection; without a code it is cut.
    case close(connection: Int, code: Int?, reason: String)
    /// The caller hung up; of programs without a telephone.
    case hangUp
    /// The caller's app sends a message; of programs without a telephone.
    case sent(JSONObject)

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
            (object["kind"], object["key"]) = ("key", .string(String(key)))
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
        case .open(let connection, let port, let request):
            object = object.adding(request.object)
            object["kind"] = "open"
            object["connection"] = .integer(Int64(connection))
            object["port"] = .integer(Int64(port))
        case .message(let connection, let body):
            object = object.adding(body.object)
            object["kind"] = "message"
            object["connection"] = .integer(Int64(connection))
        case .close(let connection, let code, let reason):
            object["kind"] = "close"
            object["connection"] = .integer(Int64(connection))
            object["code"] = code.map { .integer(Int64($0)) }
            if code != nil { object["reason"] = .string(reason) }
        case .hangUp: object["kind"] = "hangUp"
        case .sent(let content):
            (object["kind"], object["content"]) = ("send", .object(content))
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
    /// Inputs with each of these blocks, where the program does not hear the block itself.
    var told: [[ProgramInput]] = []
    /// The number of the caller whose inputs they are, where there are several.
    var caller: Int?

    /// Frame up to which the program may run.
    var limit: Frame { until + ahead.reduce(0) { $0 + Frame($1.count) } }

    /// Returns the inputs with a block of ``ahead``.
    func inputs(ofBlock index: Int) -> [ProgramInput] {
        told.isEmpty ? [.audio(ahead[index])] : told[index]
    }

    /// The lines, each with its end.
    var lines: [UInt8] {
        var writer = JSONWriter()
        var bytes: [UInt8] = []
        func write(_ object: JSONObject) {
            writer.removeAll()
            writer.write(.object(object))
            bytes += writer.bytes + [UInt8(ascii: "\n")]
        }
        for input in inputs {
            var object = input.object(at: until)
            object["caller"] = caller.map { .integer(Int64($0)) }
            write(object)
        }
        var frame = until
        for (index, block) in ahead.enumerated() {
            frame += Frame(block.count)
            for input in inputs(ofBlock: index) { write(input.object(at: frame)) }
        }
        write(["kind": "go", "at": .integer(at), "until": .integer(frame)])
        return bytes
    }
}
