import Testing

@testable import VoiceActivity

/// Labels of a call at 1,000 Hz: the app speaks for 2 s, the caller for 1.5 s, with unlike pauses.
@Suite struct LabelFitTests {
    private static let pauses: [Int64] = [
        600, 1_450, 380, 2_210, 900, 1_130, 470, 1_790, 640, 1_310,
    ]

    /// Who speaks when.
    private static var spoken: [(isApp: Bool, range: Range<Int64>)] {
        var (spoken, now) = ([(isApp: Bool, range: Range<Int64>)](), Int64(500))
        for (place, pause) in pauses.enumerated() {
            let length: Int64 = place.isMultiple(of: 2) ? 2_000 : 1_500
            spoken.append((place.isMultiple(of: 2), now..<now + length))
            now += length + pause
        }
        return spoken
    }

    private static func labels(
        _ spoken: [(isApp: Bool, range: Range<Int64>)], late: Int64 = 0
    ) throws -> SpeakerLabels {
        let lines = spoken.map { one in
            let (start, end) = (one.range.lowerBound + late, one.range.upperBound + late)
            return
                "\(Double(start) / 1_000)\t\(Double(end) / 1_000)\t\(one.isApp ? "app" : "caller")"
        }
        return try SpeakerLabels(
            bytes: Array(lines.joined(separator: "\n").utf8), path: "a.labels.txt", rate: 1_000)
    }

    private static func fit(
        _ labels: SpeakerLabels, heard: [Range<Int64>] = spoken.map(\.range)
    ) throws(LabelFit.Misfit) -> LabelFit {
        try LabelFit(labels, app: "app", heard: heard, frames: 40_000, rate: 1_000)
    }

    @Test("finds an offset, and takes the boundaries that are heard", arguments: [0, 500, 3_700])
    func offset(late: Int64) throws {
        let fit = try Self.fit(try Self.labels(Self.spoken, late: late))
        #expect(fit.offset == late)
        #expect(fit.app == Self.spoken.filter(\.isApp).map(\.range))
        #expect(fit.caller == Self.spoken.filter { !$0.isApp }.map(\.range))
        #expect(fit.labelled == [])
        #expect((fit.near, fit.all) == (20, 20))
        #expect(fit.ninetyFifth == 0)
    }

    @Test("segments that end where the next begin have the ends that are heard")
    func gapless() throws {
        var spoken = Self.spoken
        for place in spoken.indices.dropLast() {
            spoken[place].range =
                spoken[place].range.lowerBound..<spoken[place + 1].range.lowerBound
        }
        let fit = try Self.fit(try Self.labels(spoken))
        #expect(fit.caller == Self.spoken.filter { !$0.isApp }.map(\.range))
        #expect(fit.all == 10)
    }

    @Test("a pause that no gapless label tells and nobody hears is not known")
    func seamless() throws {
        var spoken = Self.spoken
        for place in spoken.indices.dropLast() {
            spoken[place].range =
                spoken[place].range.lowerBound..<spoken[place + 1].range.lowerBound
        }
        var heard = Self.spoken.map(\.range)
        heard[1] = heard[1].lowerBound..<heard[2].upperBound
        heard.remove(at: 2)
        let fit = try Self.fit(try Self.labels(spoken), heard: heard)
        #expect(fit.seamless == [spoken[2].range.lowerBound])
        #expect(try Self.fit(try Self.labels(Self.spoken), heard: heard).seamless == [])
    }

    @Test("labels decide a boundary that is not heard, and say so")
    func decides() throws {
        // The second answer follows the caller without a pause.
        var heard = Self.spoken.map(\.range)
        heard[1] = heard[1].lowerBound..<heard[2].upperBound
        heard.remove(at: 2)
        let fit = try Self.fit(try Self.labels(Self.spoken), heard: heard)
        #expect(fit.labelled.count >= 1)
        #expect(fit.caller == Self.spoken.filter { !$0.isApp }.map(\.range))
    }

    @Test("labels of another call are refused with the figure")
    func foreign() throws {
        let other = zip(Self.spoken, Self.pauses.reversed()).map { one, pause in
            (
                isApp: one.isApp,
                range: one.range.lowerBound * 7 / 9..<one.range.lowerBound * 7 / 9 + pause
            )
        }
        let error = #expect(throws: LabelFit.Misfit.self) {
            _ = try Self.fit(try Self.labels(other))
        }
        #expect(error?.reason(rate: 1_000).contains("and 75 % are needed") == true)
    }

    @Test("labels that lie on the sound in two ways, and too few of them, are refused")
    func refusals() throws {
        let even = (0..<12).map { (isApp: $0 % 2 == 0, range: $0 * 3_000..<$0 * 3_000 + 2_000) }
            .map {
                (isApp: $0.isApp, range: Int64($0.range.lowerBound)..<Int64($0.range.upperBound))
            }
        let twice = #expect(throws: LabelFit.Misfit.self) {
            _ = try Self.fit(try Self.labels(even), heard: even.map(\.range))
        }
        #expect(twice?.reason(rate: 1_000).contains("they fit in two ways: 24 boundaries") == true)
        let few = #expect(throws: LabelFit.Misfit.self) {
            _ = try Self.fit(try Self.labels(Array(Self.spoken.prefix(2))))
        }
        #expect(few == .tooFew(4))
        #expect(
            few?.reason(rate: 1_000)
                == "4 of their boundaries lie on one that is heard, and 5 are needed")
    }
}
