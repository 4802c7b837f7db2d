internal import VoiceEngine
internal import VoiceJSON

/// Expectations of a session's turn-taking that its files hold.
struct FileExpectations {
    /// Expectations of the scenario, then those of the project. A bound of the scenario stands in
    /// the place of the project's for the same measure.
    let expectations: [TurnExpectation]
    /// Expectations that this program cannot read, in sentences.
    let unreadable: [String]

    /// The scenario in a session's `flow` folder.
    static let scenarioName = "scenario.json"
    /// The files that may hold some.
    static let names = [scenarioName, RecordingPlan.expectationsName]

    /// Returns the file of a project's expectations; nil where it expects nothing.
    static func file(_ expectations: [TurnExpectation]) -> [UInt8]? {
        guard !expectations.isEmpty else { return nil }
        let texts = expectations.map { JSONValue.string($0.description) }
        return JSONWriter.prettyBytes([ExpectationReader.key: .array(texts)])
    }

    /// Reads the expectations of the `flow` folder's `files`, by name.
    init(_ files: [String: [UInt8]]) {
        var all: [TurnExpectation] = []
        var unreadable: [String] = []
        for name in Self.names {
            guard let bytes = files[name],
                var survey = try? DocumentSurvey(bytes: bytes, file: name)
            else { continue }
            survey.dropFindings()
            let found = ExpectationReader.expectations(
                in: survey.document.root.object ?? [:], takesEvents: true, &survey)
            all += found.filter { !$0.isReplaced(by: all) }
            unreadable += survey.findings.map(\.description)
        }
        expectations = all
        self.unreadable = unreadable
    }
}

extension TurnExpectation {
    /// Whether one of `others` is a bound of the same measure, or the same rule of calls.
    package func isReplaced(by others: [TurnExpectation]) -> Bool {
        if case .call = demand { return others.contains(self) }
        guard case .bound(let measure, _) = demand else { return false }
        return others.contains { other in
            if case .bound(measure, _) = other.demand { true } else { false }
        }
    }

    /// Returns the rules of telephone calls that came after the session with these `flow` files,
    /// by name: it was not held to them. None for a session without a telephone.
    package static func laterRules(than files: [String: [UInt8]]) -> Set<String> {
        guard files[TelephoneFile.name] != nil else { return [] }
        let held = FileExpectations(files).expectations
        return Set(rulesOfCalls.filter { !$0.isReplaced(by: held) }.map(\.description))
    }
}
