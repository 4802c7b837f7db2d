import Testing

@testable import VoiceReports

@Suite("Shares of a run")
struct ShardTests {
    @Test("reads a share and nothing else", arguments: ["2/5", "1/1", "10000/10000"])
    func reads(text: String) { #expect(Shard(text)?.description == text) }

    @Test(
        "refuses what is not a share",
        arguments: [
            "", "0/5", "6/5", "2/0", "-1/5", "+2/5", "2/5/1", "a/b", "2", "1/10001", " 1/2",
        ])
    func refuses(text: String) { #expect(Shard(text) == nil) }

    @Test("every item is in exactly one share, the same every time")
    func partition() {
        var chance = Chance()
        for _ in 0..<200 {
            let durations = (0..<chance.next(60)).map { _ in Int64(chance.next(100_000)) }
            let count = 1 + chance.next(9)
            let plan = ShardPlan(durations: durations, count: count)
            let places = (1...count).flatMap { number in
                Shard(number: number, count: count).map(plan.places) ?? []
            }
            #expect(places.sorted() == Array(durations.indices))
            #expect(plan == ShardPlan(durations: durations, count: count))
        }
    }

    @Test("the largest load is at most 1.1 times the mean wherever any distribution does that")
    func balance() {
        var chance = Chance()
        var possible = 0
        for _ in 0..<400 {
            let durations = (0..<(2 + chance.next(7))).map { _ in Int64(1 + chance.next(40)) }
            let count = 2 + chance.next(2)
            let plan = ShardPlan(durations: durations, count: count)
            let best = Self.best(durations[...], Array(repeating: 0, count: count))
            let mean = Double(durations.reduce(0, +)) / Double(count)
            guard Double(best) <= 1.1 * mean else { continue }
            possible += 1
            #expect(Double(plan.loads.max() ?? 0) <= 1.1 * mean, "\(durations) in \(count)")
        }
        #expect(possible > 50)
    }

    @Test("many sessions whose lengths vary a hundredfold fall evenly", arguments: [2, 7, 16, 64])
    func large(count: Int) {
        var chance = Chance()
        let durations = (0..<(count * 40)).map { _ in Int64(1_000 + chance.next(100_000)) }
        #expect(ShardPlan(durations: durations, count: count).isEven)
    }

    @Test("lengths that the longest-first rule alone spreads unevenly are mended")
    func mended() {
        #expect(ShardPlan(durations: [3, 3, 2, 2, 2], count: 2).loads == [6, 6])
    }

    @Test("lengths from hostile files overflow nothing")
    func hostile() {
        let plan = ShardPlan(durations: [.max, .min, 0, -1, .max], count: 3)
        let total: Int64 = 8_589_934_595
        #expect(plan.loads.reduce(0, +) == total)
    }

    private static func best(_ items: ArraySlice<Int64>, _ loads: [Int64]) -> Int64 {
        guard let item = items.first else { return loads.max() ?? 0 }
        return loads.indices.map { share in
            var next = loads
            next[share] += item
            return best(items.dropFirst(), next)
        }.min() ?? 0
    }

    /// Numbers that are the same in every run.
    private struct Chance {
        private var state: UInt64 = 42

        mutating func next(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % UInt64(bound))
        }
    }
}

@Suite("Shares from the environment")
struct ShardEnvironmentTests {
    private func shard(_ variables: [String: String]) throws -> String {
        try ShardEnvironment { variables[$0] }.shard().description
    }

    @Test("GitLab counts from one")
    func gitLab() throws {
        #expect(try shard(["CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "5"]) == "2/5")
    }

    @Test("Kubernetes and AWS Batch count from zero")
    func fromZero() throws {
        #expect(try shard(["JOB_COMPLETION_INDEX": "0", "JOB_COMPLETIONS": "3"]) == "1/3")
        let batch = ["AWS_BATCH_JOB_ARRAY_INDEX": "2", "AWS_BATCH_JOB_ARRAY_SIZE": "3"]
        #expect(try shard(batch) == "3/3")
    }

    private func slurm(
        _ index: Int, count: Int, _ least: Int, _ most: Int, step: Int? = nil
    ) -> [String: String] {
        let prefix = "SLURM_ARRAY_TASK_"
        var variables = [
            prefix + "ID": "\(index)", prefix + "COUNT": "\(count)", prefix + "MIN": "\(least)",
            prefix + "MAX": "\(most)",
        ]
        variables[prefix + "STEP"] = step.map { "\($0)" }
        return variables
    }

    @Test("Slurm counts from anywhere in any step")
    func anyStep() throws {
        #expect(try shard(slurm(0, count: 4, 0, 3)) == "1/4")
        #expect(try shard(slurm(14, count: 3, 10, 18, step: 4)) == "2/3")
    }

    @Test("without bounds Slurm counts from 0, and a task that cannot be is refused")
    func withoutBounds() throws {
        let prefix = "SLURM_ARRAY_TASK_"
        #expect(try shard([prefix + "ID": "2", prefix + "COUNT": "3"]) == "3/3")
        #expect(throws: ReportError.self) {
            try shard([prefix + "ID": "3", prefix + "COUNT": "3"])
        }
    }

    @Test("an array with gaps does not tell a task its share")
    func gaps() {
        #expect(throws: ReportError.self) { try shard(slurm(7, count: 3, 1, 7)) }
        #expect(throws: ReportError.self) { try shard(slurm(5, count: 3, 10, 18, step: 4)) }
        #expect(throws: ReportError.self) {
            try shard(slurm(.max, count: .max, .max, .max, step: .max))
        }
    }

    @Test("no job and several jobs are refused, and name what was looked for")
    func ambiguous() {
        let none = #expect(throws: ReportError.self) { try shard([:]) }
        #expect(none?.description.contains("CI_NODE_INDEX (GitLab)") == true)
        let both = #expect(throws: ReportError.self) {
            try shard(["CI_NODE_INDEX": "1", "JOB_COMPLETION_INDEX": "0"])
        }
        #expect(both?.description.contains("CI_NODE_INDEX and JOB_COMPLETION_INDEX") == true)
    }

    @Test("an index without its count, no number, or beyond the count is refused with its name")
    func wrong() {
        let alone = #expect(throws: ReportError.self) { try shard(["JOB_COMPLETION_INDEX": "0"]) }
        #expect(alone?.description.contains("JOB_COMPLETIONS is not set") == true)
        let text = #expect(throws: ReportError.self) {
            try shard(["CI_NODE_INDEX": "one", "CI_NODE_TOTAL": "5"])
        }
        #expect(
            text?.description.contains("CI_NODE_INDEX is \"one\", which is not a number") == true)
        let beyond = #expect(throws: ReportError.self) {
            try shard(["CI_NODE_INDEX": "6", "CI_NODE_TOTAL": "5"])
        }
        #expect(beyond?.description.contains("the index must be from 1 to the count") == true)
    }
}
