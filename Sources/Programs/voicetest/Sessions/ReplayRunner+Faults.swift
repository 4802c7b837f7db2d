import VoiceDiff
import VoiceJSON
import VoiceProject
import VoiceSession
import VoiceTime
import VoiceTrace

extension ReplayRunner {
    /// Returns sentences on what of the recording found no place in a replay.
    static func flags(_ result: ReplayResult) -> [String] {
        let rate = result.manifest.sampleRate
        return result.unplaced.map { input in
            "the app call recorded at \(rate.text(input.frame)) was not made, because the "
                + "callback that triggers it did not come"
        }
            + result.unconsumed.map { event in
                "No module listened when the recorded \(event.kind) came at"
                    + " \(rate.text(event.frame))"
            }
            + [result.unaskedFault, result.unrecordedFault].compactMap { $0 }
            + result.unknownPrompts.map { request in
                "the session holds no audio for the prompt \(promptName(request))"
            }
    }

    /// Returns the text or file that a prompt request says or plays; the request as it is where it
    /// names neither.
    private static func promptName(_ request: String) -> String {
        guard let object = try? JSONReader.value(of: Array(request.utf8)).object
        else { return request }
        let names = ["text", "substituteText", "textFile", "audioFile"]
        let name = names.lazy.compactMap { object[$0]?.string }.first { !$0.isEmpty }
        return name.map { JSONWriter.text(.string($0)) } ?? request
    }

    /// Returns where a replay of the session in `folder` does not do what its own files and this
    /// run expect of its turn-taking; what an acceptance took is left out.
    func turnFaults(
        of result: ReplayResult, _ state: GoldenState, folder: SessionFolder
    ) -> [TurnFault] {
        let judged = JudgedRun(result, of: folder)
        let accepted = AcceptedFaults(result.manifest.unmet, state.ledger)
        return judged.ownFaults().filter { !accepted.contains($0) }
            + judged.faults(of: expectations)
    }
}
