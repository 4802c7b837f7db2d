package import CCarriedFiles

extension carried_file {
    /// The bytes of the file.
    package var array: [UInt8] { Array(UnsafeBufferPointer(start: bytes, count: count)) }
}
