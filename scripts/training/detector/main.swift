// Reads sounds, writes the features of their hops: the bridge from the detector to its teacher.
//
// In: the number of samples (4 bytes), then 16-bit samples, again and again, at 16 kHz.
// Out, for each: the number of hops (4 bytes), then 32 numbers of 16 bits a hop.
#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

func fill(_ start: UnsafeMutableRawPointer, bytes: Int) -> Bool {
    var done = 0
    while done < bytes {
        let count = read(0, start + done, bytes - done)
        if count <= 0 { return false }
        done += count
    }
    return true
}

func give(_ start: UnsafeRawPointer, bytes: Int) {
    var done = 0
    while done < bytes {
        let count = write(1, start + done, bytes - done)
        if count <= 0 { exit(1) }
        done += count
    }
}

let extractor = FeatureExtractor()
var frames: Int32 = 0
while fill(&frames, bytes: 4) {
    let hops = Int(frames) / FeatureExtractor.hopFrames
    let whole = hops * FeatureExtractor.hopFrames
    let around = FeatureExtractor.lead + FeatureExtractor.lag
    var samples = [Int16](repeating: 0, count: whole + around)
    let isWhole = samples.withUnsafeMutableBytes {
        fill($0.baseAddress! + 2 * FeatureExtractor.lead, bytes: 2 * whole)
    }
    guard isWhole else { exit(1) }
    let features = UnsafeMutableBufferPointer<HopFeatures>.allocate(capacity: max(1, hops))
    samples.withUnsafeBufferPointer { extractor.extract($0, hops: hops, into: features) }
    var count = Int32(hops)
    give(&count, bytes: 4)
    give(features.baseAddress!, bytes: hops * MemoryLayout<HopFeatures>.size)
    features.deallocate()
}
