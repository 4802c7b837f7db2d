package import VoiceJSON
internal import VoicePrograms
package import VoiceTime
package import VoiceTrace

/// A program of the user's that is the app under test.
///
/// No shell reads the command: it is cut into words as that of a recognizer's program is.
package struct ProgramCommand: Sendable, Equatable {
    /// Longest times that the program may run, and may wait, in milliseconds; of real time it may
    /// take ten times as long.
    package struct Limits: Sendable, Equatable {
        /// Time until it has said which app it is, in milliseconds.
        package var ready = 120_000
        /// Time from `go` to `idle`, in milliseconds.
        package var turn = 30_000
        /// Time from the end of its input to its own, in milliseconds; then it is killed, with what
        /// it started.
        package var end = 2_000

        /// The usual limits.
        package init() {}
    }

    /// The program and its arguments.
    package let words: [String]
    /// The folder it runs in, from which its path is seen; nil for that of this process.
    package var folder: String?
    /// Longest times that it may take.
    package var limits = Limits()
    /// Variables of the environment that the program finds otherwise than this process, in a
    /// session that gives it a world; nil for those that it does not find.
    package var variables: [String: String?] = [:]
    /// The name of the machine for the program and all that it starts, in a session that gives it a
    /// world, where the system allows that; nil for the machine's own.
    package var hostName: String?
    /// Whether each run has the project as it is: what the program writes there is gone with it.
    package var isFresh = false
    /// Whether the program runs in a view of ``folder``, and nothing that it writes there stays.
    package var isApart = false
    /// Files, by their paths below ``folder``, that a program apart finds with other bytes than
    /// they have.
    package var replacedFiles: [String: [UInt8]] = [:]
    /// The program's description of itself, as a session keeps it, where that is taken for known;
    /// nil where the program is started to be asked.
    package var description: [UInt8]?
    /// Whether the program has the network of the system; else it reaches only what itself serves.
    package var hasNetwork = true
    /// Receiver of the lines that the program writes to standard error, one by one. The lines come
    /// from the program: escape them before you show them.
    package var note: (@Sendable (String) -> Void)?

    /// The beginning of a note that the system does not confine programs.
    package static let notConfined = "not confined"

    /// Cuts a command into words.
    ///
    /// - Throws: ``ProgramCommandError/malformed(what:)``.
    package init(_ text: String, folder: String? = nil) throws(ProgramCommandError) {
        do {
            words = try CommandWords.words(of: text)
        } catch { throw .malformed(what: error.what) }
        self.folder = folder
    }

    /// The program, as the command names it.
    package var program: String { words[0] }

    /// Equal when the same is run in the same place; who is told makes no difference.
    package static func == (left: Self, right: Self) -> Bool {
        left.words == right.words && left.folder == right.folder && left.limits == right.limits
            && left.variables == right.variables && left.isFresh == right.isFresh
            && left.hasNetwork == right.hasNetwork && left.hostName == right.hostName
            && left.isApart == right.isApart && left.replacedFiles == right.replacedFiles
    }
}

