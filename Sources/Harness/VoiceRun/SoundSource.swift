/// Sound that an app brings to a ``SoundHost``, block by block.
@MainActor
final class SoundSource {
    /// State of a source's next block.
    enum Next {
        case notAsked, awaited, over
        case block([Int16])
    }

    let next: @MainActor () async -> [Int16]?
    let whenOver: @MainActor () -> Void
    /// Place in the run's sound at which it was brought.
    let since: Int
    /// Whether it is a sound that is there as a whole.
    let isWhole: Bool
    var state = Next.notAsked
    /// Whether any of it was heard.
    var isBegun = false

    init(
        next: @escaping @MainActor () async -> [Int16]?,
        whenOver: @escaping @MainActor () -> Void, since: Int, isWhole: Bool
    ) {
        self.next = next
        self.whenOver = whenOver
        self.since = since
        self.isWhole = isWhole
    }
}

/// A whole sound, which is heard once.
@MainActor
final class WholeSound {
    private var samples: [Int16]?

    init(_ samples: [Int16]) { self.samples = samples }

    func next() -> [Int16]? {
        defer { samples = nil }
        return samples
    }
}
