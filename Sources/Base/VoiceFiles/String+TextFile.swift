extension String {
    /// The text of a file in UTF-8, without the byte order mark that some editors begin it with.
    ///
    /// Bytes that are not UTF-8 become replacement characters.
    package init(textFile bytes: some Collection<UInt8>) {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        self.init(
            decoding: bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...],
            as: UTF8.self)
    }
}
