internal import VoiceJSON

/// A call of the server to its carrier, such as to hang up.
struct CarrierCall: Equatable {
    /// Deed of the carrier.
    enum Deed: String, CaseIterable { case hangUp, instruct, redirect, stream }

    /// An answer of the carrier.
    struct Answer: Equatable {
        let status: Int
        /// Nil where the carrier sends nothing behind the head.
        let body: MessageTemplate?
    }

    /// Method and address, with names in braces.
    let to: String
    /// Fields of the form by which it is known.
    let when: JSONObject
    /// Field of the form with instructions or an address; nil for none.
    let field: String?
    let deed: Deed
    /// The call that it begins; nil for one about a call that is there.
    let begins: Beginning?
    let answer: Answer
    /// Answer where the call is over.
    let over: Answer

    /// A call that the server makes to a person.
    struct Beginning: Equatable {
        /// Direction of the call, as the carrier tells the server.
        let direction: String
        /// Ways to the numbers in the form, by the names of their values.
        let numbers: [String: String]
        /// Field with the method of the webhook; nil for none.
        let method: String?

        init(_ reader: CarrierReader) throws(ProgramFault) {
            direction = try reader.text("direction")
            numbers = ["from": try reader.text("from"), "to": try reader.text("to")]
            method = reader.object["method"]?.string
        }
    }

    /// Returns the host that a call with a method and an address is to; nil for one to a name.
    static func host(of to: String) -> String? {
        guard let mark = to.firstRange(of: "://") else { return nil }
        return to[mark.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != ":" }.lowercased()
    }

    init(_ reader: CarrierReader) throws(ProgramFault) {
        to = try reader.text("to")
        when = reader.object["when"]?.object ?? [:]
        field = reader.object["field"]?.string
        deed = try reader.choice("does")
        begins = try reader.part("begins").map { (part) throws(ProgramFault) in
            try Beginning(part)
        }
        func answer(_ key: String) throws(ProgramFault) -> Answer {
            let part = try reader.needed(key)
            return Answer(
                status: try part.number("status", 100...599),
                body: part.template("body"))
        }
        self.answer = try answer("answer")
        guard begins == nil ? deed != .stream : deed != .hangUp else {
            throw ProgramFault(
                "the call \(to) does \"\(deed.rawValue)\": \"stream\" needs \"begins\", and"
                    + " \"hangUp\" goes without it")
        }
        // No call can be over before it begins.
        over = begins != nil && reader.object["over"] == nil ? self.answer : try answer("over")
    }

    /// Returns the text at a way in a form, such as `to.number`: of a list the first counts.
    static func text(_ path: String, in form: JSONObject) -> String? {
        var value: JSONValue? = .object(form)
        for key in path.split(separator: ".") { value = value?.first.object?[String(key)] }
        return value?.first.string
    }
}

extension JSONValue {
    /// The first element of a list; any other value itself.
    fileprivate var first: JSONValue { array?.first ?? self }
}
