import VoiceDiff
import VoiceFiles
internal import VoiceMedia
import VoiceSession
import VoiceSystem
import VoiceTrace

/// Replays sessions from all that each has the input for, and counts the work that takes.
///
/// Allocations are counted where `scripts/measures/count-allocations` runs the program: it brings
/// the function that says how many there were.
struct WorkCounter {
    private var replayer = ReplayRunner.replayer()
    private let allocations: (@convention(c) () -> UInt64)?

    /// Whether something counts the allocations of this process.
    static var countsAllocations: Bool { WorkCounter().allocations != nil }

    init() {
        // The default handle is every library of the process, as dlfcn.h spells it.
        allocations = dlsym(nil, "voicetest_allocations").map {
            unsafeBitCast($0, to: (@convention(c) () -> UInt64).self)
        }
    }

    /// A replay of the session in `folder`, and the work that it took, by name.
    mutating func replayCounted(
        _ folder: SessionFolder, _ options: ReplayOptions
    ) throws -> (result: ReplayResult, work: WorkCounts) {
        let (result, allocated) = try replayTwice(folder, options)
        var work = WorkCounts(result.events, [], frames: result.counts.frames)
        work["inputs"] = Int64(result.counts.inputs)
        work["transforms"] = Int64(result.counts.transforms)
        // Time of day and place play no part: what is read is what the manifest lists.
        work["bytes"] = result.manifest.files.reduce(0) { $0 + $1.entry.size }
        work["allocations"] = allocated
        return (result, work)
    }

    /// A replay of the session in `folder`.
    mutating func replay(
        _ folder: SessionFolder, _ options: ReplayOptions
    ) throws -> ReplayResult {
        try replayer.replay(folder, options: options)
    }

    /// Replays twice and returns a replay with its allocations after the process has made what it
    /// makes only once: the two must agree, or there is no such number.
    private mutating func replayTwice(
        _ folder: SessionFolder, _ options: ReplayOptions
    ) throws -> (result: ReplayResult, allocated: Int64?) {
        var last: Int64?
        for _ in 0..<Self.attempts {
            let before = allocations?()
            let result = try replay(folder, options)
            guard let before, let after = allocations?() else { return (result, nil) }
            let allocated = Int64(after - before)
            if allocated == last { return (result, allocated) }
            last = allocated
        }
        Console.report("\(folder.path): allocates otherwise in every replay; not counted")
        return (try replay(folder, options), nil)
    }

    private static let attempts = 6
}

extension WorkCounts {
    /// The work that a run shows by what happened in it, whether it was replayed or simulated.
    init(_ events: [TraceEvent], _ inputs: [InputEvent], frames: Int64) {
        self.init()
        self["frames"] = frames
        self["events"] = Int64(events.count)
        self["inputs"] = Int64(inputs.count)
        let heard = events.filter { $0.tap == .words }.compactMap { event -> Int64? in
            guard let start = event.why[evidence: .start], let end = event.why[evidence: .end]
            else { return nil }
            return end - start
        }
        self["recognitions"] = Int64(heard.count)
        self["recognizedFrames"] = heard.reduce(0, +)
    }
}
