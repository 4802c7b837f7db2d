import ArgumentParser
import VoiceEngine
import VoiceFiles
import VoiceJSON
import VoiceProject
import VoiceReports
import VoiceSession
import VoiceTime
import VoiceTrace

struct ScenarioCommand: AsyncParsableCommand, NotingCommand {
    static let configuration = CommandConfiguration(
        commandName: "scenario",
        abstract: "Makes a scripted caller of the caller of a session.",
        discussion: """
            A session that happened once becomes a test that runs each time: what its caller said \
            is cut into clips, and each clip follows what the app did before it, as long after it \
            as the caller did. That is the prompt that had ended, or the prompt that the caller \
            spoke over; an app that plays nothing is followed by what it listened for. "count" \
            says which prompt of a name it was.

            The scenario expects what the app did: its steps, its end, and bounds of how long the \
            caller waited (answer<=) and spoke over a prompt (stop<=); of an imported call no wait \
            of two seconds or more. Read them, and remove those that may change. The app of the \
            session's own scenario is taken over, and so are the caller's messages and the end of \
            the call.

            The clips hold the caller's voice, and the scenario the caller's words. They are \
            written beside the scenario: NAME-1.flac, NAME-2.flac and so on. NAME-room.flac is the \
            caller's room, which is heard between them.

            --for names the project of an app that the caller is to speak to: the app is run with \
            line after line. Each comes as long after the line before as the caller's did, and \
            follows what the app has done by then. Where the app does it later, the line waits for \
            it, which is said. An imported call, whose app is not here, needs it; \
            without it, the project is the one that the scenario is written into.

            What cannot be taken over is said: words that are not known, calls that an app of code \
            made, lines that follow nothing of the app; with --for messages and the end of the call.

            Exits 0 when the scenario was written, 64 for an imported call without a project, \
            65 for a damaged session or one without sound, \
            66 for a missing one, 73 when one of the files exists, 74 for an error of the disk.

            Examples:
              voicetest scenario live.vsession --output late-answer.scenario.json
              voicetest test                                  (in the project of the scenario)
              voicetest scenario call.vsession --output app/call.scenario.json
            """)

    @Argument(help: "The session.", completion: .directory)
    var session: String

    @Option(
        help: "The scenario to write, NAME.scenario.json.",
        completion: .file(extensions: ["json"]))
    var output: String

    @Option(
        name: .customLong("for"),
        help: "The project of the app that the caller speaks to; else the session's own app.",
        completion: .directory)
    var project: String?

    @Flag(help: "Replaces the scenario and the clips that are already there.")
    var force = false

    @OptionGroup var notes: NoteOptions

    func validate() throws {
        guard output.hasSuffix(Project.scenarioSuffix), !name.isEmpty else {
            throw ValidationError("--output must end in NAME\(Project.scenarioSuffix): \(output)")
        }
    }

    /// Name of the scenario; its clips begin with it.
    private var name: String {
        String(DiskFile.name(of: output).dropLast(Project.scenarioSuffix.count))
    }

    func run() async throws {
        try await reporting {
            let folder = SessionFolder(path: session)
            let run = try MeasuredRun(of: folder, name: DiskFile.name(of: session)) { .now($0) }
            if run.isEdited { Console.report(LatencyGatherer.editedNote(folder)) }
            let project = try project(for: run.manifest)
            let sound = try CallerClips(of: run)
            let script = try CallerScript(run) { (range) throws(SessionError) in
                try sound.quietest(in: range)
            }
            guard !script.lines.isEmpty || !script.silentLines.isEmpty else {
                throw CommandError(
                    .badData, "\(session): the caller says nothing, so there is nothing to script.")
            }
            let own = try ownScenario(of: folder, run.manifest)
            var files = try ScenarioFiles(script, sound, named: name, of: run.name, own: own)
            if let project {
                guard !script.lines.isEmpty else {
                    throw CommandError(
                        .badData, "\(session): the caller says nothing that could follow an app.")
                }
                try aim(&files, at: project)
            }
            try write(files)
            try report(files.script, files, run.manifest.sampleRate)
            for note in files.notes { Console.report("\(session): \(note).") }
            if own?["echo"] != nil {
                Console.report(
                    "\(session): the echo of its scenario is in the clips, and not between them.")
            }
        }
    }

