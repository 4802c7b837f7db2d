internal import VoiceJSON

/// The kinds of event that an engine emits and what they mean, beside those of the core.
///
/// A session's manifest stores it, so that traces are compared, measured and drawn on a machine
/// that does not have the engine.
public struct EventVocabulary: Sendable {
    /// Word for a scope in sentences: `module`.
    package let scopeWord: String
    /// The engine's kinds; those of the core are not among them.
    package let kinds: [EventKind]
    /// Units of the numbers of evidence, by its name; of other evidence nothing is known.
    public let evidence: [String: EventUnit]

    private let places: [String: Int]
    private let all: [EventKind]
    private let units: [String: EventUnit]
    /// Names of kinds by a role that they may have: asked for at every comparison.
    private let namesByRole: [EventRole: [String]]
    /// Fields and evidence that count frames from the session's start; evidence as `why.NAME`.
    package let instants: Set<String>
    /// Whether prompts are told in sounds of their own: then those are drawn.
    package let tellsSounds: Bool

    /// The taps `speech` and `words` alone.
    public static let core = EventVocabulary(kinds: [])

    /// A vocabulary of `kinds`, by default with the evidence that this program's traces have. A
    /// kind that stands twice, or that the core has, is taken from where it stands first; ``fault``
    /// tells of it.
    package init(
        scopeWord: String = "module", kinds: [EventKind],
        evidence: [String: EventUnit] = usualEvidence
    ) {
        self.scopeWord = scopeWord
        self.kinds = kinds
        self.evidence = evidence
        all = Self.coreKinds + kinds
        places = Dictionary(all.enumerated().map { ($1.name, $0) }) { first, _ in first }
        var units = Self.coreUnits
        for field in kinds.flatMap(\.fields) where units[field.name] == nil {
            units[field.name] = field.unit
        }
        self.units = units
        instants = Set(units.filter { $0.value == .instant }.keys).union(
            evidence.filter { $0.value == .instant }.keys.map { TraceEvent.evidencePrefix + $0 })
        var names: [EventRole: [String]] = [:]
        for kind in kinds {
            for role in kind.roles { names[role, default: []].append(kind.name) }
        }
        namesByRole = names
        tellsSounds = names[.soundBegin] != nil
    }

    /// The kind called `name`; nil where none is declared.
    public subscript(name: String) -> EventKind? { places[name].map { all[$0] } }

    /// The names of all kinds, those of the core first.
    public var names: [String] { all.map(\.name) }

    /// Returns the unit of the field called `name`; nil where nothing says so.
    public func unit(of name: String) -> EventUnit? { units[name] }

    /// The same kinds, with nothing known of their evidence.
    package var withoutEvidence: EventVocabulary {
        EventVocabulary(scopeWord: scopeWord, kinds: kinds, evidence: [:])
    }

    /// The same kinds, with evidence that `other` knows and this vocabulary does not.
    package func addingEvidence(of other: EventVocabulary) -> EventVocabulary {
        let all = evidence.merging(other.evidence) { own, _ in own }
        guard all != evidence else { return self }
        return EventVocabulary(scopeWord: scopeWord, kinds: kinds, evidence: all)
    }

    /// Returns the meaning of `event`.
    public func role(of event: TraceEvent) -> EventRole {
        self[event.kind]?.role(of: event) ?? .other
    }

    /// The value of the field of `role` in `event`, as text; nil where it has none.
    public func text(_ role: FieldRole, of event: TraceEvent) -> String? {
        self[event.kind]?.field(role).flatMap { event.fields[$0]?.string }
    }

    /// The frames that the field of `role` counts: 0 where the event lacks it, nil where its kind
    /// declares none.
    public func frames(_ role: FieldRole, of event: TraceEvent) -> Int64? {
        self[event.kind]?.field(role).map { max(0, event.fields[$0]?.integer ?? 0) }
    }

