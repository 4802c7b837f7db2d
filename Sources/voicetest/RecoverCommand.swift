import ArgumentParser
import VoiceSession
import VoiceTime
import VoiceTrace

struct RecoverCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recover",
        abstract: "Seals what an interrupted recording left, and says what is missing.",
        discussion: """
            The session stands beside the partial folder, under its name without .partial; the \
            partial folder stays until the session is complete. Inputs, events and sound are cut \
            to the last frame they share. Where sound in the middle is damaged, silence of the \
            same length stands in its place.

            Exits 0 when a session was sealed, 65 when there is nothing to seal, 73 when a session \
            is there already or the recording still goes on.

            Example:
              voicetest recover demo.vsession.partial
            """)

    @Argument(help: "The folder NAME.vsession.partial.", completion: .directory)
    var partial: String

    @Option(help: "How the facts are printed.")
    var format = OutputFormat.text

    func run() async throws {
        try await reporting {
            let recovery = try SessionRecovery(partial)
            switch format {
            case .text: for line in Self.lines(recovery) { try Console.print(line: line) }
            case .json: try Console.print(bytes: JSONWriter.prettyBytes(Self.object(recovery)))
            }
        }
    }

    private static func lines(_ recovery: SessionRecovery) -> [String] {
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
                    + " \(hole.lowerBound) on; silence stands there")
        }
        if recovery.missingRecords > 0 {
            lines.append("lost: \(recovery.missingRecords) records of inputs, events and prompts")
        }
        if recovery.damagedBytes > 0 {
            lines.append("\(recovery.damagedBytes) bytes are no intact record")
        }
        if recovery.framesLeftOut + Frame(recovery.inputsLeftOut + recovery.eventsLeftOut) > 0 {
            lines.append(
                "left out behind the last frame that all journals share:"
                    + " \(recovery.framesLeftOut) frames (\(rate.text(recovery.framesLeftOut)))"
                    + " of sound, \(recovery.inputsLeftOut) inputs,"
                    + " \(recovery.eventsLeftOut) events")
        }
        for prompt in recovery.missingPrompts {
            lines.append("lost: \(prompt), which no replay needs")
        }
        lines.append(
            recovery.isWhole
                ? "nothing before the end is missing: the session replays alike"
                : "a replay may differ from the first loss on")
        return lines
    }

    private static func object(_ recovery: SessionRecovery) -> JSONValue {
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
        ]
    }
}
