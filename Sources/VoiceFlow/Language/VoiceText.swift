/// The voice that a flow asks for, in strings that may be fields.
struct VoiceText: Sendable, Equatable {
    /// Identifier, name and language, in the order in which they are looked for.
    var asked: [FlowText] = []
    var gender: FlowText?
    /// Loudness of what is spoken, in thousandths of full scale; nil where it is not told.
    var volume: RuntimeValue<Int64>?

    /// Identifier, name and language, as far as they are told, each with `+female` or `+male` where
    /// the gender is; one that names none where only the gender is, none where nothing is.
    func resolved(_ fields: FieldRepository) -> [String] {
        var names: [String] = []
        for text in asked {
            guard let name = fields.resolve(text), !name.isEmpty, !names.contains(name) else {
                continue
            }
            names.append(name)
        }
        guard let gender = gender.flatMap({ fields.resolve($0) })?.lowercased(),
            gender == "female" || gender == "male"
        else { return names }
        return names.isEmpty ? ["+\(gender)"] : names.map { "\($0)+\(gender)" }
    }

    /// The loudness now, in thousandths; nil where it is not told.
    func volume(_ fields: FieldRepository) -> Int? {
        volume.map { Int($0.resolved(fields, PlaybackParameters.thousandths)) }
    }
}
