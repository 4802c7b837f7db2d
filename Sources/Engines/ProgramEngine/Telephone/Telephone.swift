internal import VoiceFiles
internal import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

/// The carrier of a telephone call as a pure machine: it asks the app's server what to do, brings
/// it the caller's sound and plays the server's.
///
/// It acts on its own at ticks only: one a frame of the carrier, where a block of the microphone
/// ends. So a turn of the program may reach over many ticks.
struct Telephone {
    typealias Key = TelephoneEvent.Key

    /// State of the call.
    enum Phase: Equatable {
        /// The app does not listen yet.
        case waiting
        /// The call of the app rings at the person's telephone.
        case ringing(until: Frame, OutboundOrder)
        /// The instructions of the server are followed.
        case following
        /// The sound of the call goes to the server.
        case streaming
        /// The call is over; the session ends at a tick from this frame on.
        case over(until: Frame)
    }

    // The limits are chosen: no carrier has them.
    /// Time in which the app has to listen, in milliseconds.
    static let listenLimitMilliseconds: Int64 = 30_000
    /// Time for which the session goes on behind the call, in milliseconds.
    private static let graceMilliseconds: Int64 = 2_000
    /// Silence of both sides at which the caller hangs up, in milliseconds.
    private static let silenceLimitMilliseconds: Int64 = 20_000
    /// Ticks without sound at which a sound is over: a server may send two frames late.
    private static let gapTicks: Frame = 3

    let settings: TelephoneSettings
    let rate: SampleRate
    /// Frames of one block of the carrier.
    let tickFrames: Frame
    /// Values that messages name: numbers of account, call and stream, and of both sides.
    var values: [String: JSONValue]

    var phase = Phase.waiting
    private var deeds: [TelephoneDeed] = []
    /// Messages that go out with the block of this tick, and their values.
    private var held: [(template: MessageTemplate, values: [String: JSONValue])] = []
    /// The last tick.
    private(set) var tick: Frame = 0
    /// Ports at which the app listens.
    private(set) var ports: [Int] = []
    private(set) var lastConnection = 0
    /// Connections that are open, by their numbers.
    var connections: [Int: ServerConnection] = [:]
    var following = CallInstructions()
    var stream: MediaStream?
    /// The line between carrier and server, as a scenario disturbs it.
    var lineState = LineState()
    var playout = Playout()
    /// The conversation in words on the stream; nil where it has sound.
    var relay: WordRelay?
    /// Connection of a stream whose end the server has to agree to.
    var closing: Int?
    var account: SoundAccount
    var marks = MarkAccount()
    var answers = SaidAccount()
    /// Stretches that the server sent and that are not told yet, with its lines.
    var sent: [(piece: Playout.Piece, line: String?)] = []
    /// Number of the last sound.
    var lastSound = 0
    /// The sound that plays; nil where none does.
    var openSound: Int?
    /// Whether the caller speaks, and the last frame at which a side did something.
    private var isCallerSpeaking = false
    var lastLife: Frame = 0
    /// Whether the app was asked to call.
    var hasAskedToCall = false

    /// A telephone that does not ring yet. Of several callers each has a number and calls of its
    /// own.
    init(_ settings: TelephoneSettings, rate: SampleRate, seed: UInt64, caller: Int64 = 1) {
        self.settings = settings
        self.rate = rate
        account = SoundAccount(rate: rate)
        tickFrames = rate.frames(milliseconds: Int64(settings.carrier.frameMilliseconds))
        values = [
            "token": .string(settings.token), "direction": "inbound", "status": "ringing",
            "parameters": .object([:]), "rate": .string(String(settings.carrier.sampleRate)),
        ]
        let isInbound = settings.outbound == nil
        setNumber("from", isInbound ? Self.number(settings.from, of: caller) : settings.from)
        setNumber("to", isInbound ? settings.to : Self.number(settings.to, of: caller))
        for name in ["account", "call", "stream", "session"] {
            // Callers of one app call one account.
            let own = caller == 1 || name == "account" ? "" : " \(caller)"
            let digits = Digest.hex(of: Array("\(name) \(seed)\(own)".utf8)).prefix(32)
            values[name] = .string((settings.carrier.ids[name] ?? "") + digits)
        }
    }

    /// Returns the number of a caller among several: its last digit goes on from that of the first.
    private static func number(_ first: String, of caller: Int64) -> String {
        guard caller > 1, let last = first.last?.wholeNumberValue else { return first }
        return first.dropLast() + String((last + Int(caller) - 1) % 10)
    }

    /// Sets a number of the call, as it is written and its digits alone.
    mutating func setNumber(_ name: String, _ number: String) {
        values[name] = .string(number)
        values["\(name)Digits"] = .string(number.filter(\.isNumber))
    }

    /// Variables of the environment of the app's server.
    var variables: [String: String] {
        settings.carrier.variables.mapValues { MessageTemplate.text($0, values) }
    }

