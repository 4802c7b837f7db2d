import VoiceAudio

/// Any bytes are read as a sound file and measured, as far as they go or until they are refused in
/// words.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzAudioReader(_ data: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: data, count: count))
    let isWhole = attempt { () throws(AudioError) in try readToTheEnd(bytes, rate: nil) }
    _ = attempt { () throws(AudioError) in try readToTheEnd(bytes, rate: 16_000) }
    guard isWhole == true else { return 0 }
    _ = attempt { () throws(AudioError) in
        let facts = try SoundMeter.measure(bytes: bytes, name: "fuzzed")
        precondition(facts.format.frames > 0 && !facts.rms.isNaN, "a measure of nothing")
    }
    return 0
}

/// What `body` gives; nil where it refuses in a sentence.
private func attempt<Value>(_ body: () throws(AudioError) -> Value) -> Value? {
    do throws(AudioError) {
        return try body()
    } catch {
        precondition(error.description.hasSuffix("."), "an error without a sentence")
        return nil
    }
}

/// Reads until a limit, and says whether that was all.
private func readToTheEnd(_ bytes: [UInt8], rate: Int?) throws(AudioError) -> Bool {
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
    return frames < frameLimit
}
