import Testing

@testable import VoiceAcoustics
@testable import VoiceRecognition

/// How words are compared that several stretches of one spectrum fit differently.
struct StretchesTests {
    private let stretches = Stretches(loops: [0, 0, 0])

    private func way(_ text: String, _ phones: Int...) -> [WordGraph.Word] {
        text.split(separator: " ").map { WordGraph.Word(text: String($0), phones: phones) }
    }

    @Test("words that fit all stretches alike are as likely as they fit")
    func alike() {
        #expect(abs(stretches.likelihood([-0.5, -0.5, -0.5]) + 0.5) < 0.001)
        #expect(Stretches.fit([-1, -2, -3]) == -2)
    }

    @Test("words that fit one stretch well are likelier than words that fit all of them badly")
    func likeliestCounts() {
        let one: [Float] = [0, -2, -2]
        let all: [Float] = [-0.9, -0.9, -0.9]
        #expect(Stretches.fit(one) < Stretches.fit(all))
        #expect(stretches.likelihood(one) > stretches.likelihood(all))
    }

    @Test("a stretch that fits the whole sound badly counts little")
    func unlikelyStretch() {
        let uneven = Stretches(loops: [-3, 0, 0])
        #expect(uneven.likelihood([0, -2, -2]) < uneven.likelihood([-0.9, -0.9, -0.9]))
    }

    @Test("the lead is that over the next reading which shares no word and no pronunciation")
    func lead() {
        let said = way("five", 1, 2)
        #expect(Stretches.lead(of: [(said, -1)]) == .infinity)
        #expect(Stretches.lead(of: [(said, -1), (way("nine", 3, 2), -1.25)]) == 0.25)
        #expect(
            Stretches.lead(of: [
                (said, -1), (way("five", 1, 4), -1), (way("fife", 1, 2), -1),
                (way("five up", 1, 2), -1.1), (way("nine", 3, 2), -1.5),
            ]) == 0.5)
    }
}
