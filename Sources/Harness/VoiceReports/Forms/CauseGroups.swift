package import VoiceDiff
internal import VoiceJSON

/// Sessions that do not agree, grouped by the change that they share: file and key, setting,
/// program or, where nothing is known to have changed, the first event that differs.
package struct CauseGroups: Sendable, Equatable {
    /// The sessions of one cause.
    package struct Group: Sendable, Equatable {
        /// The cause as its first session has it.
        package let cause: Cause
        /// Change that the sessions share, for people: values only where they are those of all of
        /// them.
        package private(set) var title: String
        /// The sessions, by their places among those that were given, in order.
        package private(set) var places: [Int]

        fileprivate init(_ cause: Cause, place: Int) {
            self.cause = cause
            title = cause.description
            places = [place]
        }

        fileprivate mutating func add(_ cause: Cause, place: Int) {
            places.append(place)
            if title != cause.description { title = cause.subject }
        }
    }

    /// The groups: sessions that cannot be used first, then the largest, equals in order of their
    /// first session.
    package let groups: [Group]
    /// Groups that a list names at most.
    package static let limit = 8

    /// The groups of failing sessions, each with its place and its cause.
    package init(_ told: [(place: Int, cause: Cause)]) {
        var groups: [Group] = []
        var known: [String: Int] = [:]
        for (place, cause) in told {
            if let group = known[cause.identity] {
                groups[group].add(cause, place: place)
            } else {
                known[cause.identity] = groups.count
                groups.append(Group(cause, place: place))
            }
        }
        func rank(_ group: Group) -> (Int, Int) {
            (group.cause.kind == .damage ? 0 : 1, -group.places.count)
        }
        self.groups = groups.enumerated().sorted { left, right in
            let (first, second) = (rank(left.element), rank(right.element))
            return (first.0, first.1, left.offset) < (second.0, second.1, right.offset)
        }.map(\.element)
    }

    /// The groups of those of `verdicts` that do not agree, by place.
    package init(_ verdicts: [SessionResult]) {
        self.init(
            verdicts.enumerated().compactMap { place, verdict in
                verdict.causes.first.map { (place, $0) }
            })
    }
}

extension [SessionResult] {
    /// Proofs of a group that are told at most, and sessions that each names.
    private static var proofLimit: Int { 3 }

    /// The sentences on what runs with parts of the edits showed, of sessions with one first cause:
    /// those that all share, else each with its sessions; nil where none were tried. A proof that
    /// stands for others names its session, and says of how many they are.
    var proof: String? {
        var proofs: [(text: String, names: [String])] = []
        let confirmed = Dictionary(compactMap(\.proofOf).map { ($0, 1) }, uniquingKeysWith: +)
        for session in self where session.proofOf == nil {
            guard var proof = session.proof else { continue }
            let name = AgreementFold.withoutEnding(PrintableText.part(session.name))
            if let count = confirmed[session.path] {
                // Proofs beside the first cause hold for this session only.
                proof +=
                    " The first cause alone is confirmed in \(count) other\(count == 1 ? "" : "s")."
            }
            if let place = proofs.firstIndex(where: { $0.text == proof }) {
                proofs[place].names.append(name)
            } else {
                proofs.append((proof, [name]))
            }
        }
        guard proofs.count > 1 || !confirmed.isEmpty else { return proofs.first?.text }
        return proofs.prefix(Self.proofLimit)
            .map { "In \($0.names.listed(upTo: Self.proofLimit)): \($0.text)" }
            .joined(separator: " ")
    }
}
