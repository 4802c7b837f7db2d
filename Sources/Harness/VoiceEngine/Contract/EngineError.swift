/// An error of an engine or its files, which says what kind of fault it is.
package protocol EngineError: Error {
    /// The kind of the fault.
    var fault: EngineFault { get }
}

/// Kind of fault that an error of an engine tells; the program's exit code goes by it.
public enum EngineFault: Sendable {
    /// A file does not hold what it should.
    case badData
    /// A file that is needed is not there.
    case missing
    /// Something that has to be installed is not there.
    case notInstalled
    /// A file or folder cannot be made where it should be.
    case cannotCreate
    /// Another error is behind it.
    case caused(by: any Error)
}
