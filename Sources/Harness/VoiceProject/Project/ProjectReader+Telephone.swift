internal import VoiceEngine
internal import VoiceFiles
internal import VoiceJSON
internal import VoiceSession
internal import VoiceTrace

/// The telephone by which callers reach a program that is a server.
extension ProjectReader {
    private static let carrierLimit: Int64 = 1 << 20

    /// Reads the telephone, whose carrier sets the rate of the sessions. The program's engine says
    /// whether it can be used.
    mutating func readTelephone(_ root: JSONObject) {
        guard root["telephone"] != nil else { return }
        let place = JSONPath.root.key("telephone")
        let telephone = survey.object(root, "telephone", at: .root)
        guard let name = survey.requiredText(telephone, "carrier", at: place) else { return }
        guard let carrier = carrier(named: name, at: place.key("carrier")) else { return }
        if let port = survey.count(telephone, "port", at: place), !(1...65_535).contains(port) {
            survey.report(.error, place.key("port"), "\(port) is not a port. Use 1 to 65535")
        }
        var resolved: JSONObject = ["carrier": .object(carrier)]
        for (key, value) in TelephoneFile.defaults { resolved[key] = .string(value) }
        for member in telephone.members
        where member.key != "carrier" && !member.key.hasPrefix("_") {
            resolved[member.key] = member.value
        }
        project.configuration.telephonePlaces = telephone.members.reduce(
            into: ["": survey.document.place(of: place)]
        ) { $0[$1.key] = survey.document.place(of: place.key($1.key)) }
        project.configuration.telephone = JSONWriter.prettyBytes(.object(resolved))
        let own = project.configuration.expectations
        project.configuration.expectations +=
            TurnExpectation.rulesOfCalls.filter { !$0.isReplaced(by: own) }
        // Whether the carrier has a rate that the project names, its engine says.
        guard let rate = (telephone["rate"] ?? carrier["sampleRate"])?.integer,
            (8_000...48_000).contains(rate)
        else {
            return
        }
        if let own = root["sampleRate"]?.integer, own != rate {
            survey.report(
                .error, JSONPath.root.key("sampleRate"),
                "the telephone has \(rate) Hz, and a session has its rate. Remove \"sampleRate\"")
        }
        project.configuration.sampleRate = Int(rate)
    }

    private mutating func carrier(named name: String, at place: JSONPath) -> JSONObject? {
        var bytes = KnownCarrier(rawValue: name)?.bytes
        if bytes == nil, name.hasSuffix(".json") {
            do {
                bytes = try DiskFile.read(project.path(of: name), limit: Self.carrierLimit)
            } catch {
                survey.report(.error, place, "\(error)")
                return nil
            }
        }
        guard let bytes else {
            survey.report(
                .error, place,
                NearMiss.unknown(
                    "carrier", name, among: KnownCarrier.allCases.map(\.rawValue), quotes: "\""))
            return nil
        }
        guard let carrier = (try? JSONReader.value(of: bytes, dialect: .lenient))?.object else {
            survey.report(.error, place, "\(name) is not a JSON object")
            return nil
        }
        return carrier
    }
}
