package import VoiceDiff
internal import VoiceJSON

/// Use of the rules of a run's tolerance. A rule that matches nothing in a whole run is a slip of
/// the pen; a shard cannot tell.
///
/// Shape: `{"file", "rules"}`, as `RuleUse` of VoiceDiff writes the rules.
package struct ToleranceRules: Sendable, Equatable {
    /// The tolerance file, as the run was told.
    package let file: String
    /// Use of its rules in the sessions of this share.
    package private(set) var use: RuleUse

    /// The rules of `file`.
    package init(file: String, use: RuleUse) {
        self.file = file
        self.use = use
    }

    static let codec = JSONCodec<ToleranceRules>(
        JSON.member("file", JSON.text),
        JSON.member("rules", RuleUse.codec),
        parts: { ($0.file, $0.use) }, make: { ToleranceRules(file: $0, use: $1) })

    /// The rules of a run whose shares have these; nil where none tells of rules.
    static func merged(_ parts: [ToleranceRules]) -> ToleranceRules? {
        guard var merged = parts.first else { return nil }
        for part in parts.dropFirst() where part.use.isOfSameRules(as: merged.use) {
            merged.use.add(part.use)
        }
        return merged
    }

    /// A warning for every rule that nothing in the whole run was about.
    package var warnings: [String] { use.unused.map { "warning: \(file): \($0)" } }
}
