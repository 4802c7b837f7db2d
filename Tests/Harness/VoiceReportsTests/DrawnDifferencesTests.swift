import Testing
import VoiceAudio
import VoiceDiff
import VoiceJSON
import VoiceTime
import VoiceTrace

@testable import VoiceReports

/// What of a long session is drawn, heard and told where not everything can be.
@Suite("Drawn differences")
struct DrawnDifferencesTests {
    private let frames: Frame = 16_000 * 120

    /// An event every tenth of a second for two minutes; the actual ones come 10 ms later.
    private var traces: (golden: [TraceEvent], actual: [TraceEvent]) {
        let golden = (0..<1_199).map { index in
            TraceEvent(
                sequence: index, frame: Frame(index) * 1_600, tap: .actions, kind: "field",
                fields: ["name": .string("F\(index % 7)"), "value": .integer(Int64(index))])
        }
        let actual = golden.map { event in
            var later = event
            later.frame += 160
            return later
        }
        return (golden, actual)
    }

    private var diff: TraceDiff {
        TraceDiff(golden: traces.golden, actual: traces.actual, sampleRate: .standard)
    }

    @Test("marks are spread over the whole session, and begin with the first of every group")
    func spread() throws {
        let chosen = DrawnDifferences(diff, frames: frames)
        #expect(chosen.drawn.count == DrawnDifferences.limit)
        for group in diff.groups { #expect(chosen.place(of: group.first) != nil) }
        let gaps = zip(chosen.drawn, chosen.drawn.dropFirst()).map { $1.frame - $0.frame }
        #expect(try #require(gaps.max()) <= 1_600 * 5)
        #expect(try #require(chosen.drawn.last).frame > frames - 1_600 * 3)
    }

    @Test("no difference is without a mark or a shaded stretch, and the count adds up")
    func undrawn() throws {
        let chosen = DrawnDifferences(diff, frames: frames)
        for difference in diff.differences where chosen.place(of: difference) == nil {
            #expect(chosen.stretches.contains { $0.range.contains(difference.frame) })
        }
        let told = chosen.stretches.reduce(0) { $0 + $1.count }
        #expect(told == diff.differences.count - chosen.drawn.count)
    }

    @Test("every difference that is drawn can be heard, the first of each group first")
    func heard() throws {
        let sound = MonoSound(
            sampleRate: 16_000, samples: (0..<Int(frames)).map { Int16($0 % 160 * 40) })
        let verdict = Verdict(name: "a", path: "b", diff: diff)
        let detail = SessionDetail(
            verdict, golden: traces.golden, actual: traces.actual, frames: frames,
            sounds: SessionSounds(microphone: sound))
        let pieces = (detail.object["sound"]?.array ?? []).compactMap(\.object)
        let ranges = pieces.compactMap { piece -> Range<Frame>? in
            guard let from = piece["from"]?.integer, let count = piece["frames"]?.integer
            else { return nil }
            return from..<from + count
        }
        for difference in DrawnDifferences(diff, frames: frames).drawn {
            #expect(ranges.contains { $0.contains(difference.frame) })
        }
        let order = pieces.map { $0["more"] == true }
        #expect(order.first == false && order.last == true)
        #expect(order == order.filter { !$0 } + order.filter { $0 })
        // Stretches never hold the same sound twice.
        let sorted = ranges.sorted { $0.lowerBound < $1.lowerBound }
        #expect(zip(sorted, sorted.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound })
    }
}