    /// The project of the app that the caller is to speak to; nil for the session's own app. Of a
    /// session that no app made it is the project of the scenario.
    private func project(for manifest: SessionManifest) throws -> String? {
        if let project { return project }
        let kind = manifest.engine.kind
        if Engines.factories().contains(where: { $0.declaration.kind == kind }) { return nil }
        let place = DiskFile.parent(of: output)
        if let folder = Project.folder(above: place.isEmpty ? "." : place) {
            Console.inform("the lines follow the app in \(folder)")
            return folder
        }
        throw CommandError(
            .usage,
            "\(session): no engine of this program made it (\(kind)), so no line can follow its"
                + " app. Give --for PROJECT, the app that the caller is to speak to, or write the"
                + " scenario into a project.")
    }

    /// Ties every line to what the app of a project does after the lines before.
    private func aim(_ files: inout ScenarioFiles, at project: String) throws {
        var target = try ScenarioTarget(project: project, scenario: name)
        let temporary = try PrivateFolder(files: files.sounds.map(\.name))
        defer { temporary.remove() }
        for sound in files.sounds {
            try DiskFile.write(sound.bytes, to: "\(temporary.path)/\(sound.name)")
        }
        let progress = ProgressLine(doing: "running the app with line after line")
        defer { progress.clear() }
        var aim = CallerAim(files.script, target.vocabulary, rate: target.rate)
        while aim.next < files.script.lines.count {
            let session = try target.run(files.scenario(aim.known), in: temporary.path)
            aim.aim(at: CallerAim.Run(events: session.events, inputs: session.inputs))
        }
        files.script = aim.script
        let session = try target.run(files.scenario(aim.script), in: temporary.path)
        files.notes += aim.notes
        files.notes += session.unreachedLines.map { String($0.dropLast()) }
    }

    /// The scenario that the session was made with; nil where it has none.
    private func ownScenario(
        of folder: SessionFolder, _ manifest: SessionManifest
    ) throws -> JSONObject? {
        let name = "\(SessionFolder.Part.flow)/scenario.json"
        guard let entry = manifest.files.first(where: { $0.path == name })?.entry else {
            return nil
        }
        let bytes = try folder.bytes(of: name, entry: entry)
        return try JSONReader.value(of: bytes, dialect: .lenient).object
    }

    private func write(_ files: ScenarioFiles) throws {
        let base = output.dropLast(DiskFile.name(of: output).count)
        var written = files.sounds.map { (path: "\(base)\($0.name)", bytes: $0.bytes) }
        written.append((output, files.scenario(files.script)))
        if !force, let there = written.last(where: { DiskFile.exists($0.path) }) {
            throw CommandError(
                .cannotCreate, "\(there.path): exists. Give --force to replace it.")
        }
        for file in written where DiskFile.isFolder(file.path) {
            throw CommandError(.cannotCreate, "\(file.path): is a folder. Choose another name.")
        }
        try DiskFile.write(together: written)
    }

    private func report(
        _ script: CallerScript, _ files: ScenarioFiles, _ rate: SampleRate
    ) throws {
        let count = script.lines.count + script.silentLines.count
        try Console.print(
            line: "\(output): \(count) \(count == 1 ? "line" : "lines") of the caller,"
                + " \(rate.text(files.frames)) of sound beside it")
        for (line, name) in zip(script.lines, files.clips) {
            let sound = name ?? "keys \(line.keys ?? "")"
            let start = Self.text(of: line.anchor, line.delayMilliseconds)
            try Console.print(line: "  \(sound)  \(start)")
        }
        for line in script.silentLines {
            let start = Self.text(of: line.anchor, line.delayMilliseconds)
            try Console.print(line: "  \(line.key)  \(start)")
        }
        if !script.expectations.isEmpty { try Console.print(line: "expects what happened:") }
        for expectation in script.expectations {
            try Console.print(line: "  \(expectation.string ?? JSONWriter.text(expectation))")
        }
        Console.inform(
            "the clips hold the caller's voice. Run the scenario with `voicetest test` in its"
                + " project, or with `voicetest record --scenario \(output)`.")
    }

    /// Returns the start of a line as text, as in `640 ms after media event=ended item=P_Ask`.
    private static func text(of anchor: CallerAnchor, _ milliseconds: Int64) -> String {
        guard let pattern = anchor.pattern else { return "at \(milliseconds) ms" }
        var text = "\(milliseconds) ms after \(pattern["kind"]?.string ?? "")"
        for member in pattern.members where member.key != "kind" {
            text += " \(member.key)=\(member.value.string ?? JSONWriter.text(member.value))"
        }
        return anchor.count > 1 ? "\(text), number \(anchor.count)" : text
    }
}
