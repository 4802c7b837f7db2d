/// The voice that a flow asks for, in strings that may be fields.
struct VoiceText: Sendable, Equatable {
    /// Identifier, name or language in the order in which they count: the first that is set.
    var asked: [FlowText] = []
    var gender: FlowText?
    /// Loudness of what is spoken, in thousandths of full scale; nil where it is not told.
    var volume: RuntimeValue<Int64>?

    /// Identifier, name or language, with `+female` or `+male` where the gender is told; empty
    /// where nothing is.
    func resolved(_ fields: FieldRepository) -> String {
        let asked = asked.lazy.compactMap { fields.resolve($0) }.first { !$0.isEmpty } ?? ""
        let gender = gender.flatMap { fields.resolve($0) }?.lowercased()
        return gender == "female" || gender == "male" ? "\(asked)+\(gender ?? "")" : asked
    }

    /// The loudness now, in thousandths; nil where it is not told.
    func volume(_ fields: FieldRepository) -> Int? {
        volume.map { Int($0.resolved(fields, PlaybackParameters.thousandths)) }
    }
}
