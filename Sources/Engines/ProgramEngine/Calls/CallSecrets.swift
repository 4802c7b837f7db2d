internal import VoiceFiles
internal import VoiceJSON
internal import VoiceTrace

/// Hides what looks like a secret before anything of a call is compared or kept.
enum CallSecrets {
    /// Text that replaces a secret.
    static let mask = "***"

    /// Endings of the names of secrets, written as one word.
    private static let endings = [
        "authorization", "apikey", "accesskey", "privatekey", "secret", "password", "passwd",
        "token", "cookie", "credential", "credentials", "signature", "bearer",
    ]
    /// Words that make a name that of a secret, wherever they are in it.
    private static let words: Set = [
        "authorization", "secret", "secrets", "password", "passwd", "cookie", "credential",
        "credentials",
    ]
    /// Beginnings of keys.
    private static let beginnings = [
        "sk-", "sk_", "pk_live_", "Bearer ", "Basic ", "xoxb-", "xoxp-", "ghp_", "github_pat_",
        "AKIA", "AIza", "eyJ", "-----BEGIN",
    ]
    /// Beginnings of keys with digits: other words begin so, too.
    private static let beginningsWithDigits = ["gsk_", "xai-", "hf_", "ek_", "glpat-"]
    /// Beginnings of keys of one length: a longer word is none.
    private static let shortBeginnings: Set = ["AKIA", "AIza"]
    private static let shortestKey = 16
    private static let longestShortKey = 64

    /// Whether a value called `name` is a secret: by the name alone, or by how the value looks
    /// where other things have such names, too, as `key`, `session_id` and `token_limit`.
    static func isSecret(_ name: String, _ value: JSONValue) -> Bool {
        let words = words(of: name)
        let plain = words.joined()
        if endings.contains(where: plain.hasSuffix) || !Self.words.isDisjoint(with: words) {
            return true
        }
        let isOther = plain.hasSuffix("cachekey")
        let mayBe =
            words.last == "key" || words.last == "sig" || words.contains("token")
            || plain.contains("sessionid")
        return mayBe && !isOther && value.string.map(looksLikeKey) ?? false
    }

    /// Returns the words of a name, in lower case: `accessToken`, `access_token` and `Access-Token`
    /// have the same.
    private static func words(of name: String) -> [String] {
        var words: [String] = []
        var isInside = false
        var wasUpper = false
        for character in name {
            guard character.isLetter || character.isNumber else {
                isInside = false
                continue
            }
            let begins = !isInside || character.isUppercase && !wasUpper
            if begins { words.append("") }
            words[words.count - 1] += character.lowercased()
            (isInside, wasUpper) = (true, character.isUppercase)
        }
        return words
    }

    /// Whether `text` looks like a key: keys are long, and have digits and no blanks.
    private static func looksLikeKey(_ text: String) -> Bool {
        text.count >= shortestKey && !text.contains(where: \.isWhitespace)
            && text.contains(where: \.isNumber)
    }

    /// Returns `text` without words that look like keys. Inside of long base64 are none, but in an
    /// address, which is no bytes.
    static func hidden(_ text: String, isAddress: Bool = false) -> String {
        let found = (beginnings + beginningsWithDigits).filter { text.contains($0) }
        guard !found.isEmpty else { return text }
        var result = text
        for beginning in found {
            let needsDigits = beginningsWithDigits.contains(beginning)
            var start = result.startIndex
            while let found = result[start...].firstRange(of: beginning) {
                let rest = result[found.upperBound...]
                let end = rest.firstIndex { $0.isWhitespace || "\"'<>,;&".contains($0) }
                let word = found.lowerBound..<(end ?? result.endIndex)
                let isWordStart =
                    found.lowerBound == result.startIndex
                    || !(result[result.index(before: found.lowerBound)].isLetter)
                        && (isAddress
                            || !EncodedSound.isLikely(around: found.lowerBound, in: result))
                let isKey =
                    (!needsDigits || result[word].contains(where: \.isNumber))
                    && (!shortBeginnings.contains(beginning)
                        || result[word].count <= longestShortKey)
                if isWordStart, isKey, result[word].count >= shortestKey {
                    result.replaceSubrange(word, with: mask)
                    start = result.startIndex
                } else {
                    start = found.upperBound
                }
            }
        }
        return result
    }

    /// Returns `value` without secrets, by the names of members and by how texts look. In an
    /// answer, a `token` may be a piece of what a model says. In a value that `isNamed` as a
    /// secret, every text that looks like a key is one.
    private static func hidden(
        _ value: JSONValue, isAnswer: Bool, isNamed: Bool = false
    ) -> JSONValue {
        switch value {
        case .string(let text):
            if isNamed, looksLikeKey(text) { return .string(mask) }
            guard let json = CallBody(value, .text).json else { return .string(hidden(text)) }
            let plain = hidden(json, isAnswer: isAnswer)
            return plain == json ? value : .string(JSONWriter.text(plain))
        case .array(let elements):
            if elements.count == 2, let name = elements[0].string, let second = elements[1].string,
                isSecret(name, elements[1]), looksLikeKey(second)
            {
                return .array([elements[0], .string(mask)])
            }
            return .array(elements.map { hidden($0, isAnswer: isAnswer, isNamed: isNamed) })
        case .object(let object):
            var result: JSONObject = [:]
            for member in object.members {
                let isSecret =
                    isSecret(member.key, member.value)
                    && !(isAnswer && isPiece(member.key, member.value))
                result[member.key] =
                    isSecret && member.value.object == nil
                    ? .string(mask)
                    : hidden(member.value, isAnswer: isAnswer, isNamed: isNamed || isSecret)
            }
            return .object(result)
        default: return value
        }
    }

