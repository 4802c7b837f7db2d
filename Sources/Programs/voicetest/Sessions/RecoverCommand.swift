import ArgumentParser
import VoiceDiff
import VoiceEngine
import VoiceJSON
internal import VoiceMedia
import VoiceSession
import VoiceTime
import VoiceTrace

struct RecoverCommand: AsyncParsableCommand, NotingCommand {
    static let configuration = CommandConfiguration(
        commandName: "recover",
        abstract: "Seals what an interrupted recording left, and says what is missing.",
        discussion: """
            The command writes the session beside the partial folder, under its name without \
            .partial. The partial folder stays until the session is complete. Inputs, events and \
            sound end at the last frame that all of them have. Where sound in the middle is \
            damaged, silence of the same length replaces it. Then the command replays the sealed \
            session from its words and prints the result; where the app of the session is a \
            program, --program-command names it. It refuses a folder that holds a link.

            Exits 0 when a session was sealed, 65 when there is nothing to seal, 73 when a session \
            exists already or the recording is still running.

            Example:
              voicetest recover demo.vsession.partial
            """)

    @Argument(help: "The folder NAME.vsession.partial.", completion: .directory)
    var partial: String

    @Option(help: "How the facts are printed.")
    var format = OutputFormat.text

    @OptionGroup var program: ProgramCommandOption
    @OptionGroup var notes: NoteOptions

    func run() async throws {
        try await reporting {
            let progress = ProgressLine(doing: "sealing")
            defer { progress.clear() }
            let recovery = try SessionRecovery(partial)
            progress.update("replaying from the words")
            let difference = try self.difference(recovery)
            progress.clear()
            switch format {
            case .text:
                for line in Self.lines(recovery, difference) { try Console.print(line: line) }
            case .json:
                try Console.print(json: Self.object(recovery, difference))
            }
        }
    }

    /// Returns the first difference of a replay from the words to the trace; nil where it agrees.
    private func difference(_ recovery: SessionRecovery) throws -> String? {
        if recovery.manifest.isCall { return nil }
        var replayer = ReplayRunner.replayer()
        var options = ReplayOptions()
        options.tap = .words
        options.programCommand = try program.command()
        if recovery.manifest.engine.kind == Engines.programKind {
            // Such an app may hear sound itself.
            (options.tap, options.takesWordsForMissingAudio) = (.audio, true)
        }
        do {
            _ = try replayer.check(recovery.folder)
            let result = try replayer.replay(recovery.folder, options: options)
            let verdict = ReplayRunner.verdict(on: result, folder: recovery.folder)
            return verdict.outcome == .agrees ? nil : verdict.firstCause?.sentence ?? "it differs"
        } catch { return "\(error)" }
    }

    private static func lines(
        _ recovery: SessionRecovery, _ difference: String?
    ) -> [String] {
        let rate = recovery.manifest.sampleRate
        func count(_ name: String) -> Int64 { recovery.manifest.counts[name]?.integer ?? 0 }
        var lines = [
            "\(recovery.folder.path): \(count("events")) events, \(count("inputs")) inputs,"
                + " \(recovery.manifest.frames) frames (\(rate.text(recovery.manifest.frames)))"
        ]
        if recovery.wasEnded { lines.append("the recording had ended; only sealing was missing") }
        for hole in recovery.holes {
            lines.append(
                "lost: \(hole.count) frames (\(rate.text(Frame(hole.count)))) of sound from frame"
                    + " \(hole.lowerBound) on; silence replaces it")
        }
        if recovery.missingRecords > 0 {
            lines.append("lost: \(recovery.missingRecords) records of inputs, events and prompts")
        }
        if recovery.damagedBytes > 0 {
            lines.append("\(recovery.damagedBytes) damaged bytes were skipped")
        }
        if recovery.framesLeftOut + Frame(recovery.inputsLeftOut + recovery.eventsLeftOut) > 0 {
            lines.append(
                "left out, because not every journal reaches that far:"
                    + " \(recovery.framesLeftOut) frames (\(rate.text(recovery.framesLeftOut)))"
                    + " of sound, \(recovery.inputsLeftOut) inputs,"
                    + " \(recovery.eventsLeftOut) events")
        }
        for prompt in recovery.missingPrompts {
            lines.append("lost: \(prompt), which no replay needs")
        }
        lines.append(
            recovery.isWhole
                ? "nothing before the end is missing"
                : "a replay from the audio may differ from the first loss on")
        lines.append(
            recovery.manifest.isCall
                ? "it is an imported call, which is not replayed; importing it again does the same"
                : difference.map { "the session replays differently: \($0)" }
                    ?? "the session replays from its words as recorded")
        return lines
    }

    private static func object(_ recovery: SessionRecovery, _ difference: String?) -> JSONValue {
        let rate = recovery.manifest.sampleRate
        let milliseconds = { (frames: Frame) in JSONValue.integer(rate.milliseconds(frames)) }
        let holes = recovery.holes.map { hole -> JSONValue in
            [
                "from": .integer(hole.lowerBound), "frames": .integer(Frame(hole.count)),
                "ms": milliseconds(Frame(hole.count)),
            ]
        }
        return [
            "session": .string(recovery.folder.path), "wasEnded": .bool(recovery.wasEnded),
            "frames": .integer(recovery.manifest.frames),
            "ms": milliseconds(recovery.manifest.frames),
            "events": recovery.manifest.counts["events"] ?? 0,
            "inputs": recovery.manifest.counts["inputs"] ?? 0, "holes": .array(holes),
            "missingRecords": .integer(Int64(recovery.missingRecords)),
            "damagedBytes": .integer(recovery.damagedBytes),
            "leftOut": [
                "frames": .integer(recovery.framesLeftOut),
                "inputs": .integer(Int64(recovery.inputsLeftOut)),
                "events": .integer(Int64(recovery.eventsLeftOut)),
            ], "missingPrompts": .array(recovery.missingPrompts.map { .string($0) }),
            "isWhole": .bool(recovery.isWhole),
            "replaysAlike": recovery.manifest.isCall ? .null : .bool(difference == nil),
            "difference": difference.map { .string($0) } ?? .null,
        ]
    }
}
