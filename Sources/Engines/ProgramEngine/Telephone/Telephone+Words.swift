internal import VoiceEngine
internal import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

/// A call in words: the carrier hears and speaks for the server.
extension Telephone {
    /// Frame at which something of the server was heard last.
    var lastHeard: Frame {
        guard let relay else { return playout.lastHeard }
        return relay.isSpeaking ? tick : relay.lastHeard
    }

    /// Connects the call to words.
    mutating func openRelay(
        _ offer: WordRelay.Offer, _ parameters: JSONObject, at frame: Frame
    ) {
        guard settings.hearsWords else {
            return refuse(
                "The app connects the call to <\(settings.carrier.words?.element ?? "")>, where"
                    + " the carrier hears words. Write \"hears\": \"words\" into \"telephone\" of"
                    + " voicetest.json.", line: nil)
        }
        following.offer = offer
        openStream(offer.url, parameters, at: frame)
    }

    /// The stream of words is open.
    mutating func beginRelay(_ offer: WordRelay.Offer) {
        relay = WordRelay(offer)
        send { $0.setup }
        add(.listen(silenceMilliseconds: nil))
        guard let greeting = offer.greeting else { return }
        _ = relay?.add(greeting, isLast: true, offer.isGreetingInterruptible, nil)
        speakOn()
    }

    /// Sends a message of the service for words.
    private mutating func send(
        _ more: [String: JSONValue] = [:], _ template: (CarrierWords) -> MessageTemplate
    ) {
        guard let words = settings.carrier.words else { return }
        sendMessage(template(words), more)
    }

    // MARK: What the server says

    mutating func receive(words bytes: [UInt8], _ line: String?, at frame: Frame) {
        guard let words = settings.carrier.words, let relay else { return }
        let message = (try? JSONReader.value(of: bytes))?.object ?? [:]
        func content(_ pattern: MessagePattern) -> String? {
            pattern.matches(message, values) ? pattern.content(of: message)?.string : nil
        }
        let interruption = message["interruptible"].map {
            WordRelay.Interruption($0.string ?? String($0.bool ?? true), without: .any)
        }
        if let token = content(words.text) {
            let isLast = message["last"]?.bool ?? false
            guard self.relay?.add(token, isLast: isLast, interruption, line) ?? true else {
                return refuse(
                    "The app has more than \(WordRelay.textLimit >> 20) MiB of text that waits to"
                        + " be said.", line: line)
            }
            speakOn()
        } else if let url = content(words.play) {
            let count = min(max(1, message["loop"]?.integer ?? 1), 100)
            for _ in 0..<count { self.relay?.add(file: Self.file(at: url), interruption, line) }
            speakOn()
        } else if let digits = content(words.digits) {
            add(.emit("digits", ["digits": .string(digits)], line: line))
        } else if words.language.matches(message, values) {
            self.relay?.language =
                message["transcriptionLanguage"]?.string ?? content(words.language)
                ?? relay.language
            add(
                .note(
                    AppLine.lead(line) + "the app changes the language of the call. Prompts say so,"
                        + " and voicetest's voice and recognizer stay those of the project."))
        } else if words.end.matches(message, values) {
            endRelay(handoff: content(words.end), line, at: frame)
        } else {
            let text = String(decoding: bytes, as: UTF8.self)
            blame(
                "sends a message that \(settings.carrier.name) does not take for"
                    + " <\(words.element)>", line)
            send(["what": .string("Invalid message received: \(text.prefix(200))")]) { $0.error }
        }
    }

    /// The server is done with words.
    private mutating func endRelay(handoff: String?, _ line: String?, at frame: Frame) {
        guard let number = stream?.connection else { return }
        connections[number] = nil
        releaseLine(atEnd: true)
        tell(.close(connection: number, code: 1_000, reason: ""))
        leaveStream(status: "ended", handoff: handoff, line, at: frame)
    }

