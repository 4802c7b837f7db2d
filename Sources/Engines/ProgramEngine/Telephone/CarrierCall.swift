internal import VoiceJSON

/// A call of the server to its carrier, such as to hang up.
struct CarrierCall: Equatable {
    /// Deed of the carrier.
    enum Deed: String, CaseIterable { case hangUp, instruct, redirect }

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
    let answer: Answer
    /// Answer where the call is over.
    let over: Answer

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
        func answer(_ key: String) throws(ProgramFault) -> Answer {
            let part = try reader.needed(key)
            return Answer(
                status: try part.number("status", 100...599),
                body: part.template("body"))
        }
        self.answer = try answer("answer")
        over = try answer("over")
    }
}
