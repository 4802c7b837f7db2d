import VoiceAudio
import VoiceDiff
import VoiceReports
import VoiceTime
import VoiceTrace

/// Walks through pending changes: shows each, takes one key, does what it says.
struct ReviewDesk {
    /// What became of the changes.
    struct Tally: Equatable {
        var accepted = 0
        var rejected = 0
        var left = 0
    }

    let acceptor: Acceptor
    /// Taken for every acceptance; nil asks each time.
    let reason: String?
    let report: TerminalReport
    /// Writes to the terminal.
    let show: (String) throws -> Void

    private static let help =
        "[a]ccept  [r]eject  [s]kip  [n]ext difference  [m]ore  [q]uit "
    private static let enter: Set<Character> = ["\n", "\r", "\r\n"]

    /// Reviews what is pending in `folders`; what cannot be read is said and left.
    func run(
        _ folders: [SessionFolder], keys: inout some KeySource & ~Copyable,
        status: inout ExitStatus
    ) throws -> Tally {
        var tally = Tally()
        for (index, folder) in folders.enumerated() {
            do {
                let change = try PendingChange(folder)
                try show("\n\(index + 1) of \(folders.count)  \(folder.path)\n")
                guard try decide(change, keys: &keys, &tally, &status) else {
                    tally.left += folders.count - index
                    return tally
                }
            } catch {
                try show("\(error)\n")
                tally.left += 1
                status = status.graver(ExitStatus(error))
            }
        }
        return tally
    }

    /// One session, until it is decided; false for quitting.
    private func decide(
        _ change: PendingChange, keys: inout some KeySource & ~Copyable, _ tally: inout Tally,
        _ status: inout ExitStatus
    ) throws -> Bool {
        var place = 0
        try show(report.text(change.verdict))
        try showSound(of: change, around: place)
        while true {
            try show(Self.help)
            guard let key = keys.next() else { return false }
            try show("\(key.isNewline ? " " : key)\n")
            switch key {
            case "a":
                guard try accept(change, keys: &keys, &status) else { continue }
                tally.accepted += 1
                return true
            case "r":
                try change.reject()
                tally.rejected += 1
                try show("rejected: the golden stays, \(change.folder.pendingTracePath) is gone\n")
                return true
            case "s":
                tally.left += 1
                return true
            case "n":
                place += 1
                try showSound(of: change, around: place)
            case "m":
                var more = report
                more.rowLimit = 1_000
                try show(more.text(change.verdict))
            case "q": return false
            default: try show("no such key\n")
            }
        }
    }

    /// Asks why and accepts; false when no reason is given, or it is refused.
    private func accept(
        _ change: PendingChange, keys: inout some KeySource & ~Copyable, _ status: inout ExitStatus
    ) throws -> Bool {
        guard let reason = try reason ?? ask(&keys) else {
            try show("not accepted: a reason is needed\n")
            return false
        }
        do {
            try show(acceptor.accept(change, reason: reason) + "\n")
            return true
        } catch {
            try show("\(error)\n")
            status = status.graver(ExitStatus(error))
            return false
        }
    }

    /// A line that is typed; nil when it says nothing.
    private func ask(_ keys: inout some KeySource & ~Copyable) throws -> String? {
        try show("why? ")
        var text = ""
        while let key = keys.next(), !Self.enter.contains(key) {
            if key == "\u{7F}" || key == "\u{8}" {
                if text.popLast() != nil { try show("\u{8} \u{8}") }
            } else if text.count < 1_000, key.unicodeScalars.allSatisfy({ $0.value >= 0x20 }) {
                text.append(key)
                try show("\(key)")
            }
        }
        try show("\n")
        return text.allSatisfy(\.isWhitespace) ? nil : text
    }

    /// Seconds of sound shown on either side of a difference.
    private static let seconds: Frame = 2

    /// The microphone around the difference that begins the group at `place`.
    private func showSound(of change: PendingChange, around place: Int) throws {
        guard let groups = change.verdict.diff?.groups, !groups.isEmpty else { return }
        let group = groups[place % groups.count]
        let rate = change.manifest.sampleRate
        let path = "\(change.folder.path)/\(SessionFolder.Part.microphone)"
        guard DiskFile.exists(path) else { return }
        let sound = try SoundFile.readMono(path: path, sampleRate: nil)
        let mark = min(max(0, group.first.frame), Frame(sound.samples.count))
        let reach = Self.seconds * Frame(rate.hertz)
        let start = max(0, mark - reach)
        let end = min(Frame(sound.samples.count), mark + reach)
        let strip = WaveformStrip(
            Array(sound.samples[Int(start)..<Int(end)]), from: start, mark: mark, rate: rate)
        try show(
            "\n  difference \(place % groups.count + 1) of \(groups.count):"
                + " \(group.kind.rawValue) \(group.first.event.label)\n")
        for line in strip.lines { try show("  \(line)\n") }
        try show("\n")
    }
}