/// Reason why the program of an engine cannot be used.
package enum ProgramCommandError: EngineError, Equatable, CustomStringConvertible {
    /// A command that cannot be read.
    case malformed(what: String)
    /// There is no such program.
    case missing(program: String)
    /// The system does not start it, with the error's number.
    case notStarted(program: String, number: Int32)
    /// It did not say what it is; whether it said why itself.
    case unready(program: String, what: String, isToldByApp: Bool)
    /// It runs under a client of a release that this program no longer runs.
    case oldClient(program: String, what: String)
    /// The app of the session is a program, and no option names one.
    case notNamed(app: String)
    /// The project cannot be had as it is for the run alone, for this reason.
    case notFresh(program: String, reason: String)

    private static let howProgramsStart =
        " A bot in Python is started by `python3 -m voicetest_app bot.py`, one in Node by `node"
        + " --import ./voicetest-app.mjs bot.mjs`; ProgramProtocol.md says what any other has to"
        + " do."

    /// A command and a client are data of the user's; all others are something that is missing.
    package var fault: EngineFault {
        switch self {
        case .malformed, .oldClient: .badData
        default: .notInstalled
        }
    }

    /// The fault, its place, its reason and the next step.
    package var description: String {
        switch self {
        case .malformed(let what):
            "the command \(what). Write the program and its arguments, as in \"python3 -m"
                + " voicetest_app bot.py\"."
        case .missing(let program):
            "the program \(program) is not there or may not be executed. Give its path, or install"
                + " it."
        case .notStarted(let program, let number):
            "the program \(program) does not start (system error \(number)). Run it by hand."
        case .unready(let program, let what, let isToldByApp):
            "the program \(program) \(what). What it wrote to standard error stands above."
                + (isToldByApp ? "" : Self.howProgramsStart)
        case .oldClient(let program, let what): "the program \(program) \(what)"
        case .notFresh(let program, let reason):
            "\(program) cannot have the project for one run alone: \(reason)"
        case .notNamed(let app):
            "\(app.isEmpty ? "the app" : "the app \"\(app)\"") is a program of the user, and"
                + " sessions do not name programs. Name it with --program-command, or as"
                + " \"programCommand\" in the voicetest.json of the project that tests the session."
        }
    }
}

/// A factory of engines whose machine is a program of the user's; the program itself declares them.
package protocol ProgramFactory: EngineFactory {
    /// The factory of engines that `command` runs, as it says what they are; without a command, of
    /// those that `files` of a session describe.
    ///
    /// - Throws: ``ProgramCommandError`` for a program that cannot be used.
    func factory(
        running command: ProgramCommand?, describedBy files: [String: [UInt8]]
    ) throws -> any EngineFactory

    /// Returns factories for `count` callers who call one program at once, from a thread each; a
    /// caller whose session is over has to leave.
    func shared(by count: Int) -> [(factory: any EngineFactory, leave: @Sendable () -> Void)]

    /// Files of a session that a later run of the same scenario answers from.
    var answeringFiles: [String] { get }

    /// Whether a run of these events ended at a call that no file answers.
    func lacksAnswer(_ events: [TraceEvent]) -> Bool

    /// Name of the file that keeps the program's description of itself.
    var descriptionFile: String { get }

    /// Returns the description that the program of `files` gives of itself beside the settings that
    /// its traces tell, as a document; nil where it failed before it said anything.
    func ownDescription(in files: [String: [UInt8]]) -> [UInt8]?

    /// The first call of the outside world that asks something else in `files` than in those of a
    /// run before: a sentence, and names of it in the trace; nil where none does.
    func changedCall(
        from before: [String: [UInt8]], to files: [String: [UInt8]]
    ) -> (what: String, names: [String])?
}

extension ProgramFactory {
    /// Returns none: its engines are for one caller.
    package func shared(
        by count: Int
    ) -> [(factory: any EngineFactory, leave: @Sendable () -> Void)] { [] }
}

/// A factory of programs whose sessions can be redacted: it knows what their files tell.
package protocol RedactableProgram: ProgramFactory {
    /// The file of a session that holds what its program did.
    var actsFile: String { get }

    /// The file `name` of `files` with every text in it as `hide` gives it, and what digests of
    /// its parts in a trace became. The texts of calls stay where `hidesCalls` is false.
    func hidden(
        _ name: String, of files: [String: [UInt8]], hidesCalls: Bool,
        by hide: (JSONValue) -> JSONValue
    ) -> (bytes: [UInt8], digests: [String: String])

    /// Returns the texts that the program told its recognizer to expect, with their frames, as its
    /// acts in `files` say.
    func expectedTexts(in files: [String: [UInt8]]) -> [(frame: Frame, texts: [String])]

    /// Returns all that the program told and was answered, from `frame` on, where it hears sound:
    /// what its caller said may be in any of it.
    func toldTexts(in files: [String: [UInt8]], from frame: Frame) -> [String]
}

