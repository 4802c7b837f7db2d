package import VoiceFiles

/// Result of a search for sessions, with what it left out.
public struct FoundSessions: Sendable, Equatable {
    /// Reason why a search skipped something.
    public enum Reason: Sendable, Equatable {
        /// It is a link to a session.
        case link
        /// It is a link to a folder that holds sessions.
        case linkedFolder
        /// It stands in a hidden folder.
        case hidden
        /// It stands inside of another session, whose folder this is.
        case nested(in: String)
        /// It stands more than 32 folders deep.
        case deep
        /// A hidden folder, a session's folder or a linked one holds too many files to look at.
        case tooLarge
    }

    /// Something that a search skipped.
    public struct Skipped: Sendable, Equatable {
        /// Path of the skipped thing.
        public let path: String
        /// Reason for the skip.
        public let reason: Reason
        /// The sessions that were skipped with it, without links in their paths.
        public let sessions: [String]

        /// The kind of the skipped thing, the reason for the skip, and the next step.
        public var description: String {
            switch reason {
            case .link: "\(path): is a link to a session and is skipped. Name the session itself."
            case .linkedFolder:
                "\(path): is a link to a folder with \(sessions.count)"
                    + " session\(sessions.count == 1 ? "" : "s") and is skipped."
                    + " Name the folder that it leads to."
            case .hidden:
                "\(path): is a session in a hidden folder and is skipped. Name it itself, or move"
                    + " it."
            case .nested(let outer):
                "\(path): is a session inside of \(outer) and is skipped. Move it out of there."
            case .deep:
                "\(path): is a session more than \(SessionWalk.depthLimit) folders deep and is"
                    + " skipped. Name a folder closer to it."
            case .tooLarge:
                "\(path): holds more than \(SessionWalk.entryLimit) files and is not searched to"
                    + " its end. Name the folders of the sessions."
            }
        }
    }

    /// The sessions, in order of their paths.
    public internal(set) var sessions: [SessionFolder] = []
    /// Errors of parts that could not be read.
    package internal(set) var unreadable: [DiskError] = []
    /// Things that were skipped, in the order they were met.
    public internal(set) var skipped: [Skipped] = []
    /// Recordings that were not sealed: their folders.
    package internal(set) var unfinished: [String] = []
}