    /// Ends what is said and heard in words.
    ///
    /// - Returns: the fields of the question behind it; none where the call is in sound.
    mutating func leaveRelay(status: String, handoff: String?, at frame: Frame) -> JSONObject {
        guard let open = relay else { return [:] }
        if let playing = open.playing { add(.stopSound(playing.number, line: nil)) }
        add(.stopListening)
        relay = nil
        let fields = settings.carrier.words?.ended.filled(
            values.merging([
                "ending": .string(status), "handoff": .string(handoff ?? ""),
            ]) { $1 })
        var ended = fields?.object ?? [:]
        if handoff == nil {
            for member in ended.members where member.value == "" { ended[member.key] = nil }
        }
        return ended
    }

    // MARK: What the caller hears

    /// Says the next line, unless one plays.
    private mutating func speakOn() {
        guard let line = relay?.playNext(lastSound + 1) else { return }
        lastSound += 1
        add(.play(sound: lastSound, line.sound, isLast: true, line: line.line))
    }

    /// A sound of the carrier's own begins to play.
    mutating func soundStarted(_ number: Int, _ prompt: RealizedPrompt, at frame: Frame) {
        guard relay?.playing?.number == number else { return }
        relay?.playing?.began = frame
        relay?.playing?.prompt = prompt
    }

    /// A line of words is over.
    mutating func lineEnded(_ number: Int, at frame: Frame) {
        guard relay?.playing?.number == number else { return }
        relay?.end(at: frame)
        speakOn()
    }

    // MARK: What the caller says

    /// The caller begins to speak, or presses a key.
    private mutating func interrupt(at frame: Frame) {
        let answer = relay?.answer ?? ""
        guard let playing = relay?.playing, let told = relay?.interrupt(at: frame) else { return }
        answers.add(answer, heardWords: SaidAccount.count(told.text))
        add(.stopSound(playing.number, line: nil))
        send([
            "heard": .string(told.text),
            "milliseconds": .string(
                String(rate.milliseconds(told.frames))),
        ]) { $0.interrupt }
    }

    /// The caller's speech began.
    mutating func beginWords(at frame: Frame) {
        if phase == .following, following.gather?.hearsWords ?? false {
            if case .sound(let sound) = following.waiting { add(.stopSound(sound, line: nil)) }
            following.verbs = []
            following.waiting = .words
        }
        guard let relay, let playing = relay.playing else { return }
        if playing.line.interruption.hasSpeech {
            interrupt(at: frame)
        } else {
            self.relay?.isUnreported = !relay.offer.reports.hasSpeech
        }
    }

    /// The words of the caller are known; empty where they were not understood.
    mutating func hear(words text: String, confidence: Int) {
        guard let relay else { return gather(words: text, confidence) }
        add(.listen(silenceMilliseconds: nil))
        self.relay?.isUnreported = false
        guard !text.isEmpty, !relay.isUnreported else { return }
        send(["words": .string(text), "language": .string(relay.language)]) { $0.prompt }
    }

    /// The words that the server gathers are known.
    private mutating func gather(words text: String, _ confidence: Int) {
        guard phase == .following, following.gather?.hearsWords ?? false,
            let webhook = settings.carrier.webhook
        else { return }
        following.asked = 0
        var said: JSONObject = [:]
        if !text.isEmpty, let name = webhook.words {
            said[name] = .string(text)
            if let other = webhook.confidence {
                said[other] = .string(Self.share(confidence))
            }
        }
        endGather(at: tick, with: said)
    }

    /// Returns thousandths as a number from 0 to 1.
    private static func share(_ thousandths: Int) -> String {
        thousandths >= 1_000
            ? "1.0" : "0." + String(1_000 + max(0, thousandths)).dropFirst()
    }

    /// The caller presses a key in a call in words.
    mutating func press(words key: Character, at frame: Frame) {
        guard let relay else { return }
        let playing = relay.playing
        let interrupts = playing?.line.interruption.hasKeys ?? false
        if interrupts { interrupt(at: frame) }
        guard relay.offer.tellsKeys,
            playing == nil || interrupts || relay.offer.reports.hasKeys
        else { return }
        send(["key": .string(String(key))]) { $0.key }
    }
}
