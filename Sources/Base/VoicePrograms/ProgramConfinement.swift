internal import CSpawn
internal import VoiceSystem

/// The parts of the system that a program is kept apart from, it and all that it starts, in any
/// language.
///
/// Namespaces of Linux do it, which a user may make without more rights where the system lets them.
/// The program keeps its user and its group.
/// Source: `unshare(2)`, `user_namespaces(7)`, `seccomp(2)`; "Overlay Filesystem" of the kernel's
/// documentation.
package struct ProgramConfinement: Sendable, Equatable {
    /// Whether it has the network of the system; else it has a loopback interface of its own and
    /// nothing else, so it reaches what itself serves there. Sockets that are files are refused
    /// (`EACCES`), but for pairs.
    package var hasNetwork = true
    /// The folder whose changes only the program sees; nil where it changes the folder itself.
    package var view: FolderView?
    /// The name of the machine, 1 to 64 bytes; nil for the name that it has.
    package var hostName: String?
    /// Whether the start fails where the system refuses any of this; else the program starts
    /// without all of it. With a view the start always fails: the program would change the folder.
    package var isRequired = true

    /// A confinement from nothing.
    package init() {}

    /// Returns the part that the system refuses, nil for none: tries it in a child that ends at
    /// once, which takes a few milliseconds.
    package func refusal() -> ConfinementRefusal? {
        if let refusal = view?.prepare() { return refusal }
        var step: Int32 = 0
        let number = withWords { voicetest_can_confine($0, &step) }
        return number == 0 ? nil : ConfinementRefusal(step: step, number: number)
    }

    /// Gives all of this to `body` as C takes it.
    func withWords(_ body: (UnsafePointer<voicetest_confinement>) -> Int32) -> Int32 {
        let texts = [view?.folder, view?.changedFolder, view?.workFolder, hostName]
            .map { text in text.flatMap { strdup($0) } }
        defer { texts.forEach { free($0) } }
        var confinement = voicetest_confinement()
        confinement.has_network = hasNetwork ? 1 : 0
        confinement.folder = texts[0].map { UnsafePointer($0) }
        confinement.changed = texts[1].map { UnsafePointer($0) }
        confinement.work = texts[2].map { UnsafePointer($0) }
        confinement.host = texts[3].map { UnsafePointer($0) }
        confinement.is_required = isRequired || view != nil ? 1 : 0
        return body(&confinement)
    }
}