    /// The gain that `event` tells, in thousandths, 0 or more; 1,000 where it tells none.
    public func gain(of event: TraceEvent) -> Int {
        let field = self[event.kind]?.field(.gain).flatMap { event.fields[$0]?.integer }
        return field.map { max(0, Int(clamping: $0)) } ?? 1_000
    }

    /// The names of the kinds that may have `role`.
    package func kinds(of role: EventRole) -> [String] { namesByRole[role] ?? [] }

    /// Reason for a session's end where its engine ended, as its last input says: the name of the
    /// kind of event that ends a run, or `engineEnd` where none is declared.
    public var endReason: String { kinds(of: .runEnd).first ?? "engineEnd" }

    /// The kinds and the evidence of both; of what both declare, this one's.
    package func adding(_ other: EventVocabulary) -> EventVocabulary {
        guard self != other else { return self }
        let more = other.kinds.filter { self[$0.name] == nil }
        guard !more.isEmpty else { return addingEvidence(of: other) }
        return EventVocabulary(scopeWord: scopeWord, kinds: kinds + more, evidence: evidence)
            .addingEvidence(of: other)
    }

    /// The names of the kinds of both as one list, those of the core first.
    public static func names(of vocabularies: [EventVocabulary]) -> [String] {
        vocabularies.reduce(EventVocabulary.core) { $0.adding($1) }.names
    }

    /// Finds faults of events of a kind that their engine does not declare, in sentences.
    public func faults(of events: some Sequence<TraceEvent>) -> [String] {
        undeclared(in: events).map {
            "the engine emitted \"\($0)\", a kind of event that it does not declare: add it to the"
                + " engine's vocabulary"
        }
    }

    /// The kinds of `events` that are not declared, in order of their first event.
    package func undeclared(in events: some Sequence<TraceEvent>) -> [String] {
        var known: Set<String> = []
        return events.compactMap { event in
            guard places[event.kind] == nil, known.insert(event.kind).inserted else { return nil }
            return event.kind
        }
    }

    /// Lists, in sentences, the kinds and the evidence of a session that are declared otherwise
    /// `now`. It leaves out how events read, where they are drawn, what is new, and the `usual`.
    package func changes(to now: EventVocabulary, besides usual: EventVocabulary) -> [String] {
        func sentence(_ name: String, _ what: String) -> String {
            "\(name) was recorded with another meaning than it is declared with now: \(what)"
        }
        let own = kinds.filter { usual[$0.name] == nil }
        let changed = own.flatMap { kind -> [String] in
            guard let other = now[kind.name] else { return [sentence(kind.name, "it is gone")] }
            let fields = other.fields.map(\.meaning)
            let parts = [
                (kind.role == other.role, "its role"),
                (kind.fields.map(\.meaning).allSatisfy(fields.contains), "its fields"),
                (kind.cases.map(\.meaning) == other.cases.map(\.meaning), "its cases"),
                (kind.detail == other.detail && kind.shared == other.shared, "its ways"),
            ]
            return parts.filter { !$0.0 }.map { sentence(kind.name, $0.1) }
        }
        let units = evidence.keys.sorted().filter { name in
            usual.evidence[name] == nil
                && now.evidence[name].map { $0 != evidence[name] } ?? false
        }
        return changed + units.map { sentence("why.\($0)", "its unit") }
    }
}

extension EventVocabulary: Equatable {
    /// Equal when they declare the same.
    public static func == (left: Self, right: Self) -> Bool {
        left.scopeWord == right.scopeWord && left.kinds == right.kinds
            && left.evidence == right.evidence
    }
}

extension EventVocabulary: Hashable {
    /// Hashes what is declared.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(scopeWord)
        hasher.combine(kinds)
        hasher.combine(evidence)
    }
}

extension EventVocabulary {
    /// The names of all fields of `role`.
    public func fields(of role: FieldRole) -> Set<String> {
        Set(kinds.flatMap(\.fields).filter { $0.role == role }.map(\.name))
    }
}
