@testable import voicetest

extension Program {
    /// Every form of verdicts.
    static let forms = VerdictFormat.allCases.map(\.rawValue)
    /// Those of them that programs read.
    static let machineForms = forms.filter { $0 != "text" }
    /// Every form of a comparison of two traces.
    static let comparisonForms = ComparisonFormat.allCases.map(\.description)
}