    var isOver: Bool { if case .over = phase { true } else { false } }

    /// Takes away what is to be done.
    mutating func takeDeeds() -> [TelephoneDeed] {
        defer { deeds = [] }
        return deeds
    }

    mutating func add(_ deed: TelephoneDeed) { deeds.append(deed) }

    mutating func tell(_ input: ProgramInput) { deeds.append(.tell(input)) }

    /// Sends a message with the block of this tick, or of the next one.
    mutating func hold(_ template: MessageTemplate, _ values: [String: JSONValue]) {
        held.append((template, values))
    }

    /// Drops what is held for a stream that ends, with the marks that would go back on it.
    mutating func dropHeld() {
        held = []
        _ = playout.takeReturned()
    }

    // MARK: Time

    /// Goes on to `frame`: does what is due at its ticks.
    mutating func advance(to frame: Frame) {
        while tick + tickFrames <= frame { step(at: tick + tickFrames) }
    }

    private mutating func step(at frame: Frame) {
        tick = frame
        playOut(to: frame)
        for mark in playout.takeReturned() {
            marks.returned(mark)
            hold(mark: mark)
        }
        if let sound = openSound, playout.isEmpty,
            frame - playout.lastHeard >= Self.gapTicks * tickFrames
        {
            openSound = nil
            endHearing()
            if marks.end() {
                tellMark([Key.sound: .string("sound \(sound)"), Key.how: "missing"], nil)
            }
            add(.endSound(sound))
            if let finished = settings.carrier.talk?.finished { hold(finished, [:]) }
        }
        switch phase {
        case .waiting:
            if frame >= rate.frames(milliseconds: Self.listenLimitMilliseconds) {
                objectToSilence()
            }
        case .ringing(let end, let order):
            if frame >= end { pickUp(order, at: frame, since: end) }
        case .over(let end):
            guard frame >= end else { break }
            endTalk()
            add(.end)
        case .following: follow(at: frame)
        case .streaming:
            beginStream(at: frame)
            talkOn(at: frame)
        }
        if phase == .following || phase == .streaming {
            if isCallerSpeaking || following.isSpeaking { lastLife = frame }
            lastLife = max(lastLife, lastHeard)
            if frame - lastLife >= rate.frames(milliseconds: Self.silenceLimitMilliseconds) {
                hangUp(by: "silence", at: frame)
            }
        }
    }

    /// A block of the caller's sound, which ends at this tick.
    mutating func hear(_ block: [Int16]) {
        releaseLine()
        for message in held { sendMessage(message.template, message.values) }
        held = []
        sendMedia(block)
    }

    /// The detector says that the caller's speech began or ended.
    mutating func hear(speech began: Bool, at frame: Frame) {
        isCallerSpeaking = began
        lastLife = frame
        if began { beginWords(at: frame) }
    }

    // MARK: The app's server

    /// The app listens at a port.
    mutating func serve(_ port: Int, at frame: Frame) {
        ports.append(port)
        guard phase == .waiting, port == settings.port else { return }
        guard settings.outbound == nil else { return askToCall() }
        lastLife = frame
        add(.emit("rings", ["port": .integer(Int64(port))], line: nil))
        phase = .following
        if let webhook = settings.webhook {
            ask(webhook, method: settings.carrier.webhook?.method ?? "POST", [:], at: frame)
        } else if let path = settings.stream {
            openStream("wss://\(settings.host)\(path)", [:], at: frame)
        }
    }

    /// Says what the app does not do, so that no call comes.
    mutating func objectToSilence() {
        guard let outbound = settings.outbound,
            outbound.request == nil || ports.contains(settings.port)
        else { return objectToSilentServer() }
        objectToMissingCall()
    }

    /// Says at which port the app does not listen.
    mutating func objectToSilentServer() {
        let found =
            ports.isEmpty
            ? "The app listens at no port"
            : "The app listens at port \(ports.map(String.init).joined(separator: ", "))"
        add(
            .object(
                "\(found), and \"telephone\" of voicetest.json says \(settings.port). Write the"
                    + " port there at which the app listens.", line: nil))
        end(at: tick)
    }

    /// Opens a connection to the app's server.
    mutating func open(
        _ request: ServerRequest, _ use: ServerConnection.Use, _ fields: JSONObject = [:]
    ) {
        lastConnection += 1
        connections[lastConnection] = ServerConnection(
            request: request, use: use, fields: fields)
        tell(.open(connection: lastConnection, port: settings.port, request))
    }

    /// Ends the run because of what the server does.
    mutating func refuse(_ what: String, line: String?) {
        add(.object(what, line: line))
        end(at: tick)
    }

    /// Ends the call without more messages, and the session soon.
    mutating func end(at frame: Frame) {
        guard !isOver else { return }
        phase = .over(until: frame + rate.frames(milliseconds: Self.graceMilliseconds))
    }
}
