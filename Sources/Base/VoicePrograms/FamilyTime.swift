internal import VoiceSystem

/// Reads the time of a program and of all that it started from `/proc`, which Linux has.
///
/// Source: proc(5), `/proc/pid/stat`; the kernel's Documentation/scheduler/sched-stats.rst.
enum FamilyTime {
    /// Processes of the machine, and threads of the program, that are looked at.
    private static let mostProcesses = 100_000
    private static let mostThreads = 10_000
    private static let tick = 1_000_000_000 / Int64(max(1, sysconf(Int32(_SC_CLK_TCK))))

    /// The time of all that runs under the guard `guardProcess`; nil where it cannot be read.
    static func sample(under guardProcess: pid_t) -> TimeSample? {
        guard let before = numbers(in: "/proc", most: mostProcesses) else { return nil }
        var lines: [pid_t: ProcessLine] = [:]
        for process in before { lines[process] = line(of: "/proc/\(process)/stat") }
        // The guard has the time of those whose parents ended before them.
        guard let own = lines[guardProcess] else { return nil }
        guard let after = numbers(in: "/proc", most: mostProcesses) else { return nil }
        for process in after.subtracting(before) {
            lines[process] = line(of: "/proc/\(process)/stat")
        }
        var ticks = own.endedTicks
        var sample = TimeSample(processor: 0, ready: 0, isActive: false)
        var threads = 0
        for process in family(of: guardProcess, in: lines) {
            guard let line = lines[process] else { continue }
            ticks += line.ticks + line.endedTicks
            // One that began or ended meanwhile stands for what the program does all the time: none
            // of these may be there at the moment of a look.
            let isNew = !before.contains(process) || !after.contains(process)
            sample.isActive = sample.isActive || isNew || line.isActive
            let folder = "/proc/\(process)/task"
            let numbers = numbers(in: folder, most: mostThreads) ?? []
            threads += numbers.count
            guard threads <= mostThreads else { return nil }
            for thread in numbers { add("\(folder)/\(thread)", to: &sample) }
        }
        sample.processor = ticks * tick
        return sample
    }

    /// All processes below `root`.
    private static func family(of root: pid_t, in lines: [pid_t: ProcessLine]) -> [pid_t] {
        let children = Dictionary(grouping: lines.keys) { lines[$0]?.parent ?? 0 }
        var family = children[root] ?? []
        var next = 0
        // A number that was given anew while the lines were read could close a circle.
        while next < family.count, family.count <= lines.count {
            family += children[family[next]] ?? []
            next += 1
        }
        return family
    }

    private static func add(_ thread: String, to sample: inout TimeSample) {
        sample.isActive = sample.isActive || line(of: "\(thread)/stat")?.isActive == true
        let times = read("\(thread)/schedstat").split(separator: UInt8(ascii: " "))
        if times.count > 1 { sample.ready += ProcessLine.number(times[1]) }
    }

    private static func line(of path: String) -> ProcessLine? { ProcessLine(read(path)) }

    /// The names in a folder that are numbers; nil where it cannot be read or has more.
    private static func numbers(in path: String, most: Int) -> Set<pid_t>? {
        guard let folder = opendir(path) else { return nil }
        defer { closedir(folder) }
        var numbers: Set<pid_t> = []
        while let entry = readdir(folder) {
            let number = withUnsafeBytes(of: &entry.pointee.d_name) { name in
                name.baseAddress.map { atoi($0.assumingMemoryBound(to: CChar.self)) } ?? 0
            }
            guard number > 0 else { continue }
            guard numbers.count < most else { return nil }
            numbers.insert(number)
        }
        return numbers
    }

    /// The beginning of a file; empty where it cannot be read.
    private static func read(_ path: String) -> [UInt8] {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return [] }
        defer { close(file) }
        return [UInt8](unsafeUninitializedCapacity: 1_024) { bytes, count in
            count = max(0, VoiceSystem.read(file, bytes.baseAddress, bytes.count))
        }
    }
}
