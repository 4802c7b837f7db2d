internal import VoiceFiles
internal import VoiceJSON
package import VoiceSession

/// The user's answers on the sides of calls, in `sides.json` beside them.
///
///     { "calls": { "1.wav": { "app": 2 }, "2.wav": { "direction": "outbound" },
///                  "3.wav": { "app": [[0, 62.4]] } },
///       "pairs": [["4-a.wav", "4-b.wav"]] }
package struct SideAnswers: Sendable, Equatable {
    /// The answer on one call.
    package struct Answer: Sendable, Equatable {
        /// The app's channel, from 0.
        package var appChannel: Int?
        /// Times, in seconds, at which the app is on the line; empty for all of the call.
        package var spans: [ClosedRange<Double>] = []
        /// Whether the app called; nil where that is not said.
        package var isOutbound: Bool?

        /// Nothing is said of it.
        package init() {}
    }

    /// The file's name.
    package static let fileName = "sides.json"
    private static let limit = 100_000
    private static let secondsLimit = 172_800.0

    /// The answers, by the names of the calls, which stand in the folder of the file.
    package private(set) var answers: [String: Answer] = [:]
    /// Two files of one channel each that are one call, the app's second.
    package private(set) var pairs: [[String]] = []

    /// No answer.
    package init() {}

    /// Reads the file in `folder`, where there is one.
    ///
    /// - Throws: ``SessionError/sideAnswers(path:what:)`` with what is wrong.
    package init(folder: String) throws(SessionError) {
        let path = folder.isEmpty ? Self.fileName : "\(folder)/\(Self.fileName)"
        guard DiskFile.exists(path) else {
            self.init()
            return
        }
        let bytes: [UInt8]
        do { bytes = try DiskFile.read(path, limit: 16 << 20) } catch { throw .disk(error) }
        try self.init(bytes: bytes, path: path)
    }

    /// Reads `bytes`; `path` names them in errors.
    package init(bytes: [UInt8], path: String) throws(SessionError) {
        let root: JSONValue
        do { root = try JSONReader.value(of: bytes) } catch {
            throw .sideAnswers(path: path, what: "is no JSON: \(error).")
        }
        guard let object = root.object else {
            throw .sideAnswers(path: path, what: "holds no object with \"calls\" or \"pairs\".")
        }
        for member in object.members {
            switch member.key {
            case "calls":
                guard let calls = member.value.object else {
                    throw .sideAnswers(
                        path: path, what: "\"calls\" is an object of the calls by their names.")
                }
                for call in calls.members {
                    try Self.checkName(call.key, path)
                    guard let answer = Self.answer(call.value) else {
                        throw .sideAnswers(
                            path: path,
                            what:
                                "\(JSONWriter.text(.string(call.key))): write {\"app\": 1 or 2, or"
                                + " [[0, 62.4]] in seconds, \"direction\": \"inbound\" or"
                                + " \"outbound\"}.")
                    }
                    answers[call.key] = answer
                }
            case "pairs":
                guard let list = member.value.array else {
                    throw .sideAnswers(path: path, what: "\"pairs\" is a list of two names each.")
                }
                for pair in list {
                    guard let names = pair.array?.compactMap(\.string), names.count == 2 else {
                        throw .sideAnswers(
                            path: path,
                            what: "a pair is two names: [\"CALLER.wav\", \"APP.wav\"].")
                    }
                    for name in names { try Self.checkName(name, path) }
                    pairs.append(names)
                }
            default:
                throw .sideAnswers(
                    path: path,
                    what: NearMiss.unknown("member", member.key, among: ["calls", "pairs"]))
            }
        }
        guard answers.count <= Self.limit, pairs.count <= Self.limit else {
            throw .sideAnswers(path: path, what: "tells of more than \(Self.limit) calls.")
        }
    }

    private static func answer(_ value: JSONValue) -> Answer? {
        guard let object = value.object else { return nil }
        var answer = Answer()
        for member in object.members {
            switch (member.key, member.value.string) {
            case ("direction", "inbound"?): answer.isOutbound = false
            case ("direction", "outbound"?): answer.isOutbound = true
            case ("app", nil):
                if let channel = member.value.integer, (1...2).contains(channel) {
                    answer.appChannel = Int(channel) - 1
                } else if let spans = member.value.array.flatMap(spans) {
                    answer.spans = spans
                } else {
                    return nil
                }
            default: return nil
            }
        }
        return answer
    }

    /// Refuses a name that stands for a file elsewhere.
    private static func checkName(_ name: String, _ path: String) throws(SessionError) {
        guard name.isEmpty || name.contains("/") else { return }
        throw .sideAnswers(
            path: path,
            what:
                "names \(JSONWriter.text(.string(name))), and takes names of files beside it alone."
        )
    }

    private static func spans(_ list: [JSONValue]) -> [ClosedRange<Double>]? {
        var spans: [ClosedRange<Double>] = []
        for value in list {
            guard let ends = value.array?.compactMap(seconds), ends.count == 2,
                ends[0] >= spans.last?.upperBound ?? 0, ends[0] < ends[1], ends[1] <= secondsLimit
            else { return nil }
            spans.append(ends[0]...ends[1])
        }
        return spans.isEmpty ? nil : spans
    }

    private static func seconds(_ value: JSONValue) -> Double? {
        switch value {
        case .integer(let number): Double(number)
        case .decimal(let digits): Double(digits)
        default: nil
        }
    }
}

extension SideAnswers.Answer {
    /// The same, with what `other` says of what this one leaves open.
    package func completed(by other: SideAnswers.Answer) -> SideAnswers.Answer {
        var answer = self
        answer.appChannel = appChannel ?? other.appChannel
        answer.isOutbound = isOutbound ?? other.isOutbound
        if spans.isEmpty { answer.spans = other.spans }
        return answer
    }
}
