internal import VoiceEngine
internal import VoiceJSON
internal import VoiceTrace

/// A recognition service of the app instead of the microphone's listening job.
extension SayMachine {
    mutating func startService() {
        guard let label = presented?.label else { return }
        presented?.isServed = true
        presented?.isHearing = true
        presented?.toldText = ""
        presented?.forgetWords()
        emit("listening", ["request": .string(label), "task": "a service of the app"])
        output.append(.setTimer(id: Timer.serviceSilence.rawValue, frames: max(1, noSpeechFrames)))
        output.append(
            .setTimer(id: Timer.serviceEnd.rawValue, frames: max(1, settings.maxListenFrames)))
        callBack(.service, ["request": .string(label), "event": "start"])
    }

    /// The service has told of no speech for as long as speech is waited for.
    mutating func serviceWasSilent() {
        guard presented?.isServed == true, presented?.isHearing == true else { return }
        stopService(by: StopReason.maxPreSpeechSilenceExceeded.rawValue)
        notify(.stopped(heardSpeech: false))
    }

    /// Stops a service that has listened as long as it may; its words still come.
    mutating func serviceTookLong() {
        guard presented?.isServed == true, presented?.isHearing == true,
            let label = presented?.label
        else { return }
        serviceStopped(by: StopReason.maxAudioLengthExceeded.rawValue)
        callBack(.service, ["request": .string(label), "event": "stop"])
        notify(.stopped(heardSpeech: true))
    }

    /// The service is to stop recording; its words still come.
    mutating func finishService() {
        guard presented?.isServed == true, let label = presented?.label else { return }
        serviceStopped(by: "finished")
        callBack(.service, ["request": .string(label), "event": "stop"])
    }

    /// Nothing of the service is wanted any more.
    mutating func stopService(by way: String = "stopped") {
        guard presented?.isServed == true, let label = presented?.label else { return }
        serviceStopped(by: way)
        presented?.isServed = false
        callBack(.service, ["request": .string(label), "event": "cancel"])
    }

    private mutating func serviceStopped(by way: String) {
        guard presented?.isHearing == true, let label = presented?.label else { return }
        presented?.isHearing = false
        for timer in [Timer.serviceSilence, .serviceEnd] {
            output.append(.cancelTimer(id: timer.rawValue))
        }
        emit("listened", ["request": .string(label), "by": .string(way)])
    }

    /// The call `serviceTold` of the app's service.
    mutating func serviceTold(_ call: EngineCall) {
        guard let label = presented?.label, presented?.isServed == true,
            call.arguments["request"] == .string(label)
        else { return refuse(call, Self.late) }
        let text = call.arguments["text"]?.string ?? ""
        guard text.unicodeScalars.count <= FormReader.textLimit else {
            return refuse(
                call, "the text must be of at most \(FormReader.textLimit) characters.")
        }
        switch call.arguments["event"]?.string {
        case "partial":
            guard presented?.toldText != text else { break }
            presented?.toldText = text
            if !SpokenText(text).words.isEmpty {
                output.append(.cancelTimer(id: Timer.serviceSilence.rawValue))
            }
            let fields: JSONObject = ["request": .string(label), "text": .string(text)]
            emit("transcript", fields)
            callBack(.displayPartialTranscript, fields)
        case "stopped":
            serviceStopped(by: "service")
            notify(.stopped(heardSpeech: true))
        case "heard":
            serviceStopped(by: "service")
            notify(.stopped(heardSpeech: true))
            takeServiceWords(text, call)
        case "failed":
            let message = call.arguments["message"]?.string ?? ""
            notify(.failed(.serverFailure, message: message.isEmpty ? nil : message))
        default:
            return refuse(call, "the event is none. Use partial, stopped, heard or failed.")
        }
        reply(to: call)
    }

    /// Words of the service, with a `confidence` in thousandths and `alternatives`, objects with
    /// `text` and `confidence`, where it knows them.
    private mutating func takeServiceWords(_ text: String, _ call: EngineCall) {
        func permille(_ value: JSONValue?) -> Int? { value?.integer.map { Int(clamping: $0) } }
        let confidence = min(max(permille(call.arguments["confidence"]) ?? 1_000, 0), 1_000)
        presented?.forgetWords(confidence: confidence)
        let others = call.arguments["alternatives"]?.array ?? []
        presented?.others = others.prefix(Self.alternativeLimit).compactMap { value in
            guard let object = value.object, let text = object["text"]?.string,
                text.unicodeScalars.count <= FormReader.textLimit
            else { return nil }
            return OtherTranscript(text: text, confidence: permille(object["confidence"]) ?? 0)
        }
        let isSure = confidence >= settings.leastConfidence
        notify(isSure ? .heard(text) : .failed(.noContent, message: nil))
    }

    /// Alternatives of a service that are passed on at most.
    private static let alternativeLimit = 100
}
