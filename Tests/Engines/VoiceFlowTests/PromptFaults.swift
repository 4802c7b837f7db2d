import Testing

/// Prompts with one thing wrong with them, and what is said about it.
enum PromptFaults {
    struct Case: Sendable, CustomTestStringConvertible {
        let prompts: String
        let findings: [String]
        var testDescription: String { findings.first ?? prompts }

        init(_ prompts: String, _ findings: String...) {
            self.prompts = prompts
            self.findings = findings
        }
    }

    static let all = [
        Case(#"{"textString": "t"}"#, #"1:2: error: "id" is missing ($[0])"#),
        Case(
            #"{"id": "A"}"#,
            "1:2: error: the prompt has neither audioFile, textString nor textFile ($[0])"),
        Case(
            #"{"id": "A", "style": "select"}"#,
            "1:2: error: a select prompt needs a promptCollection ($[0])"),
        Case(
            Files.text("A") + Files.text("A").replacing("{", with: ",{", maxReplacements: 1),
            #"1:63: error: two prompts have the id "A" ($[1].id)"#),
        Case(
            #"{"id": "A", "style": "loud", "textString": "t"}"#,
            #"1:23: error: Unknown style "loud"; "single" applies. "#
                + "Use one of: single, select, combo, serial. ($[0].style)"),
        Case(
            Files.group("A", "combo", ["Gone"]),
            #"1:66: error: No prompt is named "Gone"; the flow takes the edge "#
                + "loadPromptFailure here. ($[0].promptCollection[0].promptID)"),
        Case(
            Files.group("A", "combo", ["A"]),
            "1:2: error: the prompt contains itself: A > A ($[0])"),
        Case(
            [Files.group("A", "combo", ["B"]), Files.group("B", "select", ["A"])]
                .joined(separator: ","),
            "1:2: error: the prompt contains itself: A > B > A ($[0])"),
        Case(
            playback(#""volume": "loud""#),
            "1:67: error: found a string, expected a number from 0 to 1 "
                + "($[0].audioPlaybackParams.volume)"),
        Case(
            playback(#""volume": 2"#),
            "1:67: warning: 2 is outside 0 to 1 and is clamped ($[0].audioPlaybackParams.volume)"),
        Case(
            playback(#""loopPlay": true, "loopCount": 9223372036854775807"#),
            "1:88: warning: 9223372036854775807 counts as 1000000; 0 plays until stopped "
                + "($[0].audioPlaybackParams.loopCount)"),
        Case(
            playback(#""loopPlay": true, "loopCount": []"#),
            "1:88: error: found an array, expected a whole number "
                + "($[0].audioPlaybackParams.loopCount)"),
        Case(
            playback(#""startPosMs": -5"#),
            "1:71: warning: -5 is negative and counts as 0 ($[0].audioPlaybackParams.startPosMs)"),
    ]

    private static func playback(_ members: String) -> String {
        #"{"id": "A", "textString": "t", "audioPlaybackParams": {\#(members)}}"#
    }
}
