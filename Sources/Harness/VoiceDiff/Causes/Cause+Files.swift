extension Cause {
    /// Compares two states of a file of JSON or of lines.
    ///
    /// - Parameters:
    ///   - before: the file that the golden was made from; nil where it had none.
    ///   - now: the file as it is; nil where it is gone.
    ///   - file: its name, as the user knows it.
    /// - Returns: what is not the same; nothing where only white space, comments or the order of
    ///   keys changed.
    public static func changes(
        before: [UInt8]?, now: [UInt8]?, file: String
    ) -> [Cause] {
        FileEdits(before: before, now: now, file: file).causes
    }
}
