internal import VoiceEngine
internal import VoiceJSON
internal import VoiceTrace

/// Simulates drafts, up to a limit.
struct DraftStage {
    let facts: FlowFacts
    private let finder: EdgeFinder
    private let run: (_ scenario: [UInt8]) throws -> SimulatedScenario
    private var known: [DraftScript: Int] = [:]
    /// Every draft that was simulated, in order.
    private(set) var takes: [DraftTake] = []
    /// Number of runs that may still be tried; at 0 the draft stays as it is.
    private(set) var simulationsLeft: Int
    /// Milliseconds of session time that are left.
    private(set) var millisecondsLeft: Int64
    /// Longest time that a draft goes on after the last thing that it does, in seconds.
    let tailSeconds: Int64
    /// Time that a draft goes on at first, in seconds.
    private static let firstTail: Int64 = 6
    /// Situations of drafts of which it was seen what followed.
    private var observed: Set<DraftSituation> = []
    /// Situations of drafts when their time was over.
    private var stalled: Set<DraftSituation> = []

    /// A stage on which `run` runs scenario files.
    init(
        facts: FlowFacts, limits: DraftLimits,
        running run: @escaping (_ scenario: [UInt8]) throws -> SimulatedScenario
    ) {
        self.facts = facts
        self.run = run
        finder = EdgeFinder(facts.graph)
        simulationsLeft = limits.simulations
        millisecondsLeft = limits.sessionSeconds * 1_000
        mostFruitless = limits.fruitless
        tailSeconds = Self.tail(of: facts, limits: limits)
    }

    /// Simulations since something new was noted.
    private var fruitless = 0
    private let mostFruitless: Int

    /// Whether there is nothing left to simulate with.
    var isExhausted: Bool { simulationsLeft <= 0 || millisecondsLeft <= 0 }

    /// Whether so many simulations brought nothing new that more are not worth their time.
    var isBarren: Bool { fruitless >= mostFruitless }

    /// Notes that something new was found.
    mutating func noteFind() { fruitless = 0 }

    /// Returns the seconds that are long enough for every module's own silence.
    private static func tail(of facts: FlowFacts, limits: DraftLimits) -> Int64 {
        let longest =
            facts.modules.map { module -> Int64 in
                guard module.listens else { return 0 }
                let silence = module.limit("maxPreSpeechSilenceLengthMs") ?? 8_000
                let length = module.limit("maxAudioLengthMs") ?? 0
                let record = module.limit("maxRecordLengthMs") ?? 0
                return (module.timeouts + 1) * (max(silence, length, record) + 5_000)
            }.max() ?? 0
        return min(max(30, longest / 1_000 + 10), limits.tailSeconds)
    }

    /// Runs `script` and returns the number of its take; nil where its scenario does not hold or
    /// the limits are reached. After a round the next one need only find its place.
    ///
    /// - Throws: what running the scenario throws.
    mutating func record(
        _ script: DraftScript, steps: [DraftStep], until: Int64, firstNew: Int,
        isRound: Bool = false
    ) throws -> Int? {
        if let known = known[script] { return known < 0 ? nil : known }
        guard !isExhausted else { return nil }
        var tail = min(Self.firstTail, tailSeconds)
        while true {
            let session = try simulate(
                script.file(comment: nil, expecting: [], seconds: until / 1_000 + 1 + tail))
            let take = DraftTake(
                script: script, steps: steps, end: until, firstNew: firstNew, session: session,
                facts: facts, finder: finder)
            if tail < tailSeconds, !isExhausted, goesOn(take, isRound: isRound) {
                tail = min(3 * tail, tailSeconds)
                continue
            }
            guard Self.holds(session, script) else {
                known[script] = -1
                return nil
            }
            for visit in take.visits.dropFirst(firstNew) where visit.isOver || tail == tailSeconds {
                observed.insert(DraftSituation(visit, facts: facts))
            }
            if tail == tailSeconds, !take.isEnded, let last = take.visits.last {
                stalled.insert(DraftSituation(last, facts: facts))
            }
            takes.append(take)
            known[script] = takes.count - 1
            return takes.count - 1
        }
    }

    /// Whether a draft that was cut may come to the flow's end in time.
    func mayEnd(_ take: DraftTake) -> Bool {
        guard !take.isEnded, let last = take.visits.last else { return take.isEnded }
        return facts.module(last.module)?.kind != .pauseResume
            && !stalled.contains(DraftSituation(last, facts: facts))
    }

    /// Whether the rest is worth the time: the flow has not ended, is not waiting for the app, and
    /// is in a situation that no draft was in before.
    private func goesOn(_ take: DraftTake, isRound: Bool) -> Bool {
        guard !take.isEnded, let last = take.visits.last else { return false }
        let isInside = take.visits.count == take.firstNew
        if isRound, isInside, take.opening(in: take.visits.count - 1) != nil { return false }
        if facts.module(last.module)?.kind == .pauseResume { return false }
        return take.visits.count <= take.firstNew
            || !observed.contains(DraftSituation(last, facts: facts))
    }

    /// Runs a scenario file.
    ///
    /// - Throws: what running the scenario throws.
    mutating func simulate(_ file: [UInt8]) throws -> SimulatedScenario {
        let session = try run(file)
        simulationsLeft -= 1
        fruitless += 1
        millisecondsLeft -= session.frames / 16
        return session
    }

    /// Simulates a finished draft; returns its take, or nil where it does not do what it should.
    ///
    /// - Throws: what running the scenario throws.
    mutating func check(
        _ script: DraftScript, steps: [DraftStep], file: [UInt8]
    ) throws -> DraftTake? {
        let session = try simulate(file)
        guard Self.holds(session, script), session.isAsExpected else { return nil }
        return DraftTake(
            script: script, steps: steps, end: 0, firstNew: 0, session: session, facts: facts,
            finder: finder)
    }

    /// Whether every line was heard and every rule acted.
    private static func holds(_ session: SimulatedScenario, _ script: DraftScript) -> Bool {
        var acts: Int64 = 0
        for input in session.inputs {
            switch input.input {
            case .call, .permission, .audioSession, .device: acts += 1
            default: break
            }
        }
        let wanted = script.rules.reduce(0) { $0 + ($1.action == nil ? 0 : $1.times) }
        let refused = session.events.contains { event in
            event.kind == "error" && event.fields["call"] != nil
        }
        return session.isWhole && acts >= wanted && !refused
    }
}

/// Situation in which a stay in a module begins: where two are alike, the same things lead to the
/// same.
struct DraftSituation: Hashable, Sendable {
    let module: String
    /// Values of the fields that anything in the flow reads.
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
