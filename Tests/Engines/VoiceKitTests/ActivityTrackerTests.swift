import Testing
import VoiceTestSupport
import VoiceTime

@testable import VoiceKit

@Suite("The tracker of loud sound")
struct ActivityTrackerTests {
    private static let seconds = 1_024.0 / 44_100
    private static let rules = [
        ActivityTracker.Rule.original, .asymmetric(bufferSeconds: seconds),
    ]

    /// A tracker that has heard levels in decibels, one at each frame from 0.
    private func tracker(_ rule: ActivityTracker.Rule, _ levels: [Int]) -> ActivityTracker {
        var tracker = ActivityTracker(rule, start: -1)
        for (frame, level) in levels.enumerated() {
            tracker.observe(milliDecibels: level * 1_000, at: Frame(frame))
        }
        return tracker
    }

    @Test(
        "2.5.4: −70, −68 is never loud; −60, −58, then 0 is loud at that time",
        .fact("voicekit-2.5.4-3"), arguments: rules)
    func published(rule: ActivityTracker.Rule) {
        let start: Frame? = rule == .original ? -1 : nil
        #expect(tracker(rule, [-70, -68]).lastLoud == start)
        #expect(tracker(rule, [-60, -58, 0]).lastLoud == 2)
    }

    @Test(
        "2.5.4: the first buffer is never loud, and sets the floor", .fact("voicekit-2.5.4-1"),
        arguments: rules)
    func firstBuffer(rule: ActivityTracker.Rule) {
        let tracker = tracker(rule, [-25])
        #expect(tracker.floor == -25)
        #expect(tracker.lastLoud == (rule == .original ? -1 : nil))
    }

    @Test(
        "2.5.4: loud is 12 dB above a floor that has moved: 12.63 dB above the one before",
        .fact("voicekit-2.5.4-2"))
    func threshold() {
        for (level, isLoud) in [(-47_400, false), (-47_350, true)] {
            var tracker = ActivityTracker(.original, start: -1)
            tracker.observe(milliDecibels: -60_000, at: 0)
            tracker.observe(milliDecibels: level, at: 1)
            #expect((tracker.lastLoud == 1) == isLoud)
        }
    }

    @Test(
        "2.5.4: by the original rule constant speech 30 dB above the floor is loud 17 times",
        .fact("voicekit-2.5.4-5"))
    func originalForgetsSpeech() {
        let tracker = tracker(.original, [-60] + Array(repeating: -30, count: 100))
        #expect(tracker.lastLoud == 17)
    }

    @Test(
        "2.5.4: the floor rises tenfold more slowly under loud sound, so that speech stays loud",
        .fact("voicekit-2.5.4-6"))
    func asymmetricKeepsSpeech() {
        let tracker = tracker(Self.rules[1], [-60] + Array(repeating: -30, count: 100))
        #expect(tracker.lastLoud == 100)
        // 30 dB · 0.995^n falls below 12.63 dB after 172 buffers.
        let later = self.tracker(Self.rules[1], [-60] + Array(repeating: -30, count: 400))
        #expect(later.lastLoud == 173)
    }

    @Test(
        "2.5.4: the floor stays between −90 and −20 dB, but for the original rule",
        .fact("voicekit-2.5.4-8"))
    func clamped() {
        #expect(tracker(Self.rules[1], [-160]).floor == -90)
        #expect(tracker(Self.rules[1], [-5]).floor == -20)
        #expect(tracker(.original, [-160]).floor == -160)
    }

    @Test(
        "2.5.4: 0.05 belongs to 23.2 ms: longer buffers move the floor further",
        .fact("voicekit-2.5.4-7"))
    func scaled() {
        #expect(abs(ActivityTracker.share(0.05, after: Self.seconds) - 0.05) < 1e-12)
        #expect(abs(ActivityTracker.share(0.05, after: 2 * Self.seconds) - 0.0975) < 1e-12)
        let buffer = ActivityTracker.share(0.05, after: 0.064)
        #expect((0.131...0.133).contains(buffer))
    }

    @Test("2.5.4: loud times go forward only", .fact("voicekit-2.5.4-4"))
    func forward() {
        var tracker = ActivityTracker(Self.rules[1], start: 0)
        tracker.markLoud(at: 9)
        tracker.markLoud(at: 4)
        #expect(tracker.lastLoud == 9)
    }
}
