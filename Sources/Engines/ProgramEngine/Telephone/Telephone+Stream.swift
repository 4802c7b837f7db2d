internal import VoiceFiles
internal import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

/// WebSocket that takes the caller's sound to the server and brings the server's.
struct MediaStream: Equatable {
    let connection: Int
    /// Messages that were sent under a number.
    var sequence = 0
    /// Blocks of sound that were sent.
    var chunks: Int64 = 0
    /// Frame at which its beginning is told; nil once it is.
    var begins: Frame?
    /// State of what is said about it.
    var talk = StreamTalk.State()
}

extension Telephone {
    mutating func openStream(_ url: String, _ parameters: JSONObject, at frame: Frame) {
        guard let address = ServerAddress(url, from: base(of: "wss")),
            address.host == settings.host, ["ws", "wss"].contains(address.scheme)
        else {
            return refuse(
                "The app connects the call to \(url), which is not a WebSocket of"
                    + " \(settings.host). Nothing is asked there: name the host in \"telephone\".",
                line: nil)
        }
        let path = address.path.prefix { $0 != "?" }
        guard settings.stream.map({ $0.prefix { $0 != "?" } == path }) ?? true else {
            return refuse(
                "The app connects the call to \(path), and \"telephone\" of voicetest.json says"
                    + " \(settings.stream ?? "") as \"stream\".", line: nil)
        }
        values["parameters"] = .object(parameters)
        following.waiting = .answer(
            until: frame + rate.frames(milliseconds: Self.answerMilliseconds))
        var request = ServerRequest(to: "GET \(address.text)")
        for (name, value) in settings.carrier.headers.sorted(by: { $0.key < $1.key }) {
            request.headers.append((name, MessageTemplate.text(value, values)))
        }
        sign(&request, [:])
        open(request, .stream)
    }

    private func base(of scheme: String) -> ServerAddress {
        ServerAddress(scheme: scheme, host: settings.host, path: "/")
    }

    // MARK: What the server says

    /// The server answered the opening of a connection.
    mutating func opened(
        _ number: Int, _ status: Int, _ headers: AnswerHeaders?, _ line: String?
    ) {
        guard let connection = connections[number] else { return }
        connections[number]?.status = status
        connections[number]?.headers = headers
        guard connection.use == .stream, !isOver else { return }
        guard status == 101 else {
            let address = connection.request.url
            return refuse(
                "The app refuses the stream \(address) with the status \(status).", line: line)
        }
        stream = MediaStream(connection: number)
        stream?.begins = tick + lineState.lateness
        lineState.lateness = 0
        phase = .streaming
        beginStream(at: tick)
    }

    /// A part of an answer, or of a message of the server.
    mutating func receive(
        _ number: Int, _ body: CallBody, isLast: Bool, _ line: String?, at frame: Frame
    ) {
        guard let count = connections[number]?.bytes.count else { return }
        let text = body.value.string ?? ""
        let part = body.encoding == .base64 ? Base64.bytes(of: text) ?? [] : Array(text.utf8)
        guard count + part.count <= ServerConnection.byteLimit else {
            return refuse(
                "The app says more than \(ServerConnection.byteLimit >> 20) MiB at once.",
                line: line)
        }
        connections[number]?.bytes += part
        connections[number]?.isBinary = body.encoding == .base64
        guard isLast, let connection = connections[number] else { return }
        connections[number]?.bytes = []
        switch connection.use {
        case .instructions:
            connections[number] = nil
            receive(connection, line, at: frame)
        case .start:
            connections[number] = nil
            answered(start: connection, line)
        case .stream:
            if closing == number { receive(closing: connection.bytes, number) }
            guard stream?.connection == number else { return }
            if relay != nil {
                receive(words: connection.bytes, line, at: frame)
            } else if settings.carrier.mode == .binary, connection.isBinary {
                receive(sound: connection.bytes, line, at: frame)
            } else {
                receive(message: connection.bytes, line, at: frame)
            }
        }
    }

    /// Codes with which a server closes a stream that it is done with.
    private static let rightCodes: Set<Int> = [1_000, 1_001, 1_005]

    /// The server closed a connection, with a code where it is a WebSocket.
    mutating func closed(_ number: Int, _ code: Int?, _ line: String?, at frame: Frame) {
        if closing == number { closing = nil }
        guard let connection = connections.removeValue(forKey: number), !isOver else { return }
        guard connection.use == .stream else {
            guard connection.use == .instructions || phase == .waiting else { return }
            return refuse(
                "The app closes \(connection.request.to) without a whole answer.", line: line)
        }
        guard stream?.connection == number else {
            return refuse("The app closes the stream before it is open.", line: line)
        }
        (lineState.held, lineState.waiting) = ([], nil)
        let isRight = code.map(Self.rightCodes.contains) ?? true
        if !isRight, let code {
            blame("closes the stream with the code \(code), as where it fails", line)
        }
        leaveStream(status: isRight ? "ended" : "failed", handoff: nil, line, at: frame)
    }

    /// Goes on behind a stream that is over.
    mutating func leaveStream(
        status: String, handoff: String?, _ line: String?, at frame: Frame
    ) {
        stream = nil
        let fields = leaveRelay(status: status, handoff: handoff, at: frame)
        throwAway(line, at: frame)
        phase = .following
        following.waiting = .nothing
        following.offer = nil
        if let action = following.streamAction {
            ask(action.url, method: action.method, fields, at: frame)
        } else {
            follow(at: frame)
        }
    }

