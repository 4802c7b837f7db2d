internal import VoiceFiles
internal import VoiceJSON
internal import VoiceTime

/// Messages of a carrier to a server, and those that it takes, as one file has them.
struct Carrier: Equatable {
    /// Question of the carrier to the server: what to do with a call.
    struct Webhook: Equatable {
        let method: String
        /// Fields of its form.
        let form: MessageTemplate
        /// Field that has the digits which a caller pressed.
        let digits: String
        /// Field that has the words which a caller said; nil where none gathers them.
        let words: String?
        /// Field that has how certain they are, from 0 to 1.
        let confidence: String?
        let answer: Instructions
    }

    /// Forms in which a server answers what to do.
    enum Instructions: String, CaseIterable { case markup, actions }

    /// Forms in which sound stands in messages.
    enum Mode: String, CaseIterable {
        /// As text in a JSON message.
        case text
        /// As a message of its own, beside JSON messages.
        case binary
    }

    /// Form in which the carrier signs what it asks.
    struct Signature: Equatable {
        let header: String
        let digest: KeyedDigest
        /// Header with a number that is signed, too; nil for none.
        let nonce: String?
    }

    /// Messages of the carrier.
    struct Sent: Equatable {
        let opening: [MessageTemplate]
        /// Nil where sound is a message of its own.
        let media: MessageTemplate?
        let mark: MessageTemplate?
        let cleared: MessageTemplate?
        let key: MessageTemplate?
        let stop: MessageTemplate?
        /// Whether frames of sound may come in another order.
        let mayShuffle: Bool

        fileprivate init(_ reader: CarrierReader, _ mode: Mode) throws(ProgramFault) {
            opening = (reader.object["opening"]?.array ?? []).map(MessageTemplate.init)
            media =
                mode == .binary
                ? nil : try reader.neededTemplate("media")
            mark = reader.template("mark")
            cleared = reader.template("cleared")
            key = reader.template("key")
            stop = reader.template("stop")
            mayShuffle = reader.object["shuffles"]?.bool ?? false
        }
    }

    /// Messages of the server.
    struct Taken: Equatable {
        /// Nil where sound is a message of its own.
        let media: MessagePattern?
        let mark: MessagePattern?
        /// Whether a mark is any value, which comes back as it is.
        let marksAreValues: Bool
        let clear: MessagePattern?
        /// Whether what is cleared gives its marks back.
        let returnsMarks: Bool
        /// Whether a message of sound has one frame.
        let isFramed: Bool

        fileprivate init(_ takes: CarrierReader, _ mode: Mode) throws(ProgramFault) {
            media = mode == .binary ? nil : try takes.needed("media").pattern("sound")
            let mark = try takes.part("mark")
            marksAreValues = mark?.object["value"] != nil
            let key = marksAreValues ? "value" : "name"
            self.mark = try mark.map { (part) throws(ProgramFault) in try part.pattern(key) }
            let clear = try takes.part("clear")
            self.clear = try clear.map { (part) throws(ProgramFault) in try part.pattern(nil) }
            returnsMarks = clear?.object["returnsMarks"]?.bool ?? false
            isFramed = takes.object["wholeFrames"]?.bool ?? false
        }
    }

    let name: String
    /// The rate of the calls: the first of ``rates``, or the one that a telephone chose.
    var sampleRate: Int
    let rates: [Int]
    let mode: Mode
    let frameMilliseconds: Int
    let coding: SoundCoding
    /// First letters of the numbers of account, call and stream.
    let ids: [String: String]
    /// Variables of the server's environment.
    let variables: [String: String]
    /// Headers of the opening of a stream.
    let headers: [String: String]
    let webhook: Webhook?
    let signature: Signature?
    /// Elements of the answer to a webhook, and the deed that each is.
    let verbs: [String: CallVerb.Deed]
    let sends: Sent
    let takes: Taken
    let calls: [CarrierCall]
    /// The service that hears and speaks for a server; nil for none.
    let words: CarrierWords?
    /// Messages about a stream beside its sound; nil for none.
    let talk: StreamTalk?
}

