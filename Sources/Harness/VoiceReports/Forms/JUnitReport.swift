internal import VoiceDiff

/// Verdicts as JUnit XML, one test case a session, in one suite; one more for a self-test that
/// failed, and one for every fault of a run that is not complete.
///
/// A difference and a budget that turns do not keep are failures, a session that cannot be used and
/// any other fault are errors. What a case
/// prints says from which stage the session was replayed. `time` is the session's
/// recorded length, the same on every machine. Valid against the schema that Jenkins' xUnit plugin
/// and most readers go by; `Tests/Schemas/junit.xsd` spells it out.
package struct JUnitReport: VerdictForm {
    /// The form; it has no options.
    package init() {}

    package func bytes(of run: RunSummary) -> [UInt8] {
        let (verdicts, faults, warning) = (run.sessions, run.faults, run.selfTest?.warning)
        func length(_ place: Int) -> Int64? {
            run.milliseconds.indices.contains(place) ? run.milliseconds[place] : nil
        }
        var cases = verdicts.enumerated().map { place, verdict in
            Self.testCase(verdict, milliseconds: length(place))
        }
        if let warning { cases.append(Self.testCase("self-test", .failure("differs", warning))) }
        cases += faults.map(Self.testCase)
        let differing = verdicts.count { $0.outcome == .differs }
        let late = faults.count { !$0.turns.isEmpty }
        let tests = "\(cases.count)"
        let failures = "\(differing + (warning == nil ? 0 : 1) + late)"
        let errors = "\(verdicts.count { $0.outcome == .damaged } + faults.count - late)"
        let seconds = Self.seconds(verdicts.indices.reduce(Int64(0)) { $0 &+ (length($1) ?? 0) })
        let suite = Markup(
            "testsuite",
            [
                "name": "voicetest", "tests": tests, "failures": failures, "errors": errors,
                "skipped": "0", "time": seconds,
            ], lines: cases, indent: 2)
        let suites = Markup(
            "testsuites",
            [
                "name": "voicetest", "tests": tests, "failures": failures, "errors": errors,
                "time": seconds,
            ], lines: [suite], indent: 0)
        return Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\(suites.text)\n".utf8)
    }

    /// Reason why a case is no success: the kind, a message of one line, and all of it.
    private struct Problem {
        let element: String
        let kind: String
        let message: String
        let text: String

        static func failure(_ kind: String, _ message: String, _ text: String? = nil) -> Problem {
            Problem(element: "failure", kind: kind, message: message, text: text ?? message)
        }

        static func error(_ kind: String, _ message: String, _ text: String? = nil) -> Problem {
            Problem(element: "error", kind: kind, message: message, text: text ?? message)
        }

        var markup: Markup {
            Markup(
                element, ["type": kind, "message": PrintableText.part(message)],
                text: text.replacing("\t", with: "\u{FFFD}"))
        }
    }

    private static func testCase(_ verdict: SessionResult, milliseconds: Int64?) -> Markup {
        let problem: Problem? =
            switch verdict.outcome {
            case .differs: .failure("differs", verdict.message, verdict.text)
            case .damaged: .error("damaged", verdict.message, verdict.text)
            case .agrees: nil
            }
        let folders = verdict.folder.split(separator: "/").filter { $0 != "." && $0 != ".." }
        let unshared = verdict.notShared.joined(separator: "; ")
        return testCase(
            verdict.name, problem, of: folders.joined(separator: "."), milliseconds: milliseconds,
            outputs: (verdict.start.map { ["replayed from \($0.rawValue)"] } ?? [])
                + (unshared.isEmpty ? [] : ["not shared: \(unshared)"]))
    }

    /// A fault as a case, with the turns that it is about.
    private static func testCase(_ fault: RunFault) -> Markup {
        guard let rule = fault.turns.first?.fault.rule else {
            return testCase("complete run", .error("incomplete", fault.text))
        }
        let lines = fault.turns.map { "\($0.tracePlace): \($0.text)" }
        return testCase(
            "budget \(rule)",
            .failure("budget", fault.text, ([fault.text] + lines).joined(separator: "\n")))
    }

    private static func testCase(
        _ name: String, _ problem: Problem?, of group: String = "voicetest",
        milliseconds: Int64? = nil, outputs: [String] = []
    ) -> Markup {
        Markup(
            "testcase",
            [
                "name": PrintableText.part(name), "classname": PrintableText.part(group),
                "time": milliseconds.map(seconds),
            ],
            lines: (problem.map { [$0.markup] } ?? [])
                + outputs.map { Markup("system-out", text: PrintableText.part($0)) }, indent: 4)
    }

    /// Seconds with three digits after the point.
    static func seconds(_ milliseconds: Int64) -> String {
        let rest = "\(1_000 + milliseconds % 1_000)".dropFirst()
        return "\(milliseconds / 1_000).\(rest)"
    }
}
