import Testing
import VoiceDiff
import VoiceJSON
import VoiceTime
import VoiceTrace

/// Identifiers that have another name in all places.
@Suite struct RenamesTests {
    private let flow = """
        [{"id": "Start", "goTo": {"DEFAULT": "Ask"}},
         {"id": "Ask", "type": "dialog", "promptID": "P_Ask", "retries": 2,
          "goTo": {"DEFAULT": "Ask"}}]
        """

    private func renames(_ now: String, scenario: String = "{}") -> Renames {
        Renames(
            before: ["flow.json": Array(flow.utf8), "scenario.json": Array("{}".utf8)],
            now: ["flow.json": Array(now.utf8), "scenario.json": Array(scenario.utf8)],
            paths: ["flow.json": "app/flow.json"])
    }

    @Test func areToldWithTheLineOfTheNewName() {
        let causes = renames(flow.replacing("\"Ask\"", with: "\"Size\"")).causes
        #expect(
            causes.map(\.description)
                == [#"app/flow.json:2: "Ask" is renamed "Size" in all places"#])
    }

    @Test func hideNoEditBesideThem() {
        let edited = flow.replacing("\"Ask\"", with: "\"Size\"").replacing(": 2", with: ": 3")
        let found = renames(edited)
        #expect(found.causes.count == 1)
        let before = found.files(["flow.json": Array(flow.utf8)])
        let edits = FileEdits(before: before["flow.json"], now: Array(edited.utf8), file: "f")
        #expect(edits.causes.map(\.what) == ["Size.retries 2 -> 3"])
    }

    @Test func areNoneWhereTheOldNameStaysOrTheNewOneWasThere() {
        let renamed = flow.replacing("\"Ask\"", with: "\"Size\"")
        #expect(renames(renamed, scenario: #"{"to": "Ask"}"#).isEmpty)
        #expect(renames(flow.replacing("\"Ask\"", with: "\"Start\"")).isEmpty)
        #expect(renames(flow).isEmpty)
    }

    @Test func areNoneWhereMostOfItIsAnother() {
        let other = """
            [{"id": "Start", "goTo": {"DEFAULT": "Bye"}},
             {"id": "Bye", "type": "prompt", "promptID": "P_Bye", "goTo": {"DEFAULT": "Start"}}]
            """
        #expect(renames(other).isEmpty)
    }

    @Test func giveEventsTheNewNameAndLeaveWhatTheCallerSaid() {
        let found = renames(flow.replacing("\"Ask\"", with: "\"Size\""))
        let event = TraceEvent(
            frame: 0, tap: .words, kind: "final", fields: ["module": "Ask", "text": "Ask"])
        #expect(found.event(event).fields == ["module": "Size", "text": "Ask"])
    }

    @Test func ofTheNodesOfADialogueAreTheirKeys() {
        func dialogue(_ name: String) -> [UInt8] {
            Array(
                """
                {"start": "\(name)", "nodes": {"\(name)": {"say": "Welcome.", "next": "end"}}}
                """.utf8)
        }
        let found = Renames(before: ["d": dialogue("greet")], now: ["d": dialogue("hello")])
        #expect(found.causes.map(\.what) == [#""greet" is renamed "hello" in all places"#])
    }
}