extension Carrier {
    /// Reads a carrier's file.
    ///
    /// - Throws: ``ProgramFault``, which says which member is missing or wrong.
    init(_ object: JSONObject) throws(ProgramFault) {
        let reader = CarrierReader(object)
        name = try reader.text("name")
        rates = try Self.rates(reader)
        sampleRate = rates[0]
        mode = reader.object["mode"] == nil ? .text : try reader.choice("mode")
        headers = try reader.texts("headers")
        frameMilliseconds = try reader.number("frameMs", 10...200)
        guard frameMilliseconds % 10 == 0 else {
            throw ProgramFault("frameMs is not a multiple of 10")
        }
        coding = try reader.choice("encoding")
        ids = try reader.texts("ids")
        variables = try Self.credentials(reader)
        webhook = try reader.part("webhook").map { (part) throws(ProgramFault) in
            Webhook(
                method: try part.text("method"),
                form: part.template("form") ?? MessageTemplate(value: .object([:])),
                digits: try part.text("digits"), words: part.object["words"]?.string,
                confidence: part.object["confidence"]?.string,
                answer: part.object["answer"] == nil ? .markup : try part.choice("answer"))
        }
        signature = try reader.part("signature").map { (part) throws(ProgramFault) in
            Signature(
                header: try part.text("header"), digest: try part.choice("digest"),
                nonce: try part.object["nonce"] == nil ? nil : part.text("nonce"))
        }
        verbs = try reader.choices("verbs")
        let (sends, takes) = (try reader.needed("sends"), try reader.needed("takes"))
        self.sends = try Sent(sends, mode)
        self.takes = try Taken(takes, mode)
        talk =
            reader.object["pingMs"] == nil
            ? nil
            : try StreamTalk(
                sends: sends, takes: takes,
                pingMilliseconds: try reader.number("pingMs", 1_000...60_000))
        calls = try Self.calls(object)
        words = try reader.part("words").map { (part) throws(ProgramFault) in
            try CarrierWords(part)
        }
    }

    /// Reads the usual rate, then the others.
    private static func rates(_ reader: CarrierReader) throws(ProgramFault) -> [Int] {
        let usual = try reader.number("sampleRate", 8_000...48_000)
        guard SampleRate(hertz: usual) != nil else {
            throw ProgramFault("sampleRate is none that a session may have, such as 8000 or 16000")
        }
        let others = reader.object["otherRates"] ?? .array([])
        guard let list = others.array, list.allSatisfy({ $0.integer.map { $0 > 0 } ?? false })
        else {
            throw ProgramFault("otherRates is not a list of numbers, such as [8000]")
        }
        let rates = [usual] + list.compactMap(\.integer).map(Int.init(clamping:))
        guard rates.allSatisfy({ SampleRate(hertz: $0) != nil }) else {
            throw ProgramFault("otherRates has none that a session may have, such as 8000")
        }
        return rates
    }

    private static func calls(_ object: JSONObject) throws(ProgramFault) -> [CarrierCall] {
        var calls: [CarrierCall] = []
        for (index, value) in (object["calls"]?.array ?? []).enumerated() {
            guard let part = value.object else {
                throw ProgramFault("calls[\(index)] is not an object")
            }
            calls.append(try CarrierCall(CarrierReader(part, "calls[\(index)].")))
        }
        return calls
    }

    /// Reads the variables, which have a carrier's credentials: a session sets no other of a
    /// program.
    private static func credentials(
        _ reader: CarrierReader
    ) throws(ProgramFault) -> [String: String] {
        let variables = try reader.texts("variables")
        for name in variables.keys.sorted() where !isCredential(name) {
            throw ProgramFault(
                "variables.\(ProgramLineReader.quoted(name)) is not the name of a credential:"
                    + " write capitals with _SID, _ID, _TOKEN, _KEY or _SECRET at the end")
        }
        return variables
    }
}

extension Carrier {
    /// Whether a variable has a credential of a carrier, by its name.
    private static func isCredential(_ name: String) -> Bool {
        ["_SID", "_ID", "_TOKEN", "_KEY", "_SECRET"].contains { name.hasSuffix($0) }
            && name.utf8.allSatisfy {
                (0x41...0x5A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5F
            }
    }

    /// Returns a message of the server with silence in the place of sound.
    func silenced(_ body: CallBody) -> CallBody {
        if mode == .binary, body.encoding == .base64 {
            let bytes = Base64.bytes(of: body.value.string ?? "") ?? []
            return CallBody(.string(Base64.text(of: coding.silence(like: bytes))), .base64)
        }
        guard let media = takes.media, let message = body.json?.object,
            let sound = media.content(of: message)?.string,
            let bytes = Base64.bytes(of: sound)
        else { return body }
        let silence = Base64.text(of: coding.silence(like: bytes))
        let quiet = media.replacing(contentOf: message, with: silence)
        return CallBody(.string(JSONWriter.text(.object(quiet))), body.encoding)
    }
}
