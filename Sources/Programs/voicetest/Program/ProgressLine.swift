import Synchronization
import VoiceSystem

/// Progress of a batch, in one line on standard error: on a terminal only, and not with `--quiet`.
final class ProgressLine: Sendable {
    private let count: Mutex<ProgressCount>
    private let isShown = isatty(STDERR_FILENO) == 1 && !Console.isQuiet

    /// Whether a line stands on the terminal at present.
    private static let stands = Atomic(false)

    /// Shows a line for so many files, or for so many of what `unit` names, at once.
    init(count: Int, unit: String = "files") {
        self.count = Mutex(ProgressCount(count: count, unit: unit))
        show { $0.text() }
    }

    /// Shows a line that only says what is done, for work of one piece, as in `redacting`.
    init(doing what: String) {
        count = Mutex(ProgressCount(count: 0, unit: what))
        show { _ in what + " …" }
    }

    /// Says what is done now; only on a line of one piece of work.
    func update(_ what: String) { show { _ in what + " …" } }

    /// Updates what share of a file is done, 0 through 1.
    func update(_ share: Double, of file: Int) { show { $0.update(share, of: file) } }

    /// Removes the line.
    func clear() {
        if isShown { Self.makeRoom() }
    }

    /// Removes the line that stands, before a message or a result is written in its place.
    static func makeRoom() {
        guard stands.exchange(false, ordering: .relaxed) else { return }
        Console.write(unnamed: "\r\u{1B}[K")
    }

    private func show(_ text: (inout ProgressCount) -> String?) {
        guard isShown, let line = count.withLock({ text(&$0) }) else { return }
        Self.stands.store(true, ordering: .relaxed)
        Console.write(unnamed: "\r\u{1B}[K" + line)
    }
}

/// Count in a progress line: shares of files, summed up.
struct ProgressCount {
    private var shares: [Double]
    private let unit: String
    private var finished = 0
    private var shown = -1

    /// A count of so many files, or of what `unit` names.
    init(count: Int, unit: String) {
        shares = [Double](repeating: 0, count: count)
        self.unit = unit
    }

    /// Updates what share of a file is done, 0 through 1; the line where it changes, else nil.
    mutating func update(_ share: Double, of file: Int) -> String? {
        finished += share >= 1 && shares[file] < 1 ? 1 : 0
        shares[file] = share
        return text()
    }

    /// Returns the line; nil where it is the same as last time.
    mutating func text() -> String? {
        guard !shares.isEmpty else { return nil }
        let percent = Int(shares.reduce(0, +) / Double(shares.count) * 100)
        guard percent != shown else { return nil }
        shown = percent
        return "\(percent) %  \(finished) of \(shares.count) \(unit)"
    }
}
