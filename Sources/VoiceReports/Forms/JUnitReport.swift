internal import Mustache
public import VoiceDiff

/// Verdicts as JUnit XML, one test case a session, in one suite; one more for a self-test that
/// failed, and one for every fault of a run that is not complete.
///
/// A difference and a budget that turns do not keep are failures, a session that cannot be used and
/// any other fault are errors. What a case
/// prints says from which stage the session was replayed. `time` is the session's
/// recorded length, the same on every machine. Valid against the schema that Jenkins' xUnit plugin
/// and most readers go by; `Tests/Schemas/junit.xsd` spells it out.
public struct JUnitReport: Sendable {
    private let verdicts: [VerdictSummary]
    private let milliseconds: [Int64]
    private let warning: String?
    private let faults: [RunFault]

    /// A report on `verdicts`, the length of each in milliseconds where that is known, the run's
    /// self-test and how it ended.
    public init(
        _ verdicts: [VerdictSummary], milliseconds: [Int64] = [],
        selfTest: GateSelfTest.Outcome? = nil, ending: RunEnding? = nil
    ) {
        faults = ending?.faults ?? []
        warning = selfTest?.warning
        self.verdicts = verdicts
        self.milliseconds = milliseconds
    }

    /// The document.
    public var text: String {
        var cases = verdicts.enumerated().map { place, verdict in
            Self.context(verdict, milliseconds: length(place))
        }
        if let warning { cases.append(Self.extra("self-test", warning, isDamaged: false)) }
        cases += faults.map(Self.context)
        let differing = verdicts.count { $0.outcome == "differs" }
        let late = faults.count { !$0.turns.isEmpty }
        let all = verdicts.indices.reduce(Int64(0)) { $0 &+ (length($1) ?? 0) }
        return PrintableText.page(
            Self.template.render([
                "tests": "\(cases.count)",
                "failures": "\(differing + (warning == nil ? 0 : 1) + late)",
                "errors": "\(verdicts.count { $0.outcome == "damaged" } + faults.count - late)",
                "seconds": Self.seconds(all), "cases": cases,
            ]))
    }

    private func length(_ place: Int) -> Int64? {
        milliseconds.indices.contains(place) ? milliseconds[place] : nil
    }

    private static func context(
        _ verdict: VerdictSummary, milliseconds: Int64?
    ) -> [String: Any] {
        [
            "name": clean(verdict.name),
            "class": clean(
                verdict.folder.split(separator: "/").filter { $0 != "." && $0 != ".." }
                    .joined(separator: ".")),
            "hasTime": milliseconds != nil, "time": seconds(milliseconds ?? 0),
            "differs": verdict.outcome == "differs", "isDamaged": verdict.outcome == "damaged",
            "message": clean(verdict.message), "hasOutput": !verdict.notShared.isEmpty,
            "output": clean("not shared: " + verdict.notShared.joined(separator: "; ")),
            "text": clean(verdict.text, keepingLines: true),
            "hasStart": verdict.start != nil, "start": verdict.start?.rawValue ?? "",
            "kind": "damaged", "failure": "differs",
        ]
    }

    /// A fault as a case, with the turns that it is about.
    private static func context(_ fault: RunFault) -> [String: Any] {
        guard let rule = fault.turns.first?.fault.rule else {
            return extra("complete run", fault.text, isDamaged: true)
        }
        let lines = fault.turns.map { "\($0.tracePlace): \($0.text)" }
        return extra(
            "budget \(rule)", fault.text, isDamaged: false,
            ([fault.text] + lines).joined(separator: "\n"))
    }

    /// A case that is no session's.
    private static func extra(
        _ name: String, _ message: String, isDamaged: Bool, _ text: String? = nil
    ) -> [String: Any] {
        [
            "name": clean(name), "class": "voicetest", "hasFile": false, "hasTime": false,
            "hasStart": false, "hasOutput": false,
            "failure": text == nil ? "differs" : "budget", "differs": !isDamaged,
            "isDamaged": isDamaged, "kind": "incomplete",
            "message": clean(message), "text": clean(text ?? message, keepingLines: true),
        ]
    }

    /// Seconds with three digits after the point.
    static func seconds(_ milliseconds: Int64) -> String {
        let rest = "\(1_000 + milliseconds % 1_000)".dropFirst()
        return "\(milliseconds / 1_000).\(rest)"
    }

    /// `text` without what XML 1.0 has no way to hold.
    static func clean(_ text: String, keepingLines: Bool = false) -> String {
        var clean = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let isLine = scalar == "\n" && keepingLines
            let isControl = scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
            let isNone = scalar.value & 0xFFFE == 0xFFFE
            clean.append((isControl && !isLine) || isNone ? "\u{FFFD}" : scalar)
        }
        return String(clean)
    }

    private static let template: MustacheTemplate = {
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites name="voicetest" tests="{{tests}}" failures="{{failures}}" \
            errors="{{errors}}" time="{{seconds}}">
              <testsuite name="voicetest" tests="{{tests}}" failures="{{failures}}" \
            errors="{{errors}}" skipped="0" time="{{seconds}}">
            {{#cases}}
                <testcase name="{{name}}" classname="{{class}}"\
            {{#hasTime}} time="{{time}}"{{/hasTime}}>
            {{#differs}}
                  <failure type="{{failure}}" message="{{message}}">{{text}}</failure>
            {{/differs}}
            {{#isDamaged}}
                  <error type="{{kind}}" message="{{message}}">{{text}}</error>
            {{/isDamaged}}
            {{#hasStart}}
                  <system-out>replayed from {{start}}</system-out>
            {{/hasStart}}
            {{#hasOutput}}
                  <system-out>{{output}}</system-out>
            {{/hasOutput}}
                </testcase>
            {{/cases}}
              </testsuite>
            </testsuites>

            """
        do {
            return try MustacheTemplate(string: text)
        } catch { preconditionFailure("the JUnit template is damaged: \(error)") }
    }()
}
