import VoiceEngine
import VoiceFiles
import VoiceJSON
import VoiceProject
import VoiceTime

@testable import ProgramEngine

/// One call of a test: the telephone, tick by tick, and what came of it.
struct TelephoneCall {
    static let rate = SampleRate(hertz: 8_000) ?? .standard
    private var rate = Self.rate
    static let line = "bot.py:7 answer"

    var telephone: Telephone
    private(set) var frame: Frame = 0
    private(set) var told: [(frame: Frame, input: ProgramInput)] = []
    private(set) var deeds: [TelephoneDeed] = []
    var block = [Int16](repeating: 0, count: 160)

    /// A call by a telephone of the project.
    init(_ project: JSONObject = [:], carrier: String = "twilio") throws {
        telephone = Telephone(
            try Self.settings(project, carrier: carrier), rate: Self.rate, seed: 7)
    }

    /// A call by a telephone of another rate.
    init(settings: TelephoneSettings, rate: SampleRate) throws {
        telephone = Telephone(settings, rate: rate, seed: 7)
        self.rate = rate
    }

    /// The telephone of a project, by a carrier that voicetest has.
    static func settings(
        _ project: JSONObject = [:], carrier: String = "twilio"
    ) throws -> TelephoneSettings {
        let bytes = KnownCarrier(rawValue: carrier)?.bytes ?? []
        let usual: JSONObject = [
            "port": 5050, "webhook": "/incoming-call",
            "carrier": try JSONReader.value(of: bytes, dialect: .lenient),
        ]
        return try TelephoneSettings(usual.adding(project))
    }

    /// A call whose stream is open since frame 0.
    static func open(
        _ project: JSONObject = [:], carrier: String = "twilio"
    ) throws -> TelephoneCall {
        var call = try TelephoneCall(project, carrier: carrier)
        call.serve()
        call.answer(Self.connect)
        call.open(connection: 2)
        return call
    }

    static let connect = """
        <?xml version="1.0" encoding="UTF-8"?>
        <Response><Connect><Stream url="wss://bot.example/media-stream">\
        <Parameter name="a" value="b"/></Stream></Connect></Response>
        """

    /// Takes in what the telephone did.
    mutating func take() {
        for deed in telephone.takeDeeds() {
            if case .tell(let input) = deed { told.append((frame, input)) }
            deeds.append(deed)
        }
    }

    /// Goes on for so many milliseconds, tick by tick.
    mutating func wait(milliseconds: Int64) {
        let end = frame + rate.frames(milliseconds: milliseconds)
        while (telephone.tick + telephone.tickFrames) <= end {
            frame = telephone.tick + telephone.tickFrames
            telephone.advance(to: frame)
            telephone.hear(block)
            take()
        }
        frame = end
        telephone.advance(to: frame)
        take()
    }

    mutating func serve(port: Int = 5050) {
        telephone.serve(port, at: frame)
        take()
    }

    /// The server answers the webhook that was asked last.
    mutating func answer(_ text: String, status: Int = 200, headers: AnswerHeaders? = nil) {
        let connection = told.compactMap(\.input.opened).last ?? 0
        telephone.opened(connection, status, headers, Self.line)
        telephone.receive(
            connection, CallBody(.string(text), .text), isLast: true, Self.line, at: frame)
        telephone.tellSent()
        take()
    }

    mutating func open(connection: Int, status: Int = 101) {
        telephone.opened(connection, status, nil, Self.line)
        take()
    }

    /// The server sends a message on the stream.
    mutating func say(_ message: JSONObject, connection: Int = 2) {
        var message = message
        if message["streamSid"] == nil { message["streamSid"] = telephone.values["stream"] }
        telephone.receive(
            connection, CallBody(.string(JSONWriter.text(.object(message))), .text), isLast: true,
            Self.line, at: frame)
        telephone.tellSent()
        take()
    }

    /// The server sends sound of so many milliseconds.
    mutating func speak(milliseconds: Int64, byte: UInt8 = 0x10) {
        let bytes = [UInt8](
            repeating: byte, count: Int(Self.rate.frames(milliseconds: milliseconds)))
        say(["event": "media", "media": ["payload": .string(Base64.text(of: bytes))]])
    }

    /// The server sends a binary message.
    mutating func send(bytes count: Int, connection: Int = 2) {
        let text = Base64.text(of: [UInt8](repeating: 0x10, count: count))
        telephone.receive(
            connection, CallBody(.string(text), .base64), isLast: true, Self.line, at: frame)
        telephone.tellSent()
        take()
    }

    mutating func mark(_ name: String) {
        say(["event": "mark", "mark": ["name": .string(name)]])
    }

    mutating func clear() { say(["event": "clear"]) }

