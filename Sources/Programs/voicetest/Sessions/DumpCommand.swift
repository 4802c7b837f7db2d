import ArgumentParser
import VoiceDiff
import VoiceFiles
import VoiceJSON
import VoiceReports
import VoiceTime
import VoiceTrace

struct DumpCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dump",
        abstract: "Prints what happened in a session, one event a line.",
        discussion: """
            SESSION is a session or a trace file, whose frames count as those of 16 kHz.

            Examples:
              voicetest dump demo.vsession --tap words
              voicetest dump demo.vsession --kind media --from-ms 1000 --to-ms 3000
            """)

    /// Taps a user can choose.
    enum TapChoice: String, ExpressibleByArgument, CaseIterable {
        case speech, words, actions
    }

    @Argument(help: "The session or the trace.", completion: .file())
    var session: String

    @Option(help: "Only events of this tap.")
    var tap: TapChoice?

    @Option(help: "Only events of this kind, such as media.")
    var kind: String?

    @Option(help: "Only events from this millisecond on.")
    var fromMs: Int64 = 0

    @Option(help: "Only events up to this millisecond.")
    var toMs: Int64?

    @Option(
        help: """
            How events are printed; json prints the lines of the trace file, with \\u escapes for \
            control characters.
            """)
    var format = OutputFormat.text

    func run() async throws {
        try await reporting {
            let (trace, rate, kinds) = try source()
            try checkKind(in: trace, kinds)
            let first = rate.frames(milliseconds: fromMs)
            let last = toMs.map { rate.frames(milliseconds: $0) } ?? Frame.max
            var writer = JSONWriter()
            var lines: [String] = []
            for event in trace.events where event.frame >= first && event.frame <= last {
                guard tap.map({ $0.rawValue == event.tap.rawValue }) ?? true,
                    kind.map({ $0 == event.kind }) ?? true
                else { continue }
                switch format {
                case .json: TraceText.write(event, into: &writer)
                case .text: lines.append(Self.line(event, rate: rate))
                }
            }
            try Console.print(bytes: PrintableText.json(writer.bytes))
            let text = lines.map { PrintableText.line($0) + "\n" }.joined()
            try Console.print(unescaped: TerminalReport(columns: Console.columns).folded(text))
        }
    }

    /// The events, their clock and the kinds that there may be.
    private func source() throws -> (trace: RecordedTrace, rate: SampleRate, kinds: [String]) {
        guard !DiskFile.exists(session) || DiskFile.isFolder(session) else {
            let lines = try BareTrace.lines(of: session)
            if lines.isEdited { noteEdited(session) }
            return (RecordedTrace(events: try lines.events()), .standard, Engines.kinds)
        }
        let folder = SessionFolder(path: session)
        let manifest = try folder.open()
        let trace = try folder.golden()
        if trace.isEdited { noteEdited(folder.tracePath) }
        return (trace, manifest.sampleRate, EventVocabulary.names(of: [.of(manifest)]))
    }

    private func noteEdited(_ path: String) { Console.report("\(path): was changed by hand") }

    /// Refuses a kind that no event has; one that did not happen in this session is fine.
    private func checkKind(in trace: RecordedTrace, _ kinds: [String]) throws {
        guard let kind, !kinds.contains(kind),
            !trace.events.contains(where: { $0.kind == kind })
        else { return }
        throw CommandError.unknown("kind of event", kind, among: kinds, status: .usage)
    }

    /// Time, tap, kind, particulars and evidence, as a person scans them.
    private static func line(_ event: TraceEvent, rate: SampleRate) -> String {
        func padded(_ text: String, _ width: Int) -> String {
            text + String(repeating: " ", count: max(0, width - text.count))
        }
        let time = rate.text(event.frame)
        let left = String(repeating: " ", count: max(0, 11 - time.count)) + time
        var text = "\(left)  \(padded(event.tap.rawValue, 8))\(padded(event.kind, 12))"
        for member in event.fields.members { text += " \(member.key)=\(value(member.value))" }
        if !event.why.isEmpty {
            text += "  why:"
            for member in event.why.members { text += " \(member.key)=\(value(member.value))" }
        }
        return text
    }

    /// Members of an object that a line shows at most.
    private static let shownMembers = 6

    /// A value in a line: digests are cut, and objects of many members counted.
    private static func value(_ value: JSONValue) -> String {
        if let digest = ShortDigest.text(of: value) { return digest }
        if let members = value.object?.members.count, members > shownMembers {
            return "\(members) (--format json lists them)"
        }
        guard let text = value.string else { return JSONWriter.text(value) }
        let isPlain =
            !text.isEmpty && text.allSatisfy { $0.isLetter || $0.isNumber || "_-.".contains($0) }
        return isPlain ? text : JSONWriter.text(value)
    }
}
