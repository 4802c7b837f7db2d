public import VoiceJSON
public import VoiceTime
public import VoiceTrace

/// Differences between two traces.
///
/// Events are aligned by what happened, not by when; then every pair is judged by its time, its
/// fields and its evidence. The result depends on both traces and the tolerance only, and
/// exchanging the traces exchanges missing with extra and expected with found.
public struct TraceDiff: Sendable, Equatable {
    /// Numbers of events that differ, by kind.
    public struct Counts: Sendable, Equatable {
        /// Events of the golden trace that count.
        public fileprivate(set) var golden = 0
        /// Events of the other trace that count.
        public fileprivate(set) var actual = 0
        /// Events left out because the tolerance ignores them, in both traces together.
        public fileprivate(set) var ignored = 0
        /// Events of the golden trace that were not compared one by one: past a hundred thousand
        /// that differ, one more adds nothing.
        package fileprivate(set) var goldenLeftOut = 0
        /// Events of the other trace that were not compared one by one.
        package fileprivate(set) var actualLeftOut = 0
        fileprivate var kinds = [Int](repeating: 0, count: Difference.Kind.allCases.count)

        /// Number of differences of `kind`.
        public subscript(kind: Difference.Kind) -> Int { kinds[kind.order] }
        /// Number of differences of all kinds.
        public var differences: Int { kinds.reduce(0, +) }

        fileprivate mutating func add(_ kind: Difference.Kind) { kinds[kind.order] += 1 }
    }

    /// Every difference, in order of time.
    public let differences: [Difference]
    /// The same differences with those of one make put together, in order of their first.
    public let groups: [DifferenceGroup]
    /// Settings and constants that the traces' own evidence does not share, in order of their
    /// names. They explain differences and are none.
    public let settings: [SettingChange]
    /// The earliest decision that came out otherwise, though no further than the tolerance allows.
    package let tolerated: Difference?
    /// Numbers of events in all, and of those that differ.
    public private(set) var counts: Counts
    /// The clock's rate, that frames become milliseconds with.
    public let sampleRate: SampleRate
    /// True when the golden trace was changed by hand: its digest no longer fits.
    package let goldenIsEdited: Bool
    /// Meaning of the events of both traces.
    public let vocabulary: EventVocabulary

    /// Whether nothing differs and the golden trace is as it was written.
    public var isEmpty: Bool {
        differences.isEmpty && !goldenIsEdited && counts.goldenLeftOut + counts.actualLeftOut == 0
    }

    /// Compares `actual` with `golden`; both in order of their sequence numbers.
    ///
    /// `standards` are the values that settings have unless said otherwise: a setting that only one
    /// trace tells is a difference where it has another one.
    public init(
        golden: [TraceEvent], actual: [TraceEvent], sampleRate: SampleRate,
        vocabulary: EventVocabulary, tolerance: Tolerance = .exact, goldenIsEdited: Bool = false,
        standards: JSONObject = [:]
    ) {
        self.init(
            golden: golden, actual: actual, sampleRate: sampleRate, vocabulary: vocabulary,
            tolerance: tolerance, goldenIsEdited: goldenIsEdited, takesShortcut: true,
            standards: standards)
    }

