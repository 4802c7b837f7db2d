import Testing

@testable import VoiceActivity

@Suite struct SpeechInputsTests {
    /// Hops that are all different.
    private static func hops(_ count: Int) -> [HopFeatures] {
        var state: UInt32 = 3
        func next(_ range: ClosedRange<Int>) -> Int16 {
            state = state &* 1_664_525 &+ 1_013_904_223
            return Int16(range.lowerBound + Int(state >> 8) % range.count)
        }
        return (0..<count).map { _ in
            var (bands, rest) = (SIMD16<Int16>(), SIMD16<Int16>())
            for band in 0..<16 { bands[band] = next(-9_600...0) }
            for place in 0..<2 { rest[place] = next(-9_600...0) }
            for place in 2..<5 { rest[place] = next(0...1_500) }
            rest[5] = next(0...1_000)
            rest[6] = next(10...57)
            for place in 8..<16 { rest[place] = next(-9_600...0) }
            return HopFeatures(bands: bands, rest: rest)
        }
    }

    /// The numbers of every hop, worked out from all hops before it.
    private static func plain(_ hops: [HopFeatures], firstPlace: Int) -> [[Float]] {
        func levels(_ hop: HopFeatures) -> [Float] {
            let bands = (0..<16).map { Float(max(-7_500, hop.bands[$0])) }
            return bands + (0..<2).map { Float(max(-7_500, hop.rest[$0])) }
                + [bands.reduce(0, +) / 16]
        }
        func clip(_ value: Float, _ least: Float, _ most: Float) -> Float {
            min(max(value, least), most)
        }
        func peak(_ quarters: [Int16]) -> Float {
            let raised = quarters.map { Float(max(-7_500, $0)) }
            return ((raised.max() ?? 0) - raised.reduce(0, +) / 4) / 500
        }
        let all = hops.map(levels)
        // A short first block counts for nothing.
        let means = (0..<(hops.count + firstPlace) / 10).map { block -> [Float]? in
            let part = hops.indices.filter { ($0 + firstPlace) / 10 == block }
            guard part.count == 10 else { return nil }
            return (0..<19).map { band in part.map { all[$0][band] }.reduce(0, +) / 10 }
        }
        return hops.indices.map { index in
            let blocks = means.prefix((index + firstPlace) / 10).compactMap(\.self)
            let (hop, here) = (hops[index], all[index])
            let known = blocks.isEmpty ? [here] : blocks
            let floors = (0..<19).map { band in known.suffix(30).map { $0[band] }.min() ?? 0 }
            let means = known.map { $0[18] }
            let usual = means.suffix(30).reduce(0, +) / Float(min(30, means.count))
            let last = index > 0 ? hops[index - 1].rest[6] : hop.rest[6]
            let energy = here[18]
            return (0..<18).map { clip(here[$0] - floors[$0], -300, 4_500) / 1_000 }
                + (2..<5).map { Float(hop.rest[$0]) / 400 }
                + [
                    Float(hop.rest[5]) / 1_000, Float(min(abs(hop.rest[6] - last), 8)) / 8,
                    clip(energy - (means.suffix(8).min() ?? 0), -300, 4_500) / 1_000,
                    clip((means.suffix(30).max() ?? 0) - energy, -300, 6_000) / 1_000,
                    clip(usual - floors[18], 0, 4_500) / 1_000,
                    peak((8..<12).map { hop.rest[$0] }), peak((12..<16).map { hop.rest[$0] }),
                    clip((means.suffix(100).max() ?? 0) - energy, -300, 6_000) / 1_000,
                    min(energy + 4_000, 3_500) / 2_000,
                    clip(energy - (means.suffix(100).min() ?? 0), -300, 4_500) / 1_000,
                    Float(min(blocks.count, 30)) / 30,
                ]
        }
    }

    @Test("are what all hops before say, wherever blocks begin", arguments: [0, 2, 8])
    func inputs(firstPlace: Int) {
        let hops = Self.hops(340)
        let plain = Self.plain(hops, firstPlace: firstPlace)
        var listener = HopListener(firstPlace: firstPlace)
        for (index, hop) in hops.enumerated() where index < hops.count {
            let isWhole = listener.process(hop)
            #expect(isWhole == (index % 2 == 1))
            guard isWhole else { continue }
            let wanted = plain[index - 1] + plain[index]
            let other = zip(listener.inputs, wanted).enumerated()
                .filter { !(abs($1.0 - $1.1) < 1e-4) }
            #expect(other.isEmpty, "hop \(index), numbers \(other.map(\.offset))")
        }
    }
}
