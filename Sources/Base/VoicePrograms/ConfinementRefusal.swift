internal import VoiceSystem

/// The step of a confinement that the system refused, and its error number.
package struct ConfinementRefusal: Sendable, Equatable {
    /// A step that the system refused; the numbers are those of `CSpawn.h`.
    package enum Step: Int32, Sendable {
        /// A separate network, mounts or host name. Linux alone has them.
        case namespaces = 1
        /// The numbers of its user and group in a namespace of users.
        case users
        /// A loopback interface.
        case loopback
        /// The name of the machine.
        case host
        /// The view of a folder.
        case view
        /// The refusal of sockets that are files.
        case sockets
    }

    /// The step that failed.
    package let step: Step
    /// The system's error number.
    package let number: Int32

    init(_ step: Step, _ number: Int32) { (self.step, self.number) = (step, number) }

    /// A refusal as C tells it; a step without a name is one of the namespaces.
    init(step: Int32, number: Int32) { self.init(Step(rawValue: step) ?? .namespaces, number) }
}

extension ConfinementRefusal: CustomStringConvertible {
    /// The refusal, its reason and the next step, in sentences.
    package var description: String {
        let (what, advice) =
            switch step {
            case .namespaces, .users, .loopback:
                (
                    "namespaces",
                    "On Linux, allow user namespaces, or run as the superuser with CAP_SYS_ADMIN."
                )
            case .sockets: ("filters of system calls", "On Linux, allow seccomp.")
            case .host: ("the name of the machine", "Take one of 1 to 64 bytes.")
            case .view:
                (
                    "a view of the folder",
                    "Keep its changes on a local disk outside of it, or give the program a copy."
                )
            }
        return "the system refuses \(what) (\(String(cString: strerror(number)))). \(advice)"
    }
}
