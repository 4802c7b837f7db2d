import VoiceActivity

/// Any samples are judged; what is found is ascending, apart, and within the sound.
///
/// The first byte says how the sound is repeated, the rest is 16-bit samples.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzDetector(_ data: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    guard count > 2 else { return 0 }
    let repeats = 1 + Int(data[0] & 63)
    let part = (0..<(count - 1) / 2).map { index in
        Int16(truncatingIfNeeded: Int(data[1 + 2 * index]) | Int(data[2 + 2 * index]) << 8)
    }
    // Half the pieces are quieter: there is something to tell apart.
    let shift = Int16(3 + 3 * (data[0] >> 6))
    let samples = (0..<repeats).flatMap { round in
        round % 4 < 2 ? part : part.map { $0 >> shift }
    }
    judge(samples)
    return 0
}

private func judge(_ samples: [Int16]) {
    let opening = samples.withUnsafeBufferPointer { SoundOpening($0) }
    let grid = opening.grid
    let hops = grid.hopCount(frames: samples.count)
    let before = FeatureExtractor.lead - grid.firstStart
    let after = hops * FeatureExtractor.hopFrames + grid.firstStart - samples.count
    precondition(after >= 0, "the hops do not cover the sound")
    let padded =
        [Int16](repeating: 0, count: before) + samples
        + [Int16](repeating: 0, count: after + FeatureExtractor.lag)
    let features = UnsafeMutableBufferPointer<HopFeatures>.allocate(capacity: hops)
    defer { features.deallocate() }
    padded.withUnsafeBufferPointer { FeatureExtractor().extract($0, hops: hops, into: features) }
    var detector = OfflineDetector(
        settings: OfflineSettings(), opening: opening, keepsDecisions: true)
    var segments: [SpeechSegment] = []
    var decided = 0
    for hop in features {
        detector.step(hop)
        segments += detector.takeSegments()
        decided += detector.takeDecisions().count
    }
    detector.finish(frames: Int64(samples.count))
    segments += detector.takeSegments()
    decided += detector.takeDecisions().count
    precondition(decided == hops, "a hop without a decision")
    var reached: Int64 = 0
    for segment in segments {
        precondition(reached <= segment.start, "stretches overlap or go back")
        precondition(segment.start < segment.end, "a stretch of nothing")
        reached = segment.end
    }
    precondition(reached <= Int64(samples.count), "speech after the end")
}
