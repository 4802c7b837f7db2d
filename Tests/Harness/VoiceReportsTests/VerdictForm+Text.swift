import VoiceDiff
import VoiceJSON

@testable import VoiceReports

extension VerdictForm {
    /// The document on a run of `verdicts` as text.
    func text(
        _ verdicts: [SessionResult], milliseconds: [Int64] = [],
        selfTest: GateSelfTest.Outcome? = nil, ending: RunEnding? = nil,
        paths: RepositoryPaths = .asNamed
    ) -> String {
        var run = RunSummary(verdicts, version: "1")
        run.milliseconds = milliseconds
        run.selfTest = selfTest
        run.ending = ending
        run.paths = paths
        return String(decoding: bytes(of: run), as: UTF8.self)
    }

    /// The same as JSON; null where it is none.
    func value(
        _ verdicts: [SessionResult], selfTest: GateSelfTest.Outcome? = nil,
        ending: RunEnding? = nil, paths: RepositoryPaths = .asNamed
    ) -> JSONValue {
        let text = text(verdicts, selfTest: selfTest, ending: ending, paths: paths)
        return (try? JSONReader.value(of: Array(text.utf8))) ?? .null
    }
}
