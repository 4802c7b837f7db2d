import Testing
import VoiceEngine

@testable import VoiceMedia

@Suite struct MediaCorePlayingTests {
    @Test("schedules the end of what it plays")
    func end() {
        var script = MediaCoreScript()
        let prompt = MediaCoreScript.prompt()
        #expect(
            script.at(50, .play(job: 1, prompt: prompt, frames: 100))
                == [.arm(.playEnd(job: 1), at: 150), .signal(.playStarted(job: 1, prompt: prompt))])
        #expect(script.at(149) == [])
        #expect(script.at(150).signals == [.playEnded(job: 1)])
    }

    @Test("plays what is repeated for ever until it is stopped")
    func endless() {
        var script = MediaCoreScript()
        let prompt = MediaCoreScript.prompt()
        #expect(
            script.at(0, .play(job: 1, prompt: prompt, frames: nil))
                == [.signal(.playStarted(job: 1, prompt: prompt))])
        #expect(script.timers.isEmpty)
    }

    @Test("says nothing more about what was stopped")
    func stop() {
        var script = MediaCoreScript()
        script.at(0, .play(job: 1, prompt: MediaCoreScript.prompt(), frames: 100))
        #expect(script.at(60, .stopPlaying(job: 1)) == [.disarm(.playEnd(job: 1))])
        #expect(script.at(200) == [])
    }

    @Test("has nothing to stop where nothing plays")
    func stopNothing() {
        var script = MediaCoreScript()
        #expect(script.at(0, .stopPlaying(job: 1)) == [])
    }

    @Test("ignores an end that comes for a stopped prompt")
    func lateEnd() {
        var script = MediaCoreScript()
        script.at(0, .play(job: 1, prompt: MediaCoreScript.prompt(), frames: 100))
        script.at(60, .stopPlaying(job: 1))
        #expect(script.at(100, .timer(.playEnd(job: 1))) == [])
    }

    @Test("plays several prompts at a time, each to its own end")
    func several() {
        var script = MediaCoreScript()
        script.at(0, .play(job: 1, prompt: MediaCoreScript.prompt(), frames: 300))
        script.at(100, .play(job: 2, prompt: MediaCoreScript.prompt(), frames: 50))
        #expect(script.at(400).signals == [.playEnded(job: 2), .playEnded(job: 1)])
    }
}
