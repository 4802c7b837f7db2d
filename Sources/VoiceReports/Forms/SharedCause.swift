internal import VoiceDiff
internal import VoiceTime
public import VoiceTrace

/// The cause of a verdict that does not agree, in words that other sessions may share.
struct SharedCause: Sendable, Equatable {
    /// What happened, with the values, as in `endpoint.offsetMs 0 → 200`.
    var title: String
    /// The kind of event, the field and the kind of change, as in `sound: digest differs`: what
    /// sessions with one cause share where prompts, modules and values are others.
    var kind: String

    /// A cause whose words are the same in every session that has it.
    init(_ title: String) {
        self.title = title
        kind = title
    }

    /// A cause as a result folder keeps it.
    init(title: String, kind: String) {
        self.title = title
        self.kind = kind
    }

    /// The cause of `verdict`; nil where it agrees.
    init?(_ verdict: Verdict) {
        if case .damaged(let reason) = verdict.outcome {
            self.init(reason)
            return
        }
        guard let cause = verdict.firstCause, let diff = verdict.diff else { return nil }
        if !cause.settings.isEmpty {
            self.init(Self.text(of: cause.settings))
            return
        }
        // An input or a file is named in the sentence, at a time of this session.
        guard let difference = cause.difference, !cause.sentence.contains("first seen: ") else {
            self.init(cause.sentence)
            return
        }
        let label = diff.vocabulary.label(of: difference.event)
        let kind = difference.event.kind
        if let field = cause.field {
            let values = [field.expected, field.found].map { value in
                ShortDigest.text(of: value)
                    ?? FieldUnit(field: field.name, in: diff.vocabulary).text(
                        value, rate: diff.sampleRate)
            }
            self.init(
                title: "\(label): \(field.name) \(values[0]) → \(values[1])",
                kind: "\(kind): \(field.name) differs")
            return
        }
        let change =
            switch difference.kind {
            case .missing: "is missing"
            case .extra: "was not expected"
            case .moved: "comes in another order"
            case .retimed: "comes at another time"
            case .changed: "changed"
            }
        self.init(title: "\(label) \(change)", kind: "\(kind) \(change)")
    }

    /// Settings that are told at most.
    private static let settingLimit = 2

    private static func text(of settings: [SettingChange]) -> String {
        var parts = settings.prefix(settingLimit).map { setting in
            "\(setting.name) \(text(setting.expected)) → \(text(setting.found))"
        }
        if settings.count > settingLimit { parts.append("\(settings.count - settingLimit) more") }
        return parts.joined(separator: ", ")
    }

    private static func text(_ value: JSONValue?) -> String {
        guard let value else { return "nothing" }
        return ShortDigest.text(of: value) ?? value.string ?? JSONWriter.text(value)
    }
}

/// The beginning of a digest: the whole of it would take the width of a table.
public enum ShortDigest {
    /// Digits of the shortest digest, and of what is shown of one.
    private static let (digestLength, shownDigits) = (32, 12)

    /// The first digits of a text of hexadecimal digits and `…`; nil for any other value.
    public static func text(of value: JSONValue?) -> String? {
        guard let digest = value?.string, digest.count >= digestLength,
            digest.allSatisfy(\.isHexDigit)
        else { return nil }
        return "\(digest.prefix(shownDigits))…"
    }
}
