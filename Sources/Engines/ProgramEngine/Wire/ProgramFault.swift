/// Breach of the protocol by a program, in words that follow its name.
struct ProgramFault: Error, Equatable {
    let what: String
    /// Whether the app itself said that it failed.
    let isToldByApp: Bool
    /// Whether the program ended.
    let hasEnded: Bool

    init(_ what: String, isToldByApp: Bool = false, hasEnded: Bool = false) {
        self.what = what
        self.isToldByApp = isToldByApp
        self.hasEnded = hasEnded
    }
}
