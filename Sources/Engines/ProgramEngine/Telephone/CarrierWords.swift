internal import VoiceJSON

/// The service of a carrier that hears and speaks for a server: words go both ways in the place of
/// sound.
///
/// Source: twilio.com/docs/voice/conversationrelay.
struct CarrierWords: Equatable {
    /// The element of an answer that asks for it.
    let element: String
    let setup: MessageTemplate
    let prompt: MessageTemplate
    let interrupt: MessageTemplate
    let key: MessageTemplate
    let error: MessageTemplate
    /// Fields of the question behind it.
    let ended: MessageTemplate
    let text: MessagePattern
    let play: MessagePattern
    let digits: MessagePattern
    let language: MessagePattern
    let end: MessagePattern

    init(_ reader: CarrierReader) throws(ProgramFault) {
        element = try reader.text("element")
        let sends = try reader.needed("sends")
        setup = try sends.neededTemplate("setup")
        prompt = try sends.neededTemplate("prompt")
        interrupt = try sends.neededTemplate("interrupt")
        key = try sends.neededTemplate("key")
        error = try sends.neededTemplate("error")
        ended = sends.template("ended") ?? MessageTemplate(value: .object([:]))
        let takes = try reader.needed("takes")
        text = try takes.needed("text").pattern("content")
        play = try takes.needed("play").pattern("content")
        digits = try takes.needed("digits").pattern("content")
        language = try takes.needed("language").pattern("content")
        end = try takes.needed("end").pattern("content")
    }
}
