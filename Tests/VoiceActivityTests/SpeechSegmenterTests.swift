import Testing
import VoiceActivity

@Suite struct SpeechSegmenterTests {
    static let cases: [(String, String, String)] = [
        (
            "starts when speech has lasted, ends when silence has",
            "...#####................", "......." + "S.......E" + "........"
        ),
        (
            "hears nothing in silence",
            "........................", "........................"
        ),
        (
            "is not started by a short noise",
            "...####......####.......", "........................"
        ),
        (
            "bridges a short gap while it starts",
            "...##..###..............", ".........S.......E......"
        ),
        (
            "starts anew after a longer gap",
            "...##...#####...........", "............S.......E..."
        ),
        (
            "is not started by what has no pitch",
            "...++++++++++++++++.....", "........................"
        ),
        (
            "is not torn by a gap shorter than the end silence",
            "...#####.......###......", ".......S................"
        ),
        (
            "lets noise long after the last pitch end speech",
            "...#####+++++++++++++++.", ".......S.............E.."
        ),
    ]

    @Test("decides in the right column", arguments: cases)
    func columns(name: String, sound: String, decided: String) {
        var segmenter = SpeechSegmenter(
            settings: SegmenterDiagram.quickSettings, sampleRate: 16_000)
        #expect(SegmenterDiagram.draw(sound, &segmenter) == decided, "\(name)")
    }

    @Test("says what a start and an end rest on")
    func crossings() throws {
        var segmenter = SpeechSegmenter(
            settings: SegmenterDiagram.quickSettings, sampleRate: 16_000)
        let decisions = SegmenterDiagram.decisions("...+####........", &segmenter)
        let start = SpeechCrossing(
            frame: 8 * 160, spoken: 3 * 160, energy: -30_000, floor: -60_000, margin: 30_000,
            threshold: 6_000, duration: 800, limit: 800)
        let end = SpeechCrossing(
            frame: 16 * 160, spoken: 8 * 160, energy: -60_000, floor: -60_000, margin: 0,
            threshold: 6_000, duration: 1_280, limit: 1_280)
        #expect(decisions == [.start(start), .end(end)])
        #expect(segmenter.speechStartFrame == Int64(480))
        #expect(!segmenter.isSpeaking)
    }

    @Test("lets noise before speech lend it no more than the head")
    func head() {
        var segmenter = SpeechSegmenter(
            settings: SegmenterDiagram.quickSettings, sampleRate: 16_000)
        let decisions = SegmenterDiagram.decisions("++++++++++++++##", &segmenter)
        guard case .start(let crossing)? = decisions.first else {
            Issue.record("no start")
            return
        }
        #expect(crossing.spoken == (14 - 6) * 160)
    }

    @Test("asks for no pitch when the settings ask for none")
    func pitchless() {
        var settings = SegmenterDiagram.quickSettings
        settings.minPitchedMs = 0
        var segmenter = SpeechSegmenter(settings: settings, sampleRate: 16_000)
        #expect(SegmenterDiagram.draw("..+++++++++++++++", &segmenter) == "......S..........")
        #expect(segmenter.isSpeaking)
    }

    @Test("takes over a listening job's limits and gives them back")
    func tuning() {
        var segmenter = SpeechSegmenter(
            settings: SegmenterDiagram.quickSettings, sampleRate: 16_000)
        segmenter.tune(minSpeechFrames: 320, endSilenceFrames: 480)
        #expect(SegmenterDiagram.draw(".##....", &segmenter) == "..S..E.")
        segmenter.resetTuning()
        #expect(SegmenterDiagram.draw(".#####........", &segmenter) == ".....S.......E")
    }

    @Test("takes limits of no frames as one frame")
    func tinyTuning() {
        var segmenter = SpeechSegmenter(
            settings: SegmenterDiagram.quickSettings, sampleRate: 16_000)
        segmenter.tune(minSpeechFrames: 0, endSilenceFrames: -5)
        #expect(SegmenterDiagram.draw(".##.", &segmenter) == "..SE")
    }
}
