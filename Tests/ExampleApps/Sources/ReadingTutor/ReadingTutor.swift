import Foundation
import KeenASR

/// Shows sentences, follows the reader, and marks the words that were read.
///
/// It knows KeenASR alone: what it runs in, live, simulated or replayed, it is not told.
@MainActor
final class ReadingTutor: KIOSRecognizerDelegate {
    static let sentences = ["The cat sat on the mat.", "It was a warm day."]

    private let recognizer: KIOSRecognizer
    private var aligner: TextAligner
    private var page = 0
    /// What stands on the screen, line by line.
    private(set) var screen: [String] = []
    private(set) var isOver = false

    /// A tutor whose first sentence is ready to be read.
    ///
    /// - Throws: where a sentence cannot become a decoding graph.
    init(_ recognizer: KIOSRecognizer) throws {
        self.recognizer = recognizer
        aligner = try TextAligner(referenceText: Self.sentences[0])
        recognizer.delegate = self
        // A reader stops to think: five seconds of silence do not end the sentence.
        recognizer.setVADParameter(.timeoutEndSilenceForGoodMatch, toValue: 1)
        recognizer.setVADParameter(.timeoutEndSilenceForAnyMatch, toValue: 5)
        recognizer.setVADParameter(.timeoutMaxDuration, toValue: 40)
        for (index, sentence) in Self.sentences.enumerated() {
            try KIOSDecodingGraph.create(
                KIOSGraphPlan(phrases: [sentence], task: .oralReading), named: "page-\(index)",
                for: recognizer)
        }
    }

    /// Shows a sentence and listens to its reader.
    func start() {
        show("READ: \(Self.sentences[page])")
        recognizer.prepareForListeningWithDecodingGraph(
            withName: "page-\(page)", withGoPComputation: true)
        recognizer.startListening()
    }

    private func show(_ line: String) {
        screen.append(line)
        print(line)
        // A script that reads the screen through a pipe answers what it sees.
        fflush(nil)
    }

    /// The sentence with every word that was read in capitals.
    private func marked(_ alignment: TextAligner.Alignment) -> String {
        alignment.referenceTokens.enumerated().map { index, token in
            alignment.matchedReferenceIndices.contains(index)
                ? token.uppercased() : token.lowercased()
        }.joined(separator: " ")
    }

    func unwindAppAudioBeforeAudioInterrupt() {}

    func recognizerPartialResult(_ result: KIOSResult, for recognizer: KIOSRecognizer) {
        guard let alignment = try? aligner.incrementalAlign(result.cleanText) else { return }
        show("  \(marked(alignment))")
    }

    func recognizerFinalResponse(_ response: KIOSResponse, for recognizer: KIOSRecognizer) {
        let alignment = try? aligner.align(response.result?.cleanText ?? "")
        let read = alignment?.matchedReferenceIndices.count ?? 0
        show("\(read) of \(aligner.referenceTokens.count) words, ended by \(rule(response))")
        page += 1
        guard page < Self.sentences.count,
            let next = try? TextAligner(referenceText: Self.sentences[page])
        else {
            show("THE END")
            isOver = true
            return
        }
        aligner = next
        start()
    }

    private func rule(_ response: KIOSResponse) -> String {
        response.endRule.map { "\($0)" } ?? "the end of the sound"
    }

    func recognizerReadyToListen(afterInterrupt recognizer: KIOSRecognizer) { start() }
}
