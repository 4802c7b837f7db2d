/// Decides which cases of `test --watch` run again: it gets the stamps of files and the layout of
/// the projects, and reads no disk and no clock.
struct WatchMachine {
    /// One case and the files that a run of it reads.
    struct Case: Equatable {
        /// Name that tells it from every other.
        let name: String
        /// Paths of files; some need not exist yet.
        let files: Set<String>
    }

    /// Next action of the watch.
    enum Action: Equatable {
        /// Look at the stamps again in a while.
        case wait
        /// Read the projects again, and note their cases.
        case read
        /// Run these cases, in the order of the projects, because these files changed.
        case run([String], changed: [String])
    }

    private var cases: [Case] = []
    private var layout: Set<String> = []
    private var stamps: [String: FileStamp?] = [:]
    private var waiting: Set<String> = []
    private var changed: Set<String> = []
    private var mustRead = false
    /// Whether a project cannot be read as it is.
    private var isBroken = false
    /// Cases that did not agree when they ran last.
    private(set) var red: Set<String> = []

    /// Number of cases.
    var caseCount: Int { cases.count }

    /// Every path whose stamp counts.
    var paths: Set<String> { cases.reduce(into: layout) { $0.formUnion($1.files) } }

    /// Updates the cases and the layout of the projects: `layout` are the paths that decide it. A
    /// case that is new, or reads other files than before, has to run.
    mutating func update(_ cases: [Case], layout: Set<String>) {
        let before = Dictionary(self.cases.map { ($0.name, $0.files) }) { first, _ in first }
        isBroken = false
        for item in cases where before[item.name] != item.files { waiting.insert(item.name) }
        self.cases = cases
        self.layout = layout
        let names = Set(cases.map(\.name))
        waiting.formIntersection(names)
        red.formIntersection(names)
        let paths = self.paths
        stamps = stamps.filter { paths.contains($0.key) }
    }

    /// Updates the result of a case.
    mutating func update(_ name: String, isRed: Bool) {
        if isRed { red.insert(name) } else { red.remove(name) }
    }

    /// Notes that a project cannot be read: `names`, which were to run, wait until it can.
    mutating func noteBroken(_ names: [String]) {
        isBroken = true
        waiting.formUnion(names)
    }

    /// Takes the stamps of ``paths``, nil where nothing stands, and returns the next action.
    ///
    /// While files still change nothing is done: an editor may be half-way through.
    mutating func step(_ now: [String: FileStamp?]) -> Action {
        let moved = Set(now.keys.filter { path in stamps[path].map { $0 != now[path] } ?? false })
        stamps = now
        guard moved.isEmpty else {
            if !moved.isDisjoint(with: layout) { mustRead = true }
            for item in cases where !item.files.isDisjoint(with: moved) {
                waiting.insert(item.name)
                changed.formUnion(item.files.intersection(moved))
            }
            return .wait
        }
        if mustRead {
            mustRead = false
            return .read
        }
        guard !waiting.isEmpty, !isBroken else { return .wait }
        defer { (waiting, changed) = ([], []) }
        return .run(cases.map(\.name).filter(waiting.contains), changed: changed.sorted())
    }
}