    /// The model of the server gives sound of an item.
    mutating func model(_ item: String, milliseconds: Int64, byte: UInt8 = 0x10) {
        let bytes = [UInt8](
            repeating: byte, count: Int(Self.rate.frames(milliseconds: milliseconds)))
        let delta: JSONObject = [
            "type": "response.output_audio.delta", "item_id": .string(item),
            "delta": .string(Base64.text(of: bytes)),
        ]
        telephone.hear(model: CallBody(.string(JSONWriter.text(.object(delta))), .text))
    }

    /// The server tells its model something.
    mutating func tell(model message: JSONObject) {
        telephone.tell(
            model: CallBody(.string(JSONWriter.text(.object(message))), .text), Self.line,
            at: frame)
        take()
    }

    /// The server asks its carrier.
    mutating func ask(_ to: String, _ form: JSONObject) -> (status: Int, body: String)? {
        ask(to, CallBody(.string(WebForm.text(form)), .text))
    }

    /// The server asks its carrier with a body in JSON.
    mutating func ask(_ to: String, json: JSONObject) -> (status: Int, body: String)? {
        ask(to, CallBody(.object(json), .json))
    }

    private mutating func ask(_ to: String, _ body: CallBody) -> (status: Int, body: String)? {
        let question = CallQuestion(to: MessageTemplate.text(to, telephone.values), body: body)
        defer { take() }
        return telephone.answer(question, Self.line, at: frame)
    }

    mutating func press(_ key: Character) {
        telephone.press(key, at: frame)
        take()
    }

    mutating func hangUp() {
        telephone.hangUp(by: "caller", at: frame)
        take()
    }

    mutating func close(code: Int = 1_000) {
        telephone.closed(2, code, Self.line, at: frame)
        take()
    }

    mutating func said(_ sound: Int) { telephone.soundEnded(sound) }

    // MARK: Words

    /// The caller's words are known.
    mutating func hear(words text: String, confidence: Int = 1_000) {
        telephone.hear(words: text, confidence: confidence)
        take()
    }

    /// The caller begins or ends to speak.
    mutating func begin(_ began: Bool = true) {
        telephone.hear(speech: began, at: frame)
        take()
    }

    /// A line of words sounds from now on.
    mutating func start(_ sound: Int, _ prompt: RealizedPrompt) {
        telephone.soundStarted(sound, prompt, at: frame)
    }

    /// A line of words is over.
    mutating func ended(_ sound: Int) {
        telephone.lineEnded(sound, at: frame)
        take()
    }

    // MARK: What came of it

    /// Messages on the stream.
    var messages: [JSONObject] { told.compactMap(\.input.message) }

    /// Bytes of the binary messages.
    var binaries: [[UInt8]] {
        told.compactMap { _, input in
            guard case .message(_, let body) = input, body.encoding == .base64 else { return nil }
            return Base64.bytes(of: body.value.string ?? "")
        }
    }

    /// Names of the events of the messages.
    var events: [String] { messages.compactMap { $0["event"]?.string } }

    /// Marks that came back, with their milliseconds.
    var marks: [(name: String, at: Int64)] {
        told.compactMap { frame, input in
            input.message?["mark"]?.object?["name"]?.string.map {
                ($0, Self.rate.milliseconds(frame))
            }
        }
    }

    /// Requests of voicetest.
    var requests: [ServerRequest] {
        told.compactMap { if case .open(_, _, let request) = $0.input { request } else { nil } }
    }

    /// Cuts of items: where, what was heard of them and how long they are, in milliseconds.
    var cuts: [String] {
        deeds.compactMap { deed in
            guard case .emit("cut", let fields, _) = deed, let item = fields["item"]?.string,
                let end = fields["milliseconds"]?.integer, let heard = fields["heard"]?.integer,
                let whole = fields["whole"]?.integer
            else { return nil }
            return "\(item) \(end): "
                + [heard, whole].map { "\(Self.rate.milliseconds($0))" }
                .joined(separator: " of ")
        }
    }

    var objections: [String] {
        deeds.compactMap { if case .object(let what, _) = $0 { what } else { nil } }
    }

    /// Rules that are broken.
    var broken: [String] {
        deeds.compactMap { if case .unmet(let what) = $0 { what } else { nil } }
    }

    /// Whether the call is over, and by whom.
    var hungUp: [String] {
        deeds.compactMap { deed in
            if case .emit("hungUp", let fields, _) = deed { fields["by"]?.string } else { nil }
        }
    }

    /// Sounds of the carrier's own.
    var spoken: [ProgramSound] {
        deeds.compactMap { deed in
            if case .play(_, let sound, true, _) = deed { sound } else { nil }
        }
    }
}

extension ProgramInput {
    fileprivate var opened: Int? {
        if case .open(let connection, _, _) = self { connection } else { nil }
    }

    var message: JSONObject? {
        guard case .message(_, let body) = self else { return nil }
        return body.json?.object
    }
}
