/// The share that an array job's environment asks for.
///
/// | job | variables |
/// |---|---|
/// | GitLab | `CI_NODE_INDEX` from 1, `CI_NODE_TOTAL` |
/// | Slurm | `SLURM_ARRAY_TASK_ID`, `_COUNT`, `_MIN`, `_MAX`, `_STEP` |
/// | Kubernetes | `JOB_COMPLETION_INDEX` from 0, and `JOB_COMPLETIONS`, which the job has to set |
/// | AWS Batch | `AWS_BATCH_JOB_ARRAY_INDEX` from 0, `AWS_BATCH_JOB_ARRAY_SIZE` |
///
/// Source: the manuals of GitLab CI (`parallel`), Slurm 22.05 (`sbatch`), Kubernetes 1.30 (Indexed
/// Jobs) and AWS Batch (environment variables of jobs).
package struct ShardEnvironment {
    private let variable: (String) -> String?

    /// An environment whose variables `variable` gives; nil for one that is not set.
    package init(_ variable: @escaping (String) -> String?) { self.variable = variable }

    /// The share.
    ///
    /// - Throws: ``ReportError/shard(_:)`` when no job's variables are there, those of several are,
    ///   or they say nothing that is a share.
    package func shard() throws(ReportError) -> Shard {
        let names = [
            "CI_NODE_INDEX", "SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX",
            "AWS_BATCH_JOB_ARRAY_INDEX",
        ].filter { variable($0) != nil }
        guard let name = names.first else {
            throw .shard(
                "--shard auto finds no array job: none of CI_NODE_INDEX (GitLab),"
                    + " SLURM_ARRAY_TASK_ID, JOB_COMPLETION_INDEX (Kubernetes) and"
                    + " AWS_BATCH_JOB_ARRAY_INDEX is set. Write --shard I/N.")
        }
        guard names.count == 1 else {
            throw .shard(
                "--shard auto finds several array jobs: \(names.joined(separator: " and ")) are"
                    + " set. Write --shard I/N, or unset all but one.")
        }
        switch name {
        case "CI_NODE_INDEX": return try share(from: name, first: 1, count: "CI_NODE_TOTAL")
        case "SLURM_ARRAY_TASK_ID": return try slurm()
        case "JOB_COMPLETION_INDEX":
            return try share(from: name, first: 0, count: "JOB_COMPLETIONS")
        default: return try share(from: name, first: 0, count: "AWS_BATCH_JOB_ARRAY_SIZE")
        }
    }

    private func share(
        from name: String, first: Int, count countName: String
    ) throws(ReportError) -> Shard {
        let index = try number(name)
        let count = try number(countName)
        let (place, overflow) = index.subtractingReportingOverflow(first - 1)
        guard !overflow, let shard = Shard(number: place, count: count) else {
            throw .shard(
                "\(name)=\(index) and \(countName)=\(count) do not name a shard: the index must "
                    + "be from \(first) to \(first == 0 ? "the count minus 1" : "the count"), and "
                    + "the count from 1 to \(Shard.limit).")
        }
        return shard
    }

    private func slurm() throws(ReportError) -> Shard {
        let prefix = "SLURM_ARRAY_TASK_"
        let index = try number(prefix + "ID")
        let count = try number(prefix + "COUNT")
        // Slurm sets them all; where only the first two are set, they count from 0 as Slurm does.
        let least = variable(prefix + "MIN") == nil ? 0 : try number(prefix + "MIN")
        let step = variable(prefix + "STEP") == nil ? 1 : try number(prefix + "STEP")
        let bounds = 0...(1 << 30)
        let most =
            variable(prefix + "MAX") == nil && (1...Shard.limit).contains(count)
                && bounds.contains(step) && bounds.contains(least)
            ? least + (count - 1) * step : try number(prefix + "MAX")
        guard bounds.contains(index), bounds.contains(least), bounds.contains(most), step > 0,
            bounds.contains(step), (1...Shard.limit).contains(count),
            // A list such as 1,2,7 does not tell a task which of them it is.
            least + (count - 1) * step == most, (index - least) % step == 0,
            let shard = Shard(number: (index - least) / step + 1, count: count)
        else {
            throw .shard(
                "SLURM_ARRAY_TASK_ID=\(index) does not fit an array of \(count) tasks with equal "
                    + "steps from \(least) to \(most). Submit with --array=1-N, or write --shard "
                    + "I/N.")
        }
        return shard
    }

    private func number(_ name: String) throws(ReportError) -> Int {
        guard let text = variable(name) else {
            let hint =
                name == "JOB_COMPLETIONS"
                ? " Set it in the pod to the job's completions: Kubernetes does not." : ""
            throw .shard("\(name) is not set, so --shard auto does not know its share.\(hint)")
        }
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text) else {
            throw .shard("\(name) is \"\(text.prefix(40))\", which is not a number.")
        }
        return number
    }
}
