/// Kind of a turn of the caller. A turn that interrupts a prompt is of two kinds.
package enum TurnKind: String, Sendable, Hashable, CaseIterable {
    /// The recognizer returned words.
    case final
    /// The recognizer rejected the utterance.
    case rejected
    /// The caller spoke while a prompt played that could be stopped.
    case bargeIn
}

extension TurnLatency {
    /// The kinds of this turn, in the order in which kinds are declared.
    package var kinds: [TurnKind] {
        let heard = answer?.prefix { $0 != " " }
        return TurnKind.allCases.filter { kind in
            switch kind {
            case .final, .rejected: heard.map(String.init) == kind.rawValue
            case .bargeIn: bargeIn.counted != nil
            }
        }
    }
}
