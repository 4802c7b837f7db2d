internal import VoiceJSON
internal import VoiceTrace

/// Hides what looks like a secret before anything of a call is compared or kept.
enum CallSecrets {
    /// What stands in the place of a secret.
    static let mask = "***"

    /// Parts of names whose values are secrets.
    private static let names = [
        "authorization", "apikey", "accesskey", "secret", "password", "passwd", "token", "cookie",
        "credential", "signature", "privatekey", "sessionid",
    ]
    /// Names that end like a secret's and count something.
    private static let counts = ["tokens", "maxtokens", "tokencount", "promptcachekey"]
    /// How keys begin.
    private static let beginnings = [
        "sk-", "sk_", "pk_live_", "Bearer ", "Basic ", "xoxb-", "xoxp-", "ghp_", "github_pat_",
        "AKIA", "AIza", "eyJ", "-----BEGIN",
    ]
    private static let shortestKey = 16

    /// Whether values of this name are secrets.
    static func isSecret(name: String) -> Bool {
        let plain = name.lowercased().filter { $0.isLetter || $0.isNumber }
        guard !counts.contains(where: { plain.hasSuffix($0) }) else { return false }
        return plain == "key" || names.contains { plain.contains($0) }
    }

    /// `text` without words that look like keys.
    static func hidden(_ text: String) -> String {
        guard beginnings.contains(where: { text.contains($0) }) else { return text }
        var result = text
        for beginning in beginnings {
            var start = result.startIndex
            while let found = result[start...].firstRange(of: beginning) {
                let rest = result[found.upperBound...]
                let end = rest.firstIndex { $0.isWhitespace || "\"'<>,;&".contains($0) }
                let word = found.lowerBound..<(end ?? result.endIndex)
                let isWordStart =
                    found.lowerBound == result.startIndex
                    || !(result[result.index(before: found.lowerBound)].isLetter)
                if isWordStart, result[word].count >= shortestKey {
                    result.replaceSubrange(word, with: mask)
                    start = result.startIndex
                } else {
                    start = found.upperBound
                }
            }
        }
        return result
    }

    /// `value` without secrets, by the names of members and by how texts look. In an answer, a
    /// `token` may be a piece of what a model says.
    private static func hidden(_ value: JSONValue, isAnswer: Bool) -> JSONValue {
        switch value {
        case .string(let text): return .string(hidden(text))
        case .array(let elements):
            return .array(elements.map { hidden($0, isAnswer: isAnswer) })
        case .object(let object):
            var result: JSONObject = [:]
            for member in object.members {
                let isHidden =
                    isSecret(name: member.key) && member.value.object == nil
                    && !(isAnswer && isPiece(member.key, member.value))
                result[member.key] =
                    isHidden ? .string(mask) : hidden(member.value, isAnswer: isAnswer)
            }
            return .object(result)
        default: return value
        }
    }

    /// Whether a member is a piece of a text or its number, and no key: keys are long, and have
    /// digits and no blanks.
    private static func isPiece(_ name: String, _ value: JSONValue) -> Bool {
        guard name.lowercased() == "token" else { return false }
        guard let text = value.string else { return true }
        return text.count < shortestKey || text.contains(where: \.isWhitespace)
            || !text.contains(where: \.isNumber)
    }

    /// `body` without secrets; of an answer, or of what is asked.
    static func hidden(_ body: CallBody, isAnswer: Bool = false) -> CallBody {
        if body.encoding == .base64 { return body }
        if body.encoding == .text, let json = body.json {
            let plain = hidden(json, isAnswer: isAnswer)
            // Bytes stay as they came where nothing of them is hidden.
            return plain == json ? body : CallBody(.string(JSONWriter.text(plain)), .text)
        }
        return CallBody(hidden(body.value, isAnswer: isAnswer), body.encoding)
    }

    /// The question without secrets: this is what is matched and kept.
    static func hidden(_ question: CallQuestion) -> CallQuestion {
        CallQuestion(
            to: hiddenAddress(question.to), body: hidden(question.body), isOpen: question.isOpen)
    }

    static func hidden(_ answer: OutsideAnswer) -> OutsideAnswer {
        var result = answer
        result.headers = [:]
        for member in answer.headers.members where !isSecret(name: member.key) {
            result.headers[member.key] = hidden(member.value, isAnswer: true)
        }
        result.chunks = answer.chunks.map {
            .init(after: $0.after, body: hidden($0.body, isAnswer: true), behind: $0.behind)
        }
        result.error = answer.error.map { hidden($0) }
        return result
    }

    /// An address without the values of parameters that are secrets, and without a password.
    static func hiddenAddress(_ address: String) -> String {
        var result = hidden(address)
        if let scheme = result.firstRange(of: "://") {
            let rest = result[scheme.upperBound...]
            let host = rest.prefix { !"/?#".contains($0) }
            if let at = host.lastIndex(of: "@") {
                result.replaceSubrange(scheme.upperBound..<at, with: mask)
            }
        }
        guard let question = result.firstIndex(of: "?") else { return result }
        let parameters = result[result.index(after: question)...].split(
            separator: "&", omittingEmptySubsequences: false
        ).map { parameter -> String in
            guard let equals = parameter.firstIndex(of: "="),
                isSecret(name: String(parameter[..<equals]))
            else { return String(parameter) }
            return String(parameter[...equals]) + mask
        }
        return result[...question] + parameters.joined(separator: "&")
    }
}
