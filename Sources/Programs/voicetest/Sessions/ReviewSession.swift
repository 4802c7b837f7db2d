import VoiceAudio
import VoiceDiff
import VoiceFiles
import VoiceReports
import VoiceTime
import VoiceTrace

/// Walks through pending changes: shows each, takes one key, does what the key asks.
struct ReviewSession {
    /// Counts of the changes by what became of them.
    struct Tally: Equatable {
        var accepted = 0
        var rejected = 0
        var left = 0
        /// Whether Ctrl-C ended it.
        var isInterrupted = false
    }

    /// Answer to a question.
    private enum Answer {
        case reason(String)
        case nothing
        /// End of input: no more keys come.
        case end
        case interrupt
    }

    /// Next step of the review after a session.
    private enum Step {
        case next
        /// Acceptance of everything else with this first cause, for the same reason.
        case cause(String, reason: String)
        case end
        case interrupt
    }

    let acceptor: Acceptor
    /// Programs that hear sessions again that a program of the user's heard.
    var programs: RecognizerPrograms?
    /// Taken for every acceptance; nil asks each time.
    let reason: String?
    let report: TerminalReport
    /// Writes to the terminal.
    let show: (String) throws -> Void

    private static let help =
        "[a]ccept  all of this [c]ause  [r]eject  [s]kip  [n]ext difference  [m]ore  [q]uit "
    private static let enter: Set<Character> = ["\n", "\r", "\r\n"]
    private static let interrupt: Character = "\u{3}"

    /// Reviews the pending changes of `folders`; those that cannot be read are reported and left.
    func run(
        _ folders: [SessionFolder], keys: inout some KeySource & ~Copyable,
        status: inout ExitStatus
    ) throws -> Tally {
        var tally = Tally()
        var done: Set<Int> = []
        for (index, folder) in folders.enumerated() where !done.contains(index) {
            do {
                let change = try pending(in: folder)
                try say("\n\(index + 1) of \(folders.count)  \(PrintableText.part(folder.path))\n")
                let step = try decide(change, keys: &keys, &tally, &status)
                switch step {
                case .next: continue
                case .cause(let cause, let reason):
                    for place in folders.indices.dropFirst(index + 1)
                    where try accept(folders[place], of: cause, reason: reason, &status) {
                        tally.accepted += 1
                        done.insert(place)
                    }
                case .end, .interrupt:
                    if case .interrupt = step { tally.isInterrupted = true }
                    tally.left += folders.indices.dropFirst(index).count { !done.contains($0) }
                    return tally
                }
            } catch {
                try say(PrintableText.lines("\(error)") + "\n")
                tally.left += 1
                status = status.graver(ExitStatus(error))
            }
        }
        return tally
    }

    /// Runs the session in `folder` again before it is shown, and returns its pending change.
    private func pending(in folder: SessionFolder) throws -> PendingChange {
        let progress = ProgressLine(doing: "running \(PrintableText.part(folder.path))")
        defer { progress.clear() }
        return try PendingChange(folder, programs: programs)
    }

    /// Accepts the pending change of `folder` where its first cause is `cause`. A change that has
    /// another one, cannot be read or is refused gets a question of its own.
    private func accept(
        _ folder: SessionFolder, of cause: String, reason: String, _ status: inout ExitStatus
    ) throws -> Bool {
        guard let change = try? pending(in: folder), change.verdict.cause?.identity == cause else {
            return false
        }
        return try accept(change, reason: reason, &status)
    }

    /// Shows `text` as wide as the terminal is.
    private func say(_ text: String) throws { try show(report.folded(text)) }

