internal import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

/// Messages about a stream, beside its sound.
extension Telephone {
    /// Time in which a server agrees to a stream, in milliseconds: the limit of AudioHook.
    private static let openLimitMilliseconds: Int64 = 5_000

    /// Whether the caller's sound goes to the server now.
    var takesSound: Bool {
        guard let talk = stream?.talk, settings.carrier.talk != nil else { return true }
        return talk.isOpened && !talk.isPaused
    }

    /// Values of messages about the stream.
    var talkValues: [String: JSONValue] {
        guard settings.carrier.talk != nil, let stream else { return [:] }
        let time = stream.chunks * Int64(settings.carrier.frameMilliseconds)
        let digits = String(time % 1_000 + 1_000).dropFirst()
        return [
            "heard": .string(String(stream.talk.heard)),
            "position": .string("PT\(time / 1_000).\(digits)S"),
        ]
    }

    /// Takes a message about the stream in.
    ///
    /// - Returns: whether it is one.
    mutating func receive(talk message: JSONObject, _ line: String?, at frame: Frame) -> Bool {
        guard let talk = settings.carrier.talk, let heard = stream?.talk.heard else { return false }
        let number = message[talk.number]?.integer
        // The server names any number.
        let next = heard &+ 1
        if number != next {
            let found = number.map(String.init) ?? "none"
            blame(
                "numbers a message with \(found), and the number behind its last one is"
                    + " \(next) (\"\(talk.number)\")", line)
        }
        stream?.talk.heard = number ?? next
        func isLike(_ pattern: MessagePattern) -> Bool { pattern.matches(message, values) }
        if isLike(talk.opened) {
            stream?.talk.isOpened = true
        } else if isLike(talk.pong) {
            stream?.talk.awaitsPong = false
        } else if isLike(talk.pause) {
            stream?.talk.isPaused = true
            sendMessage(talk.paused)
        } else if isLike(talk.resume) {
            stream?.talk.isPaused = false
            sendMessage(talk.resumed)
        } else if isLike(talk.hangUp) {
            hangUp(by: "app", at: frame)
        } else if settings.carrier.takes.clear?.matches(message, values) ?? false {
            return false
        } else {
            return talk.others.contains(where: isLike)
        }
        return true
    }

    /// Does what is due of it at a tick.
    mutating func talkOn(at frame: Frame) {
        guard let talk = settings.carrier.talk, let state = stream?.talk, stream?.begins == nil
        else { return }
        let passed = frame - state.pinged
        guard state.isOpened else {
            guard passed >= rate.frames(milliseconds: Self.openLimitMilliseconds) else { return }
            return refuse(
                "The app does not agree to the stream within"
                    + " \(Self.openLimitMilliseconds / 1_000) s (\"opened\").", line: nil)
        }
        guard passed >= rate.frames(milliseconds: talk.pingMilliseconds) else { return }
        if state.awaitsPong { blame("does not answer a ping within 5 s", nil) }
        stream?.talk.pinged = frame
        stream?.talk.awaitsPong = true
        sendMessage(talk.ping)
    }

    /// The server answers the end of a stream.
    mutating func receive(closing bytes: [UInt8], _ number: Int) {
        guard let message = (try? JSONReader.value(of: bytes))?.object,
            settings.carrier.talk?.closed.matches(message, values) ?? false
        else { return }
        endTalk(number)
    }

    /// Closes the connection of a stream whose end was agreed to.
    private mutating func endTalk(_ number: Int) {
        connections[number] = nil
        closing = nil
        tell(.close(connection: number, code: 1_000, reason: ""))
    }

    /// Ends the wait for the server's answer to the end of the stream.
    mutating func endTalk() {
        guard let number = closing else { return }
        blame("does not answer the end of the stream (\"closed\")", nil)
        endTalk(number)
    }
}