    /// Whether a member is a piece of a text or its number, and no key.
    private static func isPiece(_ name: String, _ value: JSONValue) -> Bool {
        name.lowercased() == "token" && !(value.string.map(looksLikeKey) ?? false)
    }

    /// Returns `body` without secrets; the body of an answer, or of a question.
    static func hidden(_ body: CallBody, isAnswer: Bool = false) -> CallBody {
        if body.encoding == .base64 { return isAnswer ? body : hiddenBytes(body) }
        if body.encoding == .text, let json = body.json {
            let plain = hidden(json, isAnswer: isAnswer)
            // Bytes stay as they came where nothing of them is hidden.
            return plain == json ? body : CallBody(.string(JSONWriter.text(plain)), .text)
        }
        if !isAnswer, body.encoding == .text, let text = body.value.string, isForm(text) {
            return CallBody(.string(hiddenParameters(text[...])), .text)
        }
        return CallBody(hidden(body.value, isAnswer: isAnswer), body.encoding)
    }

    /// Hides secrets in JSON that is asked as bytes; it stays bytes where nothing of it is hidden.
    private static func hiddenBytes(_ body: CallBody) -> CallBody {
        guard let bytes = Base64.bytes(of: body.value.string ?? ""),
            bytes.first == UInt8(ascii: "{") || bytes.first == UInt8(ascii: "["),
            let json = try? JSONReader.value(of: bytes)
        else { return body }
        let plain = hidden(json, isAnswer: false)
        return plain == json ? body : CallBody(.string(JSONWriter.text(plain)), .text)
    }

    /// Whether a text is the parameters of a form.
    private static func isForm(_ text: String) -> Bool {
        text.contains("=") && !text.contains(where: \.isWhitespace)
    }

    /// Returns the question without secrets: it is matched and kept in this form.
    static func hidden(_ question: CallQuestion) -> CallQuestion {
        var plain = question
        (plain.to, plain.body) = (hiddenAddress(question.to), hidden(question.body))
        return plain
    }

    static func hidden(_ answer: OutsideAnswer) -> OutsideAnswer {
        var result = answer
        result.headers = answer.headers.mapValues(hidden)
        result.trailers = answer.trailers?.mapValues(hidden)
        result.statusLine = answer.statusLine.map { hidden($0) }
        result.chunks = answer.chunks.map {
            .init(after: $0.after, body: hidden($0.body, isAnswer: true), behind: $0.behind)
        }
        result.error = answer.error.map { hidden($0) }
        return result.measured(from: answer)
    }

    /// The value of a header without secrets; of a cookie, its name and its attributes stay.
    private static func hidden(_ field: AnswerHeaders.Field) -> String {
        guard isSecret(field.name, .string(field.value)) else { return hidden(field.value) }
        guard field.name.lowercased() == "set-cookie",
            let equals = field.value.firstIndex(of: "=")
        else { return mask }
        let end = field.value[equals...].firstIndex(of: ";") ?? field.value.endIndex
        let (name, value) = (
            field.value[..<equals], String(field.value[equals..<end].dropFirst())
        )
        // A cookie that says a choice is none.
        let isKey = looksLikeKey(value) || isSecret(String(name), .string(value))
        return isKey ? name + "=" + mask + field.value[end...] : field.value
    }

    /// An address without the values of parameters that are secrets, and without a password.
    static func hiddenAddress(_ address: String) -> String {
        var result = hidden(address, isAddress: true)
        if let scheme = result.firstRange(of: "://") {
            let rest = result[scheme.upperBound...]
            let host = rest.prefix { !"/?#".contains($0) }
            if let at = host.lastIndex(of: "@") {
                result.replaceSubrange(scheme.upperBound..<at, with: mask)
            }
        }
        guard let question = result.firstIndex(of: "?") else { return result }
        return result[...question] + hiddenParameters(result[result.index(after: question)...])
    }

    /// `text` without the values of parameters that are secrets, and without words that look like
    /// keys.
    private static func hiddenParameters(_ text: Substring) -> String {
        hidden(String(text)).split(
            separator: "&", omittingEmptySubsequences: false
        ).map { parameter -> String in
            guard let equals = parameter.firstIndex(of: "="),
                isSecret(
                    String(parameter[..<equals]),
                    .string(String(parameter[parameter.index(after: equals)...])))
            else { return String(parameter) }
            return String(parameter[...equals]) + mask
        }.joined(separator: "&")
    }
}