    /// The same; without the shortcut equal traces are aligned and walked like any others.
    init(
        golden: [TraceEvent], actual: [TraceEvent], sampleRate: SampleRate,
        vocabulary: EventVocabulary, tolerance: Tolerance, goldenIsEdited: Bool,
        takesShortcut: Bool, settings: [SettingChange]? = nil, standards: JSONObject = [:]
    ) {
        self.sampleRate = sampleRate
        self.vocabulary = vocabulary
        self.goldenIsEdited = goldenIsEdited
        self.settings =
            settings
            ?? SettingsEvidence.changes(golden: golden, actual: actual, standards: standards)
        var counts = Counts()
        counts.ignored = golden.count + actual.count
        let golden = tolerance.counted(golden)
        let actual = tolerance.counted(actual)
        counts.golden = golden.count
        counts.actual = actual.count
        counts.ignored -= golden.count + actual.count
        let judge = FieldJudge(
            tolerance: tolerance, rate: sampleRate, vocabulary: vocabulary, standards: standards)
        let comparison = TraceComparison(
            golden: golden, actual: actual, judge: judge, takesShortcut: takesShortcut)
        differences = comparison.differences
        tolerated = comparison.tolerated.min { $0.frame < $1.frame }
        groups = RepeatFinder(differences, vocabulary).marked(
            GroupBuilder.groups(of: differences, comparison: comparison))
        for difference in differences { counts.add(difference.kind) }
        self.counts = counts
    }
}

extension TraceDiff {
    /// Compares two trace files: the same result as from their events, in a fraction of the time
    /// and memory, because only lines around what is not the same are read.
    ///
    /// - Throws: `TraceError` where a line that is looked at is no event.
    public init(
        golden: TraceLines, actual: TraceLines, sampleRate: SampleRate,
        vocabulary: EventVocabulary, tolerance: Tolerance = .exact, standards: JSONObject = [:]
    ) throws(TraceError) {
        try self.init(
            golden: golden, actual: actual, sampleRate: sampleRate, vocabulary: vocabulary,
            tolerance: tolerance, standards: standards, detailLimit: TraceWindows.detailLimit)
    }

    /// The same; `detailLimit` lines of a side are looked at in detail.
    init(
        golden: TraceLines, actual: TraceLines, sampleRate: SampleRate,
        vocabulary: EventVocabulary, tolerance: Tolerance, standards: JSONObject = [:],
        detailLimit: Int
    ) throws(TraceError) {
        let settings = try SettingsEvidence.changes(
            golden: golden, actual: actual, standards: standards)
        let (left, right) = (try tolerance.counted(golden), try tolerance.counted(actual))
        let windows = try TraceWindows(
            left, right, vocabulary: vocabulary, limit: detailLimit)
        self.init(
            golden: windows.left, actual: windows.right, sampleRate: sampleRate,
            vocabulary: vocabulary, tolerance: tolerance, goldenIsEdited: golden.isEdited,
            takesShortcut: true, settings: settings, standards: standards)
        counts.golden = left.count
        counts.actual = right.count
        counts.ignored = golden.count + actual.count - left.count - right.count
        guard let leftOut = windows.leftOut else { return }
        if differences.isEmpty, tolerance != .exact {
            let judge = FieldJudge(
                tolerance: tolerance, rate: sampleRate, vocabulary: vocabulary,
                standards: standards)
            let rest = windows.leftDone..<left.count
            let shift = windows.rightDone - windows.leftDone
            if try Self.agree(left, right, rest, shift: shift, judge) { return }
        }
        counts.goldenLeftOut = leftOut.left
        counts.actualLeftOut = leftOut.right
    }

    /// Whether all that is left parts no further than is allowed, line by line: long traces under
    /// a tolerance may differ everywhere and agree.
    private static func agree(
        _ left: TraceLines, _ right: TraceLines, _ rest: Range<Int>, shift: Int, _ judge: FieldJudge
    ) throws(TraceError) -> Bool {
        guard left.count + shift == right.count else { return false }
        for index in rest where !left.isExact(index, right, index + shift) {
            let golden = try left.event(at: index)
            let actual = try right.event(at: index + shift)
            guard golden.kind == actual.kind, golden.tap == actual.tap,
                !judge.isRetimed(golden, actual), judge.changes(golden, actual).isEmpty
            else { return false }
        }
        return true
    }
}

extension Difference.Kind {
    var order: Int {
        switch self {
        case .missing: 0
        case .extra: 1
        case .moved: 2
        case .retimed: 3
        case .changed: 4
        }
    }
}