extension EngineFactory {
    /// The factory of engines as they are with these files of a session, and with the program that
    /// `command` names; this one, where no program makes a difference.
    ///
    /// - Throws: ``ProgramCommandError``.
    package func told(
        running command: ProgramCommand?, describedBy files: [String: [UInt8]] = [:]
    ) throws -> any EngineFactory {
        guard let own = self as? any ProgramFactory else { return self }
        return try own.factory(running: command, describedBy: files)
    }

    /// Files of a session that a later run of the same scenario answers from.
    package var filesToAnswerFrom: [String] {
        (self as? any ProgramFactory)?.answeringFiles ?? []
    }

    /// Whether a run of these events ended at a call that no file answers.
    package func lacksAnswer(to events: [TraceEvent]) -> Bool {
        (self as? any ProgramFactory)?.lacksAnswer(events) ?? false
    }

    /// Returns a program's earlier description of itself, in `files`, and the present one; nil
    /// where either says nothing, or this factory's engines run no program.
    package func ownDescriptions(
        before: [String: [UInt8]], now: [String: [UInt8]]
    ) -> (before: [UInt8], now: [UInt8])? {
        guard let own = self as? any ProgramFactory,
            let before = own.ownDescription(in: before), let now = own.ownDescription(in: now)
        else { return nil }
        return (before, now)
    }

    /// The kinds of event that `files` of a session declare; nil where they cannot be read.
    package func vocabulary(declaredIn files: [String: [UInt8]]) -> EventVocabulary? {
        (try? told(running: nil, describedBy: files))?.declaration.vocabulary
    }

    /// Lists what an app declared of its own events otherwise than `now`, in `files` of a session
    /// or as its manifest `keeps` it: sentences, each once.
    package func declaredOtherwise(
        in files: [String: [UInt8]], _ keeps: EventVocabulary?, now: EventVocabulary
    ) -> [String] {
        guard self is any ProgramFactory, let usual = vocabulary(declaredIn: [:]) else { return [] }
        return [keeps, vocabulary(declaredIn: files)].reduce(into: []) { told, before in
            let changes = before?.changes(to: now, besides: usual) ?? []
            told += changes.filter { !told.contains($0) }
        }
    }

    /// Name of the file that keeps the program's description of itself; nil where engines run no
    /// program.
    package var ownDescriptionFile: String? { (self as? any ProgramFactory)?.descriptionFile }

    /// The first call of a program that asks something else in `files` than in those of a run
    /// before, as ``ProgramFactory/changedCall(from:to:)`` tells it. Under that name it would
    /// satisfy the requirement of a factory that lacks it, and call itself.
    package func callChange(
        from before: [String: [UInt8]], to files: [String: [UInt8]]
    ) -> (what: String, names: [String])? {
        (self as? any ProgramFactory)?.changedCall(from: before, to: files)
    }
}

/// An engine that adds files to its session.
package protocol FileKeepingEngine: EngineUnderTest {
    /// Files that the run adds, by the names in the session's `flow` folder.
    var keptFiles: [String: [UInt8]] { get }
    /// Grows whenever ``keptFiles`` change.
    var keptVersion: Int { get }
    /// The last call that the app made for real; nil where it made none.
    var lastRealCall: RealCall? { get }
    /// The reason, known at the end of the run, why it proves nothing; nil where there is none.
    var lastObjection: String? { get }
}

/// A call that an app under test made for real.
package struct RealCall: Sendable {
    /// Frame at which the app made it.
    package let frame: Frame
    /// Method and address, or a name.
    package let to: String
    /// Line of the app that makes it: file, line and function; nil where that is not known.
    package let line: String?

    package init(frame: Frame, to: String, line: String?) {
        (self.frame, self.to, self.line) = (frame, to, line)
    }
}
