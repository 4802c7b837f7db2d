internal import VoiceEngine
internal import VoiceTrace

/// A recognition service of the app instead of the microphone's listening job.
extension SayMachine {
    mutating func startService() {
        guard let label = presented?.label else { return }
        presented?.isServed = true
        presented?.isHearing = true
        presented?.toldText = ""
        emit("listening", ["request": .string(label), "task": "a service of the app"])
        callBack(.service, ["request": .string(label), "event": "start"])
    }

    /// The service is to stop recording; its words still come.
    mutating func finishService() {
        guard presented?.isServed == true, let label = presented?.label else { return }
        serviceStopped(by: "finished")
        callBack(.service, ["request": .string(label), "event": "stop"])
    }

    /// Nothing of the service is wanted any more.
    mutating func stopService() {
        guard presented?.isServed == true, let label = presented?.label else { return }
        serviceStopped(by: "stopped")
        presented?.isServed = false
        callBack(.service, ["request": .string(label), "event": "cancel"])
    }

    private mutating func serviceStopped(by way: String) {
        guard presented?.isHearing == true, let label = presented?.label else { return }
        presented?.isHearing = false
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
            let fields: JSONObject = ["request": .string(label), "text": .string(text)]
            emit("transcript", fields)
            callBack(.displayPartialTranscript, fields)
        case "stopped":
            serviceStopped(by: "service")
            tell(.stopped(heardSpeech: true))
        case "heard":
            serviceStopped(by: "service")
            tell(.stopped(heardSpeech: true))
            tell(.heard(text))
        case "failed":
            let message = call.arguments["message"]?.string ?? ""
            tell(.failed(.serverFailure, message: message.isEmpty ? nil : message))
        default:
            return refuse(call, "the event is none. Use partial, stopped, heard or failed.")
        }
        reply(to: call)
    }
}
