import Testing
import VoiceActivity

@Suite struct SpeechSegmenterTests {
    static let cases: [(String, String, String)] = [
        (
            "starts when speech has lasted, ends when silence has, four hops later each",
            "...#####................", "...........S.......E........"
        ),
        (
            "hears nothing in silence",
            "........................", "............................"
        ),
        (
            "is not started by a short noise",
            "...####......####.......", "............................"
        ),
        (
            "bridges a short gap while it starts",
            "...##..###..............", ".............S.......E......"
        ),
        (
            "starts anew after a longer gap",
            "...##...#####...........", "................S.......E..."
        ),
        (
            "is not started by what is only likely enough to go on",
            "...++++++++++++++++.....", "............................"
        ),
        (
            "goes on while that is so",
            "...#####++++............", "...........S...........E...."
        ),
        (
            "is not started by what is too quiet",
            "...qqqqqqqqqqqqqqqq.....", "............................"
        ),
        (
            "is ended by what is too quiet",
            "...#####qqqqqqqqqqqqqqqq", "...........S.......E........"
        ),
        (
            "is not torn by a gap shorter than the end silence",
            "...#####.......###......", "...........S................"
        ),
    ]

    @Test("decides in the right column", arguments: cases)
    func columns(name: String, sound: String, decided: String) {
        var segmenter = SpeechSegmenter(
            settings: SegmenterDiagram.quickSettings, sampleRate: 16_000)
        #expect(SegmenterDiagram.draw(sound, &segmenter) == decided, "\(name)")
    }

    @Test("decides at once where evidence comes at once")
    func undelayed() {
        var segmenter = SpeechSegmenter(
            settings: SegmenterDiagram.quickSettings, sampleRate: 16_000, delayHops: 0)
        #expect(
            SegmenterDiagram.draw("...#####.........", &segmenter, delayHops: 0)
                == ".......S.......E.")
    }

    @Test("says what a start and an end rest on, and where speech really was")
    func tapEvents() throws {
        var segmenter = SpeechSegmenter(
            settings: SegmenterDiagram.quickSettings, sampleRate: 16_000)
        let decisions = SegmenterDiagram.decisions("...#####........", &segmenter)
        let start = SpeechBoundary(
            frame: 12 * 160, spoken: 3 * 160, energy: -30_000, floor: -60_000, margin: 30_000,
            probability: 900, threshold: 500, duration: 800, limit: 800)
        let end = SpeechBoundary(
            frame: 20 * 160, spoken: 8 * 160, energy: -60_000, floor: -60_000, margin: 0,
            leastMargin: 3_000, probability: 10, threshold: 300, duration: 1_280, limit: 1_280)
        #expect(decisions.compactMap { $0 } == [.start(start), .end(end)])
        #expect(segmenter.speechStartFrame == Int64(480))
        #expect(segmenter.lastSpeechFrame == Int64(8 * 160))
        #expect(!segmenter.isSpeaking)
    }

    @Test("compares with the settings", arguments: [(900, true), (901, false)])
    func threshold(permille: Int, isHeard: Bool) {
        var settings = SegmenterDiagram.quickSettings
        settings.thresholdPermille = permille
        var segmenter = SpeechSegmenter(settings: settings, sampleRate: 16_000)
        _ = SegmenterDiagram.draw("########", &segmenter)
        #expect(segmenter.isSpeaking == isHeard)
    }

    @Test("goes on as the settings say", arguments: [(400, true), (401, false)])
    func hold(permille: Int, isHeld: Bool) {
        var settings = SegmenterDiagram.quickSettings
        settings.holdPermille = permille
        var segmenter = SpeechSegmenter(settings: settings, sampleRate: 16_000)
        _ = SegmenterDiagram.draw("########++++++++++++", &segmenter)
        #expect(segmenter.isSpeaking == isHeld)
    }

    @Test(
        "what is loud just before the first probable hop confirms half of a start at most",
        arguments: [(9, 4, true), (10, 4, true), (10, 3, false), (8, 8, true), (8, 7, false)])
    func lead(margin: Int, probable: Int, isHeard: Bool) {
        var settings = SegmenterDiagram.quickSettings
        settings.minSpeechMs = 80
        settings.leadMs = 60
        settings.leadMarginMilliDB = 9_000
        var segmenter = SpeechSegmenter(settings: settings, sampleRate: 16_000)
        for hop in 1...20 {
            let isProbable = (11..<11 + probable).contains(hop)
            let isLoud = (2..<11).contains(hop)
            let energy = isProbable ? -30_000 : isLoud ? -60_000 + Int32(margin) * 1_000 : -60_000
            let evidence = HopEvidence(
                energy: energy, floor: -60_000, odds: 0, probability: isProbable ? 900 : 10)
            _ = segmenter.step(evidence, at: Int64(hop + 4) * 160)
        }
        #expect((segmenter.speechStartFrame != nil) == isHeard)
        if isHeard { #expect(segmenter.speechStartFrame == Int64(10 * 160)) }
    }

    @Test(
        "ends where speech falls to a share of its height",
        arguments: [(300, true), (301, false)])
    func tail(permille: Int, isHeld: Bool) {
        var settings = SegmenterDiagram.quickSettings
        settings.holdMarginPermille = permille
        var segmenter = SpeechSegmenter(settings: settings, sampleRate: 16_000)
        for hop in 1...20 {
            // 9 of 30 dB are left.
            let energy: Int32 = hop <= 8 ? -30_000 : -51_000
            let evidence = HopEvidence(
                energy: energy, floor: -60_000, odds: 2_197, probability: 900)
            _ = segmenter.step(evidence, at: Int64(hop + 4) * 160)
        }
        #expect(segmenter.isSpeaking == isHeld)
    }

    @Test(
        "counts hops of the level that the settings ask for",
        arguments: [(-30_000, true), (-29_999, false)])
    func level(milliDB: Int, isHeard: Bool) {
        var settings = SegmenterDiagram.quickSettings
        settings.levelMinimumMilliDB = milliDB
        var segmenter = SpeechSegmenter(settings: settings, sampleRate: 16_000)
        _ = SegmenterDiagram.draw("########", &segmenter)
        #expect(segmenter.isSpeaking == isHeard)
    }

    @Test("takes over a listening job's limits and gives them back")
    func tuning() {
        var segmenter = SpeechSegmenter(
            settings: SegmenterDiagram.quickSettings, sampleRate: 16_000)
        segmenter.tune(minSpeechFrames: 320, endSilenceFrames: 480)
        #expect(SegmenterDiagram.draw(".##....", &segmenter) == "......S..E.")
        segmenter.resetTuning()
        #expect(SegmenterDiagram.draw(".#####........", &segmenter) == ".........S.......E")
    }

    @Test("takes limits of no frames as one frame")
    func tinyTuning() {
        var segmenter = SpeechSegmenter(
            settings: SegmenterDiagram.quickSettings, sampleRate: 16_000)
        segmenter.tune(minSpeechFrames: 0, endSilenceFrames: -5)
        #expect(SegmenterDiagram.draw(".##.", &segmenter) == ".....S.E")
    }
}
