package import VoiceEngine
package import VoiceJSON
package import VoiceTrace

/// Makes engines whose machine is a program of the user's, in any language.
///
/// What such an engine is, its program says: without one, the files of a session do.
package struct ProgramEngineFactory: ProgramFactory {
    /// The kind of the engine.
    package static let kind = "program"

    /// Prefix of the names of an app's own settings.
    package static let settingPrefix = ProgramDescription.prefix

    /// Call that brings a message of the caller's app.
    static let messageCall = EngineDeclaration.messageCall

    private let command: ProgramCommand?
    private let described: ProgramDescription?
    private let known: KnownPrograms
    /// The program that several callers share, and the number of this one; nil for a program of one
    /// caller.
    private var shared: (program: SharedProgram, caller: Int)?

    /// A factory without a program, which asks those that are not among `known`.
    package init(known: KnownPrograms = KnownPrograms()) { self.init(nil, nil, known) }

    private init(
        _ command: ProgramCommand?, _ described: ProgramDescription?, _ known: KnownPrograms
    ) {
        self.command = command
        self.described = described
        self.known = known
    }

    /// The engine as its program says it is.
    package var declaration: EngineDeclaration {
        var declaration = EngineDeclaration(
            kind: Self.kind, version: "1",
            calls: [
                .init("setField", [.init("name"), .init("value", isAnyValue: true)]),
                .init(Self.messageCall, [.init("content", isAnyValue: true)]),
            ],
            callbacks: [],
            settings: ProgramSettings.declared + (described?.declaredSettings ?? []),
            fieldCall: "setField", vocabulary: described?.vocabulary ?? .program)
        declaration.givesWorld = true
        declaration.messageCall = Self.messageCall
        return declaration
    }

    /// Whether the program is told keys beside what it hears.
    package func takesKeys(_ setup: EngineSetup) -> Bool {
        described?.isToldKeys == true || setup.files[TelephoneFile.name] != nil
    }

    /// Files that a session keeps: the program's description, its outside calls, its world, the
    /// files that it loaded.
    package var fileNames: [String] {
        [
            ProgramDescription.fileName, CallTape.fileName, ProgramRules.fileName,
            ProgramActs.fileName, SessionWorld.fileName, LoadedFiles.fileName,
            TelephoneFile.name,
        ]
    }

    /// Name of the file of the program's description.
    package var descriptionFile: String { ProgramDescription.fileName }

    /// Returns the program's description of itself, without its whole numbers: traces tell them as
    /// settings.
    package func ownDescription(in files: [String: [UInt8]]) -> [UInt8]? {
        (try? ProgramDescription.of(files))?.bytesBesideSettings
    }

    /// Calls of the outside world and their answers.
    package var answeringFiles: [String] { [CallTape.fileName] }

    /// Whether the program asked for a call that is not among those of its session.
    package func lacksAnswer(_ events: [TraceEvent]) -> Bool {
        events.contains { $0.kind == ProgramMachine.unrecorded }
    }

    /// The first call that asks something else than before, or message on one that stays open that
    /// says something else.
    package func changedCall(
        from before: [String: [UInt8]], to files: [String: [UInt8]]
    ) -> (what: String, names: [String])? {
        let rules = Self.rules(in: before)
        let tapes = [before, files].compactMap { files in
            try? CallTape(bytes: files[CallTape.fileName] ?? [], rules)
        }
        guard tapes.count == 2 else { return nil }
        let withMessages = tapes.allSatisfy(\.keepsMessages)
        let asked = tapes.map { $0.questions(withMessages: withMessages) }
        return CallChange(from: asked[0], to: asked[1]).map { ($0.what, $0.names) }
    }

    /// Whether the program hears words.
    package func recognizes(_ setup: EngineSetup) throws -> Bool {
        if setup.files[TelephoneFile.name] != nil { return Self.hearsWords(setup) }
        return try (described ?? ProgramDescription.of(setup.files))?.level != .audio
    }

    /// The states that the program names.
    package func graph(
        of files: [String: [UInt8]], name: String, named file: (String) -> String
    ) throws -> FlowGraph? {
        try ProgramDescription.of(files)?.graph(name: name)
    }

    /// Returns the faults of the files of a session.
    package func findings(
        in files: [String: [UInt8]], named file: (String) -> String,
        surroundings: EngineSurroundings?
    ) throws -> [Finding] {
        var findings: [Finding] = []
        func judge(_ name: String, _ fault: ([UInt8]) -> String?) throws {
            guard let bytes = files[name] else { return }
            var survey = try DocumentSurvey.ofEngine(bytes, file: file(name))
            if let fault = fault(bytes) { survey.report(.error, .root, fault) }
            findings += survey.findings
        }
        try judge(ProgramDescription.fileName) {
            let file = [ProgramDescription.fileName: $0]
            return (try? ProgramDescription.of(file)) == nil ? ProgramDescription.fault : nil
        }
        try judge(ProgramRules.fileName) { Self.fault(inRules: $0) }
        try judge(SessionWorld.fileName) {
            SessionWorld(bytes: $0) == nil ? SessionWorld.fault : nil
        }
        if let bytes = files[TelephoneFile.name], let fault = Self.fault(inTelephone: bytes) {
            var survey = try DocumentSurvey.ofEngine(bytes, file: file(TelephoneFile.name))
            survey.report(.error, fault.path, fault.what)
            findings += survey.findings
        }
        try judge(LoadedFiles.fileName) {
            LoadedFiles(bytes: $0) == nil ? LoadedFiles.fault : nil
        }
        return findings + Self.findings(inLines: files, named: file)
    }

    /// Returns the faults of the files with one interaction, or the acts of one turn, a line.
    private static func findings(
        inLines files: [String: [UInt8]], named file: (String) -> String
    ) -> [Finding] {
        func finding(
            _ name: String, _ what: String, _ read: ([UInt8]) throws(CallTapeError) -> Void
        ) -> Finding? {
            guard let bytes = files[name] else { return nil }
            do throws(CallTapeError) {
                try read(bytes)
                return nil
            } catch {
                return Finding(
                    severity: .error, file: file(name),
                    place: TextPlace(line: error.line, column: 1), path: .root,
                    message: error.text(what))
            }
        }
        return [
            finding(CallTape.fileName, "is no call with its answer") {
                (bytes) throws(CallTapeError) in _ = try CallTape(bytes: bytes)
            },
            finding(ProgramActs.fileName, "holds no acts of a program, or is out of order") {
                (bytes) throws(CallTapeError) in _ = try ProgramActs(bytes: bytes)
            },
        ].compactMap { $0 }
    }

    private static func fault(inRules bytes: [UInt8]) -> String? {
        do throws(ProgramFault) { _ = try ProgramRules(bytes: bytes) } catch { return error.what }
        return nil
    }

    package func factory(
        running command: ProgramCommand?, describedBy files: [String: [UInt8]]
    ) throws -> any EngineFactory {
        let recorded = try ProgramDescription.of(files)
        var factory =
            try command.map { Self($0, try known.description(of: $0), known) }
            ?? Self(nil, recorded, known)
        factory.shared = shared
        return factory
    }

    /// Returns factories for `count` callers who call one program at once, and what lets each go.
    package func shared(
        by count: Int
    ) -> [(factory: any EngineFactory, leave: @Sendable () -> Void)] {
        let program = SharedProgram(count: count)
        return (1...count).map { caller in
            var factory = self
            factory.shared = (program, caller)
            return (factory, { program.leave(caller) })
        }
    }

    /// The engine, whose program starts now and is told the rest when it runs.
    ///
    /// - Throws: `ProgramCommandError`; `EngineFileError` for calls that cannot be read.
    package func make(_ setup: EngineSetup) throws -> any EngineUnderTest {
        let recorded = try ProgramDescription.of(setup.files)
        guard let command, let described else {
            throw ProgramCommandError.notNamed(app: recorded?.name ?? "")
        }
        var rules = ProgramRules()
        if let bytes = setup.files[ProgramRules.fileName] {
            do {
                rules = try ProgramRules(bytes: bytes)
            } catch { throw ProgramFileError(file: ProgramRules.fileName, what: error.what) }
        }
        var tape: CallTape?
        if let bytes = setup.files[CallTape.fileName] {
            do {
                tape = try CallTape(bytes: bytes, rules)
            } catch { throw ProgramFileError(calls: error) }
        }
        var hello = ProgramHello(rate: setup.sampleRate, seed: setup.seed)
        hello.durations = rules.durations(at: setup.sampleRate)
        hello.isReplay = tape != nil
        var started = command
        if let bytes = setup.files[SessionWorld.fileName] {
            guard let world = SessionWorld(bytes: bytes) else {
                throw ProgramFileError(
                    file: "flow/\(SessionWorld.fileName)", what: SessionWorld.fault)
            }
            hello.world = world
            started.variables.merge(world.variables) { $1 }
        } else {
            (started.variables, started.hostName) = ([:], nil)
        }
        let telephone = try Self.telephone(of: setup)
        hello.answered = telephone?.carrierHosts.sorted() ?? []
        for (name, value) in telephone?.variables ?? [:] { started.variables[name] = value }
        hello.refused = tape?.refused ?? [:]
        hello.kept = tape?.hasStandIns ?? true ? rules.kept : nil
        hello.watches = setup.stepFrames != nil
        hello.isFresh = command.isFresh
        started.hasNetwork = tape == nil || setup.keepsNetwork
        let asked = Self.asked(setup, described, recorded)
        hello.settings = asked
        tape?.areAlike = setup.areAlike
        // What a copy hides is hidden in its calls, too.
        tape?.comparesMessages = setup.programFrames == nil
        let link = try link(to: started, setup, telephone)
        let machine = ProgramMachine(
            described: described, settings: ProgramSettings(setup.settings, rate: setup.sampleRate),
            setup: setup, tape: tape, rules: rules, telephone: telephone,
            // A microphone that was recorded has the tones of keys, or has them not.
            tellsKeys: (recorded ?? described).isToldKeys, foresees: shared == nil)
        return ProgramEngine(
            machine: machine, link: link, hello: hello, command: command)
    }

    /// Returns the program itself, or a player of its acts in a copy that goes on without it.
    private func link(
        to command: ProgramCommand, _ setup: EngineSetup, _ telephone: Telephone?
    ) throws -> any ProgramLink {
        let hasWorld = setup.files[SessionWorld.fileName] != nil
        if let shared {
            return try shared.program.seat(of: shared.caller, command, hasWorld: hasWorld)
        }
        let child = try ProgramChild(command, hasWorld: hasWorld)
        child.tellRefusal(to: command.note)
        var link: any ProgramLink = child
        if let frames = setup.programFrames {
            do throws(CallTapeError) {
                let acts = try ProgramActs(bytes: setup.files[ProgramActs.fileName] ?? [])
                link = ActsPlayer(acts, after: frames, of: link)
            } catch { throw ProgramFileError(acts: ProgramActs.fileName, line: error.line) }
        }
        return setup.keepsActs ? ActsRecorder(link, telephone?.settings.carrier) : link
    }

    /// Returns the settings that the program is asked for: those that differ from its own, or, in a
    /// replay, from its own when it was recorded, and those asked for then.
    private static func asked(
        _ setup: EngineSetup, _ described: ProgramDescription, _ recorded: ProgramDescription?
    ) -> JSONObject {
        var asked: JSONObject = [:]
        for member in (recorded ?? described).settings.members {
            guard let value = setup.settings[ProgramDescription.prefix + member.key],
                let own = member.value.integer
            else { continue }
            if Int64(value) != own || recorded?.asked.contains(member.key) == true {
                asked[member.key] = .integer(Int64(value))
            }
        }
        return asked
    }
}
