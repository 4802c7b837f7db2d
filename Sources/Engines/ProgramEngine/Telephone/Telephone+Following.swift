internal import VoiceFiles
internal import VoiceJSON
internal import VoiceTime

/// Instructions of the server that the carrier follows.
struct CallInstructions {
    enum Waiting: Equatable {
        case nothing
        case answer(until: Frame)
        case sound(Int)
        case pause(until: Frame)
        case digits(until: Frame)
        /// The caller speaks.
        case words
    }

    /// Instructions that are left, the next one last.
    var verbs: [CallVerb] = []
    var waiting = Waiting.nothing
    /// Instruction that gathers digits, those behind it, and the digits.
    var gather: CallVerb.Gather?
    var behindGather: [CallVerb] = []
    var digits = ""
    /// Address that was asked last.
    var address: ServerAddress?
    /// Number of times that the server was asked.
    var asked = 0
    /// Address that is asked behind a stream; nil where the next instruction follows.
    var streamAction: (url: String, method: String)?
    /// The conversation in words that the server asks for; nil for a stream of sound.
    var offer: WordRelay.Offer?

    /// Forgets what was to be followed.
    mutating func leave() {
        (verbs, behindGather, digits) = ([], [], "")
        (gather, streamAction, offer) = (nil, nil, nil)
        waiting = .nothing
    }

    /// Whether the carrier itself speaks.
    var isSpeaking: Bool { if case .sound = waiting { true } else { false } }
}

extension Telephone {
    /// Times that a server is asked what to do without a sound or a key between; chosen.
    private static let askLimit = 50
    /// Time for which a carrier waits for an answer, in milliseconds: Twilio's limit.
    static let answerMilliseconds: Int64 = 15_000

    private var base: ServerAddress {
        following.address ?? ServerAddress(scheme: "https", host: settings.host, path: "/")
    }

    /// Asks the server what to do.
    mutating func ask(
        _ url: String, method: String, _ fields: JSONObject, at frame: Frame
    ) {
        guard let address = ServerAddress(url, from: base), address.host == settings.host else {
            return refuse(
                "The app sends the carrier to \(url), which is another host than"
                    + " \(settings.host). Nothing is asked there: name the host in \"telephone\".",
                line: nil)
        }
        following.asked += 1
        guard following.asked <= Self.askLimit else {
            return refuse(
                "The app redirects the carrier in a circle: \(address.path) is asked"
                    + " \(following.asked) times without a sound or a key between.",
                line: nil)
        }
        following.address = address
        following.waiting = .answer(
            until: frame + rate.frames(milliseconds: Self.answerMilliseconds))
        phase = .following
        let form = settings.carrier.webhook?.form
        let all = (form?.filled(values).object ?? [:]).adding(fields)
        var request: ServerRequest
        if method == "GET" {
            let mark = address.path.contains("?") ? "&" : "?"
            request = ServerRequest(to: "GET \(address.text)\(mark)\(WebForm.text(all))")
        } else {
            request = ServerRequest(to: "\(method) \(address.text)")
            request.headers = [("Content-Type", "application/x-www-form-urlencoded")]
            request.body = WebForm.text(all)
        }
        sign(&request, method == "GET" ? [:] : all)
        open(request, .instructions, fields)
    }

    /// Signs a request as the carrier does: its address and the fields of its form.
    ///
    /// Source: twilio.com/docs/usage/security; `signature_v3.py` of plivo 4.63 where there is a
    /// nonce.
    func sign(_ request: inout ServerRequest, _ fields: JSONObject) {
        request.headers.append(("X-Forwarded-Proto", "https"))
        guard let signature = settings.carrier.signature else { return }
        var text = fields.members.reduce(request.url) { $0 + $1.key + ($1.value.string ?? "") }
        if let header = signature.nonce {
            let seed = "\(request.to) \(lastConnection) \(values["call"]?.string ?? "")"
            let nonce = String(Digest.hex(of: Array(seed.utf8)).prefix(32))
            request.headers.append((header, nonce))
            text = Self.signed(request.url, fields) + ".\(nonce)"
        }
        let digest = signature.digest.bytes(
            of: Array(text.utf8), key: Array(settings.token.utf8))
        request.headers.append((signature.header, Base64.text(of: digest)))
    }

    /// Returns an address with its parameters in order, and the fields of a form behind it.
    private static func signed(_ url: String, _ fields: JSONObject) -> String {
        let parts = url.split(separator: "?", maxSplits: 1).map(String.init)
        let query = WebForm.fields(parts.count > 1 ? parts[1] : "").members
            .map { "\($0.key)=\($0.value.string ?? "")" }.joined(separator: "&")
        let isForm = !fields.members.isEmpty
        let address = parts[0] + (isForm || !query.isEmpty ? "?\(query)" : "")
        let all = fields.members.reduce("") { $0 + $1.key + ($1.value.string ?? "") }
        return address + (isForm && !query.isEmpty ? "." : "") + all
    }