    private mutating func receive(message bytes: [UInt8], _ line: String?, at frame: Frame) {
        let takes = settings.carrier.takes
        guard let message = (try? JSONReader.value(of: bytes))?.object else {
            return blame("sends the carrier a message that is not a JSON object", line)
        }
        if receive(talk: message, line, at: frame) { return }
        if let media = takes.media, media.matches(message, values) {
            receive(media: media.content(of: message)?.string, line, at: frame)
        } else if let mark = takes.mark, mark.matches(message, values) {
            let content = mark.content(of: message)
            guard
                let name = takes.marksAreValues
                    ? content.map({ JSONWriter.text($0) }) : content?.string
            else { return blame("sends a mark without a name", line) }
            playOut(to: frame)
            if marks.send(name) { tellMark([Key.mark: .string(name), Key.how: "twice"], line) }
            playout.add(mark: name)
        } else if takes.clear?.matches(message, values) ?? false {
            throwAway(line, at: frame)
            if let cleared = settings.carrier.sends.cleared { hold(cleared, [:]) }
        } else {
            let name = message["event"] ?? message["action"] ?? message["type"]
            let event = name.map { JSONWriter.text($0) } ?? "no \"event\""
            blame(
                "sends a message that \(settings.carrier.name) does not take on this stream"
                    + " (\(event.prefix(60)))", line)
        }
    }

    private mutating func receive(media text: String?, _ line: String?, at frame: Frame) {
        guard let text, let bytes = Base64.bytes(of: text) else {
            return blame("sends sound that is not base64", line)
        }
        receive(sound: bytes, spelled: text, line, at: frame)
    }

    /// A binary message with sound.
    private mutating func receive(sound bytes: [UInt8], _ line: String?, at frame: Frame) {
        let size = Int(tickFrames) * settings.carrier.coding.width
        guard !settings.carrier.takes.isFramed || bytes.count == size else {
            return blame(
                "sends sound in a message of \(bytes.count) bytes, and \(settings.carrier.name)"
                    + " takes frames of \(size) bytes", line)
        }
        receive(sound: bytes, spelled: Base64.text(of: bytes), line, at: frame)
    }

    private mutating func receive(
        sound bytes: [UInt8], spelled text: String, _ line: String?, at frame: Frame
    ) {
        guard let samples = settings.carrier.coding.samples(of: bytes) else {
            return blame("sends sound with half a sample at its end", line)
        }
        guard !samples.isEmpty else { return }
        playOut(to: frame)
        if openSound == nil {
            lastSound += 1
            openSound = lastSound
            if let began = settings.carrier.talk?.began { sendMessage(began) }
        }
        let sound = openSound ?? lastSound
        marks.sound()
        let item = account.item(ofSound: text)
        let piece = Playout.Piece(sound: sound, item: item, frames: Frame(samples.count))
        playout.add(piece)
        if sent.last?.piece.sound == sound, sent.last?.piece.item == item {
            sent[sent.count - 1].piece.frames += piece.frames
        } else {
            sent.append((piece, line))
        }
        add(.play(sound: sound, .samples(samples), isLast: false, line: line))
    }

    /// Says what the server does that a carrier does not take.
    mutating func blame(_ what: String, _ line: String?) {
        add(.unmet(AppLine.lead(line) + "the app \(what)"))
    }

    // MARK: What the server is told

    mutating func sendMedia(_ block: [Int16]) {
        guard phase == .streaming, relay == nil, takesSound, let stream, stream.begins == nil
        else { return }
        let start = stream.chunks * Int64(settings.carrier.frameMilliseconds)
        self.stream?.chunks += 1
        let sound = Base64.text(of: settings.carrier.coding.bytes(of: block))
        guard let media = settings.carrier.sends.media else {
            return tellOnLine(
                .message(connection: stream.connection, CallBody(.string(sound), .base64)),
                isSound: true)
        }
        sendMessage(
            media,
            [
                "chunk": .string(String(stream.chunks + 1)),
                "milliseconds": .string(String(start)), "sound": .string(sound),
            ], isSound: true)
    }

    /// Sends a message on the stream; nothing without one.
    mutating func sendMessage(
        _ template: MessageTemplate, _ more: [String: JSONValue] = [:], isSound: Bool = false
    ) {
        // Nothing comes on a stream before its beginning.
        guard let number = stream?.connection, stream?.begins == nil else { return }
        if template.isNumbered { stream?.sequence += 1 }
        let all = values.merging(more) { $1 }.merging(talkValues) { $1 }
            .merging(["sequence": .string(String(stream?.sequence ?? 0))]) { $1 }
        let text = JSONWriter.text(template.filled(all))
        tellOnLine(
            .message(connection: number, CallBody(.string(text), .text)), isSound: isSound)
    }

    /// Sends a mark back with the next block.
    mutating func hold(mark: String) {
        guard let template = settings.carrier.sends.mark else { return }
        let value = (try? JSONReader.value(of: Array(mark.utf8))) ?? .null
        hold(template, ["mark": settings.carrier.takes.marksAreValues ? value : .string(mark)])
    }

    // MARK: The end

    /// The caller, the app or the silence ends the call.
    mutating func hangUp(by whom: String, at frame: Frame) {
        guard !isOver else { return }
        guard phase != .waiting else { return objectToSilence() }
        add(.emit("hungUp", ["by": .string(whom)], line: nil))
        finish(by: whom, at: frame)
    }

    /// Tells the server that the call is over.
    mutating func finish(by whom: String, at frame: Frame) {
        guard !isOver else { return }
        leave(at: frame)
        end(at: frame)
    }
}
