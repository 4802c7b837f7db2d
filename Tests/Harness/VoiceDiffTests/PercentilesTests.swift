import Testing

@testable import VoiceDiff

@Suite("Percentiles")
struct PercentilesTests {
    private let samples = [100_001, 200_002].map { LatencySample(microseconds: $0) }

    @Test("each is a value that was measured")
    func measured() throws {
        let percentiles = try #require(Percentiles(samples))
        #expect(percentiles.all.map(\.value.microseconds) == [100_001, 200_002, 200_002, 200_002])
        #expect(percentiles.count == 2)
    }

    @Test("a corrected one is the largest value of its group, and never larger than the largest")
    func corrected() throws {
        // 150,002, 100,002, 50,002 and 50,001 were left out.
        let percentiles = try #require(Percentiles(samples, interval: 50_000))
        #expect(percentiles.count == 6)
        #expect(percentiles.all.map(\.value.microseconds) == [100_003, 200_002, 200_002, 200_002])
    }

    @Test("a value below zero counts as none, one beyond 48 hours as 48 hours")
    func bounded() throws {
        let odd = [-5, Int64.max].map { LatencySample(microseconds: $0) }
        let percentiles = try #require(Percentiles(odd, interval: 1_000_000_000_000))
        #expect(percentiles.p50.microseconds == 0)
        #expect(percentiles.max.microseconds == 48 * 3_600 * 1_000_000)
    }

    @Test("of nothing there are none")
    func nothing() { #expect(Percentiles([]) == nil) }

    @Test(
        "a group begins where the one below ends, and is narrow",
        arguments: [1, 255, 256, 257, 511, 512, 99_999, 60_000_000_000] as [UInt64])
    func groups(number: UInt64) {
        let groups = HistogramGroups(bits: 8)
        let largest = groups.largest(of: number)
        let index = groups.index(of: number)
        #expect(groups.largest(at: index) == largest)
        #expect(groups.index(of: largest) == index)
        #expect(groups.index(of: largest + 1) == index + 1)
        #expect(number <= largest && largest - number <= number / 100)
    }
}
