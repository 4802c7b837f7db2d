internal import VoiceJSON

extension CallVerb {
    /// Reads the element by which a server connects a call to words.
    ///
    /// - Throws: ``ProgramFault``, which says what the server answers.
    static func relay(
        _ element: MarkupElement, action: String?, method: String
    ) throws(ProgramFault) -> CallVerb {
        let attributes = element.attributes
        guard let url = attributes["url"], !url.isEmpty else {
            throw ProgramFault("answers with <\(element.name)> without \"url\"")
        }
        let interruptible = attributes["interruptible"]
        let greeting = attributes["welcomeGreeting"].flatMap { $0.isEmpty ? nil : $0 }
        let offer = WordRelay.Offer(
            url: url, greeting: greeting,
            isGreetingInterruptible: .init(
                attributes["welcomeGreetingInterruptible"], without: .any),
            isInterruptible: .init(interruptible, without: .any),
            reports: .init(attributes["reportInputDuringAgentSpeech"], without: .none),
            tellsKeys: attributes["dtmfDetection"]?.lowercased() == "true",
            language: attributes["transcriptionLanguage"] ?? attributes["language"] ?? "en-US")
        return .relay(
            offer, parameters: parameters(of: element), action: action, method: method)
    }

    /// Returns the parameters inside an element.
    static func parameters(of element: MarkupElement) -> JSONObject {
        var parameters: JSONObject = [:]
        for parameter in element.children where parameter.name == "Parameter" {
            guard let name = parameter.attributes["name"] else { continue }
            parameters[name] = .string(parameter.attributes["value"] ?? "")
        }
        return parameters
    }
}
