import VoiceDiff
import VoiceProject
import VoiceReports
import VoiceTrace

extension TestRunner {
    /// The places of the cases that run together: callers of one scenario, who call at once, where
    /// all of them are there.
    static func groups(of work: [TestWork]) -> [[Int]] {
        var groups: [[Int]] = []
        for (index, item) in work.map(\.item).enumerated() {
            let isOther = item.number ?? 1 > 1
            let group = isOther ? groups.lastIndex { work[$0[0]].item.caller == item.caller } : nil
            if let group {
                groups[group].append(index)
            } else {
                groups.append([index])
            }
        }
        return groups.flatMap { places in
            let numbers = places.compactMap { work[$0].item.number }
            let isWhole = numbers == Array(1...work[places[0]].item.callerCount)
            return isWhole ? [places] : places.map { [$0] }
        }
    }

    /// The chosen cases of `work`, with the other callers of each scenario.
    static func keep(
        _ work: [TestWork], where isChosen: (ProjectCase) -> Bool
    ) -> [TestWork] {
        groups(of: work).filter { $0.contains { isChosen(work[$0].item) } }
            .flatMap { $0 }.sorted().map { work[$0] }
    }

    /// The cases of a shard, which has all callers of a scenario or none.
    static func share(_ shard: Shard, of work: [TestWork]) -> [TestWork] {
        let groups = groups(of: work)
        return ShardPlan(durations: groups.map { Int64($0.count) }, count: shard.count)
            .places(of: shard).flatMap { groups[$0] }.sorted().map { work[$0] }
    }

    /// Runs the case at one of `places` of `work`, or the callers of one scenario.
    func run(
        _ places: [Int], of work: [TestWork], with runner: inout CaseRunner
    ) -> [(Int, ReplayOutcome)] {
        runner.tolerance = work[places[0]].tolerance
        switch work[places[0]].sources {
        case .success(let sources):
            let items = places.map { work[$0].item }
            let results =
                items.count == 1
                ? [runner.run(items[0], sources: sources)] : runner.run(items, sources: sources)
            return zip(places, results).map { ($0, judge($1, work[$0])) }
        case .failure(let error):
            return places.map { place in
                let item = work[place].item
                return (
                    place,
                    ReplayOutcome(
                        verdict: Verdict(name: item.name, path: item.golden.path, error: error),
                        status: ExitStatus(error), digest: nil)
                )
            }
        }
    }
}