    /// One session, until it is decided.
    private func decide(
        _ change: PendingChange, keys: inout some KeySource & ~Copyable, _ tally: inout Tally,
        _ status: inout ExitStatus
    ) throws -> Step {
        var place = 0
        try say(report.text(change.verdict))
        try showSound(of: change, around: place)
        while true {
            try say(Self.help)
            guard let key = keys.next() else { return .end }
            guard key != Self.interrupt else { return .interrupt }
            try say(PrintableText.part("\(key.isNewline ? " " : key)") + "\n")
            switch key {
            case "a", "c":
                let answer = try reason.map(Answer.reason) ?? ask(&keys)
                switch answer {
                case .end: return .end
                case .interrupt: return .interrupt
                case .nothing: try say("not accepted: a reason is needed\n")
                case .reason(let reason):
                    guard try accept(change, reason: reason, &status) else { continue }
                    tally.accepted += 1
                    guard key == "c", let cause = change.verdict.cause else { return .next }
                    return .cause(cause.identity, reason: reason)
                }
            case "r":
                try change.reject()
                tally.rejected += 1
                let path = PrintableText.part(change.pendingPath)
                try say("rejected: the golden stays, \(path) is gone\n")
                return .next
            case "s":
                tally.left += 1
                return .next
            case "n":
                place += 1
                try showSound(of: change, around: place)
            case "m":
                var more = report
                more.rowLimit = 1_000
                try say(more.text(change.verdict))
            case "q": return .end
            default: try say("Unknown key. Press a, c, r, s, n, m or q.\n")
            }
        }
    }

    /// Accepts; false when it is refused.
    private func accept(
        _ change: PendingChange, reason: String, _ status: inout ExitStatus
    ) throws -> Bool {
        do {
            let line = try FolderLocks.held(on: PendingChange.place(of: change.folder)) {
                try acceptor.accept(change, reason: reason)
            }
            try say(PrintableText.line(line) + "\n")
            return true
        } catch {
            try say(PrintableText.lines("\(error)") + "\n")
            status = status.graver(ExitStatus(error))
            return false
        }
    }

    /// A line that is typed and ended with Enter: anything else that ends it gives no reason.
    private func ask(_ keys: inout some KeySource & ~Copyable) throws -> Answer {
        try say("why? ")
        var text = ""
        while let key = keys.next() {
            if Self.enter.contains(key) {
                try say("\n")
                return text.allSatisfy(\.isWhitespace) ? .nothing : .reason(text)
            }
            if key == Self.interrupt {
                try say("\nnot accepted\n")
                return .interrupt
            }
            if key == "\u{7F}" || key == "\u{8}" {
                if text.popLast() != nil { try say("\u{8} \u{8}") }
            } else if text.count < 1_000, PrintableText.part("\(key)") == "\(key)" {
                text.append(key)
                try say("\(key)")
            }
        }
        try say("\nnot accepted\n")
        return .end
    }

    /// Seconds of sound shown on either side of a difference.
    private static let seconds: Frame = 2
    /// Columns of the sound at most.
    private static let stripColumns = 72

    /// The microphone around the difference that begins the group at `place`.
    private func showSound(of change: PendingChange, around place: Int) throws {
        guard let diff = change.verdict.diff, !diff.groups.isEmpty else { return }
        let groups = diff.groups
        let group = groups[place % groups.count]
        let label = diff.vocabulary.label(of: group.first.event)
        let field = group.field.map { ", \($0.name)" } ?? ""
        let rate = change.manifest.sampleRate
        let path = "\(change.origin.path)/\(SessionFolder.Part.microphone)"
        guard DiskFile.exists(path) else { return }
        let length = try SoundFileReader(path: path).format.frames
        let mark = min(max(0, group.first.frame), length)
        let reach = Self.seconds * Frame(rate.hertz)
        let start = max(0, mark - reach)
        var stream = try MonoStream(path: path, range: start..<min(length, mark + reach))
        var samples = [Int16](repeating: 0, count: Int(2 * reach))
        let count = try samples.withUnsafeMutableBufferPointer {
            (all) throws(AudioError) in try stream.read(into: all)
        }
        let strip = WaveformStrip(
            Array(samples[..<count]), from: start, mark: mark, rate: rate,
            columns: min(Self.stripColumns, (report.columns ?? 100) - 2))
        try say(
            "\n  difference \(place % groups.count + 1) of \(groups.count):"
                + " \(group.kind.rawValue) \(PrintableText.part(label + field))\n")
        for line in strip.lines { try say("  \(line)\n") }
        try say("\n")
    }
}
