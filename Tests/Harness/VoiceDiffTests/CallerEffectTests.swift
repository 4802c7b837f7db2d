import Testing
import VoiceFlow
import VoiceJSON
import VoiceTime
import VoiceTrace

@testable import VoiceDiff

@Suite("What a caller notices")
struct CallerEffectTests {
    private func event(
        _ frame: Frame, _ kind: String, _ fields: JSONObject, why: JSONObject = [:]
    ) -> TraceEvent {
        let tap: Tap = kind == "final" || kind == "rejected" ? .words : .actions
        return TraceEvent(frame: frame, tap: tap, kind: kind, fields: fields, why: why)
    }

    private func media(_ frame: Frame, _ item: String, _ event: String) -> TraceEvent {
        self.event(
            frame, "media",
            [
                "module": "M", "item": .string(item), "function": "playAudio",
                "event": .string(event),
            ]
        )
    }

    private func segment(_ frame: Frame, _ item: String, _ text: String) -> TraceEvent {
        event(
            frame, "segment",
            ["module": "M", "prompt": .string(item), "digest": "d", "text": .string(text)])
    }

    private func heard(_ frame: Frame, _ text: String) -> TraceEvent {
        event(frame, "final", ["text": .string(text), "confidence": 900])
    }

    private func effect(
        _ golden: [TraceEvent], _ actual: [TraceEvent], said: String? = nil
    ) -> CallerEffect? {
        func numbered(_ events: [TraceEvent]) -> [TraceEvent] {
            events.enumerated().map { place, event in
                var event = event
                event.sequence = place
                return event
            }
        }
        let (golden, actual) = (numbered(golden), numbered(actual))
        let turns = said.map { [SpokenTurn(active: 8_000..<16_000, words: $0)] } ?? []
        return CallerEffect(
            TraceDiff(golden: golden, actual: actual, sampleRate: .standard), golden: golden,
            actual: actual, turns: turns)
    }

    @Test("words that are understood otherwise are told beside what the caller said")
    func words() {
        let golden = [heard(32_000, "the weather")]
        let actual = [heard(32_000, "the news please")]
        #expect(
            effect(golden, actual, said: "the weather")?.sentence
                == "The caller said “the weather”; the app heard “the news please”.")
        #expect(
            effect(golden, actual)?.sentence
                == "The app heard “the news please” instead of “the weather”.")
        #expect(
            effect(golden, actual, said: "sunshine")?.sentence
                == "The caller said “sunshine”; the app heard “the news please” instead of"
                + " “the weather”.")
    }

    @Test("an utterance that is rejected now was heard without words")
    func rejected() {
        let effect = effect(
            [heard(32_000, "yes")], [event(32_000, "rejected", ["reason": "garbage"])],
            said: "yes")
        #expect(effect?.kind == .words)
        #expect(effect?.sentence == "The caller said “yes”; the app heard no words.")
    }

    @Test("a prompt in the place of another is told by what both say")
    func prompts() {
        let golden = [
            segment(16_000, "P_A", "Good day."), media(16_000, "P_A", "started"),
            media(32_000, "P_A", "ended"),
        ]
        let actual = [
            segment(16_000, "P_B", "Good night."), media(16_000, "P_B", "started"),
            media(32_000, "P_B", "ended"),
        ]
        let effect = effect(golden, actual)
        #expect(effect?.kind == .prompts)
        #expect(effect?.sentence == "The caller hears “Good night.” instead of “Good day.”")
    }

    @Test("a prompt without text is told by its name, and one that is gone is not heard")
    func missing() {
        let golden = [media(0, "P_A", "started"), media(16_000, "P_B", "started")]
        #expect(
            effect(golden, Array(golden.prefix(1)))?.sentence == "The caller does not hear P_B.")
    }

    @Test("a prompt that fails before its first sound is not heard; the one after it is")
    func unheard() {
        let golden = [
            media(16_000, "P_A", "started"), segment(16_000, "P_A", "Good day."),
            media(32_000, "P_A", "ended"),
        ]
        let actual = [
            media(16_000, "P_B", "started"), media(16_000, "P_B", "error"),
            media(16_000, "P_C", "started"), segment(16_000, "P_C", "Please hold."),
            media(40_000, "P_C", "ended"),
        ]
        #expect(
            effect(golden, actual)?.sentence
                == "The caller hears “Please hold.” instead of “Good day.”")
        let silent = Array(actual.prefix(2))
        #expect(
            effect(
                golden,
                golden
                    + silent.map { event in
                        var event = event
                        event.frame = 48_000
                        return event
                    })?.sentence == "Prompt P_B cannot be played.")
    }

    @Test("a prompt whose text changed says both")
    func text() {
        #expect(
            effect([segment(0, "P_A", "One.")], [segment(0, "P_A", "Two.")])?.sentence
                == "Prompt P_A says “Two.” instead of “One.”")
    }

    @Test("a prompt at another time is told where nothing else changed")
    func times() {
        let effect = effect([media(16_000, "P_A", "started")], [media(19_200, "P_A", "started")])
        #expect(effect?.kind == .times)
        #expect(
            effect?.sentence == "Prompt P_A starts 200 ms later: at 1200 ms instead of 1000 ms.")
    }

    @Test("an event inside the engine is not noticed, and no difference has no effect")
    func nothing() {
        let golden = [event(0, "field", ["name": "A", "value": "1"])]
        let actual = [event(0, "field", ["name": "A", "value": "2"])]
        #expect(effect(golden, actual)?.kind == .nothing)
        #expect(effect(golden, golden) == nil)
    }

    @Test("long words are cut")
    func long() {
        #expect(Quotation.text(String(repeating: "a", count: 99)).count == 62)
    }
}
