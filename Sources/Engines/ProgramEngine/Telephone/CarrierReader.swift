internal import VoiceJSON

/// Reads members of a carrier's file and names the one that is wrong.
struct CarrierReader {
    let object: JSONObject
    private let place: String

    init(_ object: JSONObject, _ place: String = "") {
        self.object = object
        self.place = place
    }

    func text(_ key: String) throws(ProgramFault) -> String {
        guard let text = object[key]?.string, !text.isEmpty else {
            throw ProgramFault("\(place)\(key) is not text")
        }
        return text
    }

    func number(_ key: String, _ range: ClosedRange<Int64>) throws(ProgramFault) -> Int {
        guard let number = object[key]?.integer, range.contains(number) else {
            throw ProgramFault(
                "\(place)\(key) is not a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return Int(number)
    }

    func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ key: String
    ) throws(ProgramFault) -> Choice {
        let text = try text(key)
        guard let choice = Choice(rawValue: text) else {
            let known = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw ProgramFault(
                "\(place)\(key) is \(ProgramLineReader.quoted(text)), none of \(known)")
        }
        return choice
    }

    /// Returns the choices of an object by their keys; none where it is missing.
    func choices<Choice: RawRepresentable<String> & CaseIterable>(
        _ key: String
    ) throws(ProgramFault) -> [String: Choice] {
        guard let part = try part(key) else { return [:] }
        var choices: [String: Choice] = [:]
        for name in part.object.members.map(\.key) { choices[name] = try part.choice(name) }
        return choices
    }

    /// Returns the texts of an object by their keys; none where it is missing.
    func texts(_ key: String) throws(ProgramFault) -> [String: String] {
        var texts: [String: String] = [:]
        for member in object[key]?.object?.members ?? [] {
            guard let text = member.value.string else {
                throw ProgramFault("\(place)\(key).\(member.key) is not text")
            }
            texts[member.key] = text
        }
        return texts
    }

    /// Returns a part of the file; nil where it is missing.
    func part(_ key: String) throws(ProgramFault) -> CarrierReader? {
        object[key] == nil ? nil : try needed(key)
    }

    func needed(_ key: String) throws(ProgramFault) -> CarrierReader {
        guard let part = object[key]?.object else {
            throw ProgramFault("\(place)\(key) is not an object")
        }
        return CarrierReader(part, "\(place)\(key).")
    }

    func neededTemplate(_ key: String) throws(ProgramFault) -> MessageTemplate {
        MessageTemplate(value: .object(try needed(key).object))
    }

    func template(_ key: String) -> MessageTemplate? { object[key].map(MessageTemplate.init) }

    /// Returns the form of a message whose content stands where `key` says.
    func pattern(_ key: String?) throws(ProgramFault) -> MessagePattern {
        let path = try key.map { (key) throws(ProgramFault) in try text(key) }
        return MessagePattern(
            when: try neededTemplate("when"),
            path: path?.split(separator: ".").map(String.init) ?? [])
    }
}
