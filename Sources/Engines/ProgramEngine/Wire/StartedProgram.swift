internal import VoiceEngine
internal import VoiceFiles
internal import VoicePrograms

/// A program of the user's that was started, and the folders that it has for itself.
struct StartedProgram {
    let dialog: ProgramDialog
    /// Folders whose paths have names in all that the program tells; nil where they stay.
    let folders: ProgramFolders?
    /// Temporary folder of the program, which is removed with it; nil for that of this process.
    private let runFolder: RunFolder?

    /// Starts the program of `command`; where the session gives it a world, in a temporary folder
    /// of its own. A project that is fresh for each run is a view of the folder, and a copy of it
    /// where the system refuses views.
    ///
    /// - Throws: `ProgramCommandError`.
    init(_ command: ProgramCommand, hasWorld: Bool) throws(ProgramCommandError) {
        var command = command
        let temporary = Self.variable("TMPDIR", of: command) ?? "/tmp"
        let project = command.folder ?? "."
        func placed(in folder: RunFolder) -> ProgramCommand {
            guard hasWorld else { return command }
            var placed = command
            placed.variables["TMPDIR"] = folder.temporary
            return placed
        }
        let isApart = command.isFresh || command.isApart
        if isApart {
            for parent in [temporary, "/dev/shm"] {
                guard let folder = RunFolder(in: parent),
                    (try? folder.replace(command.replacedFiles, of: project, isView: true)) != nil
                else { continue }
                let own = placed(in: folder)
                guard let dialog = try Self.dialog(own, folder.view(of: project)) else { continue }
                self.init(dialog, own, folder, hasWorld)
                return
            }
        }
        let folder = hasWorld || isApart ? RunFolder(in: temporary) : nil
        if isApart {
            guard let folder else {
                throw .notFresh(
                    program: command.program, reason: "no folder can be made in \(temporary).")
            }
            do throws(DiskError) {
                try ProjectCopy.make(of: project, at: folder.copy)
                try folder.replace(command.replacedFiles, of: project, isView: false)
            } catch { throw .notFresh(program: command.program, reason: error.description) }
            command.folder = folder.copy
        }
        let own = folder.map(placed) ?? command
        guard let dialog = try Self.dialog(own) else { throw .missing(program: command.program) }
        self.init(dialog, own, folder, hasWorld)
    }

    private init(
        _ dialog: ProgramDialog, _ command: ProgramCommand, _ folder: RunFolder?, _ hasWorld: Bool
    ) {
        self.dialog = dialog
        runFolder = folder
        folders =
            hasWorld
            ? ProgramFolders(project: command.folder) { Self.variable($0, of: command) } : nil
    }

    private static func variable(_ name: String, of command: ProgramCommand) -> String? {
        command.variables[name] ?? ProgramStart.variable(name)
    }

    /// A dialog with the program of `command`, which starts now and sees its folder as `view`; nil
    /// where the system refuses the view.
    ///
    /// - Throws: `ProgramCommandError`.
    static func dialog(
        _ command: ProgramCommand, _ view: FolderView? = nil
    ) throws(ProgramCommandError) -> ProgramDialog? {
        guard let path = ProgramStart.path(of: command.program, in: command.folder) else {
            throw .missing(program: command.program)
        }
        let start = ProgramStart(
            program: path, arguments: Array(command.words.dropFirst()), folder: command.folder,
            environment: ProgramStart.environment(changing: command.variables))
        var confinement = ProgramConfinement()
        confinement.hasNetwork = command.hasNetwork
        confinement.hostName = command.hostName
        confinement.view = view
        confinement.isRequired = view != nil
        let isConfined = !command.hasNetwork || view != nil || command.hostName != nil
        do {
            return try ProgramDialog(
                start, confinement: isConfined ? confinement : nil,
                lineLimit: ProgramChild.Limit.lineBytes, tell: command.note)
        } catch {
            if case .notConfined = error { return nil }
            guard case .cannotStart(_, let number) = error else {
                throw .missing(program: command.program)
            }
            throw .notStarted(program: command.program, number: number)
        }
    }
}
