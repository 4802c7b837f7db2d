internal import VoiceJSON

/// Texts for events: the same event in two traces, a cell of a table, a label of a picture.
extension EventVocabulary {
    /// Returns the text that makes `event` the same one in two traces, whenever it happened.
    public func identity(of event: TraceEvent) -> String {
        guard let kind = self[event.kind] else { return event.kind }
        var text = event.kind
        for field in kind.fields where field.isIdentity {
            guard let value = event.fields[field.name] else { continue }
            text += "|\(field.name)=\(Self.plain(value))"
        }
        return text
    }

    /// Returns a label of the event, short enough for a table: the kind and what tells it from its
    /// likes.
    ///
    /// The scope is left out, except where the event is about a scope.
    public func label(of event: TraceEvent) -> String {
        guard let kind = self[event.kind] else { return event.kind }
        let isAboutScope = kind.role == .scopeBegin || kind.role == .scopeEnd
        var words = [event.kind]
        for field in kind.fields where field.isIdentity {
            guard isAboutScope || field.role != .scope, let value = event.fields[field.name]
            else { continue }
            if let word = field.word { words.append(word) }
            words.append(Self.plain(value))
        }
        return words.joined(separator: " ")
    }

    /// Returns the sentence for `event` in a picture.
    public func sentence(of event: TraceEvent) -> String {
        guard let kind = self[event.kind] else { return event.kind }
        let own = kind.cases.first { $0.fits(event) }?.sentence ?? kind.sentence
        if let own { return Self.filled(own, event.fields) }
        let words = kind.fields.compactMap { field in
            field.isIdentity && field.role != .scope ? event.fields[field.name] : nil
        }
        return ([event.kind] + words.map(Self.plain)).joined(separator: " ")
    }

    /// Returns the deed of the app in `event`, as in `asks kitchen`; nil for an event that is no
    /// deed of the app.
    package func deed(of event: TraceEvent) -> String? {
        self[event.kind]?.deed.map { Self.filled($0, event.fields) }
    }

    /// The row of a picture that `event` stands on.
    package func lane(of event: TraceEvent) -> EventLane {
        if let kind = self[event.kind] {
            if let own = kind.cases.first(where: { $0.fits(event) }) {
                return own.lane ?? own.role.lane
            }
            if let lane = kind.lane { return lane }
            if kind.role.lane != .actions { return kind.role.lane }
        }
        return event.tap == .words ? .words : .actions
    }

    /// Whether `event` belongs to a kind that says what the app does: the self-test plants into
    /// these.
    package func isDecisive(_ event: TraceEvent) -> Bool {
        guard let kind = self[event.kind] else { return false }
        return !kind.roles.isDisjoint(with: Self.decisive)
    }

    private static let decisive: Set<EventRole> = [
        .scopeBegin, .step, .runEnd, .playBegin, .playEnd, .playStop, .soundBegin, .soundEnd,
        .listenBegin, .listenEnd,
    ]

    /// Returns the fields of `event` that say what happened, in contrast to how.
    package func telling(_ event: TraceEvent) -> [String] {
        let roles: Set<FieldRole> = [.from, .to, .by, .reason]
        return (self[event.kind]?.fields ?? []).compactMap { field in
            field.isIdentity || field.role.map(roles.contains) ?? false ? field.name : nil
        }
    }

    /// The scope that `event` names as its own; nil where it names none.
    package func scope(of event: TraceEvent) -> String? { text(.scope, of: event) }

    private static func plain(_ value: JSONValue) -> String {
        value.string ?? JSONWriter.text(value)
    }

    /// `sentence` with the values of `fields` in the places of their names.
    private static func filled(_ sentence: String, _ fields: JSONObject) -> String {
        var text = ""
        for (index, part) in sentence.split(separator: "{", omittingEmptySubsequences: false)
            .enumerated()
        {
            guard index > 0, let end = part.firstIndex(of: "}") else {
                text += part
                continue
            }
            let place = part[..<end].split(separator: "|", maxSplits: 1).map(String.init)
            let value = place.first.flatMap { fields[$0] }
            text += value.map(plain) ?? (place.count > 1 ? place[1] : "")
            text += part[part.index(after: end)...]
        }
        return text
    }
}
