internal import VoiceTrace

/// What a stay in a module begins with: where two are alike, the same things lead to the same.
struct DraftSituation: Hashable, Sendable {
    let module: String
    /// What the fields hold that anything in the flow reads.
    let fields: [String: JSONValue]
    let denied: Set<String>
    let interruptions: String?
    /// Whether it is the first stay; prompts may go round from one to the next.
    let isFirst: Bool

    init(_ visit: DraftTake.Visit, facts: FlowFacts) {
        module = visit.module
        fields = visit.fields.filter { facts.fields.contains($0.key) }
        denied = visit.denied
        interruptions = visit.interruptions
        isFirst = visit.ordinal == 1
    }
}