    /// The server gave instructions, or what was asked otherwise.
    mutating func receive(_ connection: ServerConnection, _ line: String?, at frame: Frame) {
        guard phase == .following, case .answer = following.waiting else { return }
        let place = connection.request.to.prefix { $0 != "?" }
        let status = connection.status ?? 0
        if (301...308).contains(status), let to = connection.headers?.location {
            let isSame = status >= 307
            return ask(
                to, method: isSame ? connection.request.method : "GET",
                isSame ? connection.fields : [:], at: frame)
        }
        guard (200...299).contains(status) else {
            let why =
                status == 401 || status == 403
                ? " Where the app checks the signature, its secret is that of \"token\" in"
                    + " \"telephone\"."
                : status == 404
                    ? " Write the path of the app's webhook into \"telephone\" of voicetest.json."
                    : ""
            return refuse("The app answers \(place) with the status \(status).\(why)", line: line)
        }
        do throws(ProgramFault) {
            let text = String(decoding: connection.bytes, as: UTF8.self)
            following.verbs = try CallVerb.list(text, settings.carrier).reversed()
        } catch { return refuse("The app \(error.what), to \(place).", line: line) }
        following.waiting = .nothing
        values["status"] = "in-progress"
        follow(at: frame)
    }

    /// Follows the instructions as far as they go now.
    mutating func follow(at frame: Frame) {
        while phase == .following {
            switch following.waiting {
            case .sound, .words: return
            case .answer(let end):
                guard frame >= end else { return }
                let asked = connections.max { $0.key < $1.key }?.value.request.to ?? ""
                return refuse(
                    "The app does not answer \(asked.prefix { $0 != "?" }) within"
                        + " \(Self.answerMilliseconds / 1_000) s, for which a carrier waits.",
                    line: nil)
            case .pause(let end):
                guard frame >= end else { return }
                following.waiting = .nothing
            case .digits(let end):
                guard frame >= end else { return }
                endGather(at: frame)
            case .nothing:
                guard let verb = following.verbs.popLast() else {
                    guard let gather = following.gather else {
                        return hangUp(by: "app", at: frame)
                    }
                    let wait = rate.frames(milliseconds: gather.seconds * 1_000)
                    following.waiting = .digits(until: frame + wait)
                    continue
                }
                follow(verb, at: frame)
            }
        }
    }

    private mutating func follow(_ verb: CallVerb, at frame: Frame) {
        switch verb {
        case .say(let text): say(.text(text))
        case .play(let url): say(Self.file(at: url))
        case .pause(let seconds):
            following.waiting = .pause(until: frame + rate.frames(milliseconds: seconds * 1_000))
        case .redirect(let url, let method): ask(url, method: method, [:], at: frame)
        case .dial(let number):
            add(.emit("transferred", ["to": .string(number)], line: nil))
            finish(by: "transfer", at: frame)
        case .hangUp: hangUp(by: "app", at: frame)
        case .gather(let gather):
            guard !gather.hearsWords || settings.hearsWords else {
                return refuse(
                    "The app gathers \"speech\", where the carrier hears words. Write \"hears\":"
                        + " \"words\" into \"telephone\" of voicetest.json.", line: nil)
            }
            if gather.hearsWords {
                add(.listen(silenceMilliseconds: gather.silenceMilliseconds))
            }
            following.gather = gather
            following.behindGather = following.verbs
            following.digits = ""
            following.verbs = gather.verbs.reversed()
        case .stream(let url, let parameters, let action, let method):
            following.streamAction = action.map { ($0, method) }
            openStream(url, parameters, at: frame)
        case .relay(let offer, let parameters, let action, let method):
            following.streamAction = action.map { ($0, method) }
            openRelay(offer, parameters, at: frame)
        }
    }

    /// Returns the file of the media folder that an address names.
    static func file(at url: String) -> ProgramSound {
        let path = url.prefix { $0 != "?" }
        return .file(String(path.split(separator: "/").last ?? ""))
    }

    private mutating func say(_ sound: ProgramSound) {
        lastSound += 1
        following.waiting = .sound(lastSound)
        add(.play(sound: lastSound, sound, isLast: true, line: nil))
    }

    /// A sound of the carrier's own is over.
    mutating func soundEnded(_ sound: Int) {
        guard following.waiting == .sound(sound) else { return }
        following.waiting = .nothing
        following.asked = 0
    }

    // MARK: Keys

    /// The caller presses a key.
    mutating func press(_ key: Character, at frame: Frame) {
        if relay != nil { return press(words: key, at: frame) }
        if stream != nil, let template = settings.carrier.sends.key {
            sendMessage(template, ["key": .string(String(key))])
            return
        }
        following.asked = 0
        guard phase == .following, let gather = following.gather, gather.hearsKeys else { return }
        if case .sound(let sound) = following.waiting { add(.stopSound(sound, line: nil)) }
        following.verbs = []
        if key != gather.end { following.digits.append(key) }
        if key == gather.end || following.digits.count == gather.count {
            endGather(at: frame)
            follow(at: frame)
        } else {
            let wait = rate.frames(milliseconds: gather.seconds * 1_000)
            following.waiting = .digits(until: frame + wait)
        }
    }

    mutating func endGather(at frame: Frame, with said: JSONObject = [:]) {
        guard let gather = following.gather else { return }
        if gather.hearsWords { add(.stopListening) }
        following.gather = nil
        following.verbs = following.behindGather
        following.waiting = .nothing
        guard !following.digits.isEmpty || !said.members.isEmpty || gather.asksWithoutDigits else {
            return
        }
        var fields = said
        if gather.hearsKeys, said.members.isEmpty {
            fields[settings.carrier.webhook?.digits ?? ""] = .string(following.digits)
        }
        ask(gather.action, method: gather.method, fields, at: frame)
    }
}

extension ServerRequest {
    /// The method alone.
    var method: String { String(to.prefix { $0 != " " }) }
}

extension AnswerHeaders {
    /// The address to which an answer leads.
    var location: String? { fields.first { $0.name.lowercased() == "location" }?.value }
}
