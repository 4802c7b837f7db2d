/// What a program did that the protocol does not allow, in words that follow its name.
struct ProgramFault: Error, Equatable {
    let what: String

    init(_ what: String) { self.what = what }
}
