internal import VoiceJSON
internal import VoiceTime

/// Messages of a carrier and a server about a stream, beside its sound: a beginning and an end that
/// both agree to, signs of life, numbers of messages.
///
/// Source: developer.genesys.cloud/devapps/audiohook.
struct StreamTalk: Equatable {
    /// Member that has the number of a server's message.
    let number: String
    let opened: MessagePattern
    let closed: MessagePattern
    let pong: MessagePattern
    let pause: MessagePattern
    let resume: MessagePattern
    let hangUp: MessagePattern
    /// Messages that are taken and change nothing.
    let others: [MessagePattern]
    let ping: MessageTemplate
    let paused: MessageTemplate
    let resumed: MessageTemplate
    let began: MessageTemplate
    let finished: MessageTemplate
    let pingMilliseconds: Int64

    init(
        sends: CarrierReader, takes: CarrierReader, pingMilliseconds: Int
    ) throws(ProgramFault) {
        self.pingMilliseconds = Int64(pingMilliseconds)
        number = try takes.text("number")
        func pattern(_ key: String) throws(ProgramFault) -> MessagePattern {
            try takes.needed(key).pattern(nil)
        }
        opened = try pattern("opened")
        closed = try pattern("closed")
        pong = try pattern("pong")
        pause = try pattern("pause")
        resume = try pattern("resume")
        hangUp = try pattern("hangUp")
        others = (takes.object["others"]?.array ?? []).map {
            MessagePattern(when: MessageTemplate(value: $0), path: [])
        }
        ping = try sends.neededTemplate("ping")
        paused = try sends.neededTemplate("paused")
        resumed = try sends.neededTemplate("resumed")
        began = try sends.neededTemplate("began")
        finished = try sends.neededTemplate("finished")
    }

    /// State of one stream.
    struct State: Equatable {
        var isOpened = false
        var isPaused = false
        /// Number of the server's last message.
        var heard: Int64 = 0
        /// Whether the last ping is not answered.
        var awaitsPong = false
        /// Frame of the last ping, or of the beginning.
        var pinged: Frame = 0
    }
}
