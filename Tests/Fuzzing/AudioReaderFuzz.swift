import VoiceAudio

/// Any bytes are read as a sound file, as far as they go or until they are refused in words.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzAudioReader(_ data: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: data, count: count))
    do throws(AudioError) {
        try readToTheEnd(bytes, rate: { $0 })
        try readToTheEnd(bytes, rate: { _ in 16_000 })
    } catch {
        precondition(error.description.hasSuffix("."), "an error without a sentence")
    }
    return 0
}

private func readToTheEnd(_ bytes: [UInt8], rate: (Int) -> Int) throws(AudioError) {
    // Bytes that announce years of silence are no reason to read it all.
    let frameLimit = 1 << 20
    var stream = try MonoStream(bytes: bytes, name: "fuzzed", rate: rate)
    let block = UnsafeMutableBufferPointer<Int16>.allocate(capacity: 4_096)
    defer { block.deallocate() }
    var frames = 0
    while frames < frameLimit {
        let read = try stream.read(into: block)
        precondition((0...block.count).contains(read), "more was read than fits")
        frames += read
        if read < block.count { break }
    }
    precondition(stream.fileFrames >= 0, "frames were taken back")
}
