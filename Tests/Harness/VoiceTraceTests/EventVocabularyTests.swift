import Testing
import VoiceJSON
import VoiceTime
import VoiceTrace

@Suite struct EventVocabularyTests {
    /// What a counter tells: it counts rooms, rings bells and hears.
    static let counter = EventVocabulary(
        scopeWord: "room",
        kinds: [
            EventKind("enter", .scopeBegin, fields: [EventField("room", .scope, isIdentity: true)]),
            EventKind(
                "walk", .step,
                fields: [
                    EventField("out", .from, isIdentity: true, word: "out of"),
                    EventField("into", .to), EventField("door", .by),
                ], sentence: "{door} to {into|nowhere}", detail: [["key"]], shared: ["window"]),
            EventKind(
                "bell",
                fields: [
                    EventField("room", .scope, isIdentity: true),
                    EventField("bell", .item, isIdentity: true),
                    EventField("loudness", unit: .thousandths), EventField("turn", unit: .instant),
                ], lane: .prompts,
                cases: [
                    EventCase([.init("does", ["rings"])], .playBegin, sentence: "{bell} rings"),
                    EventCase([.init("does", ["stops", "fades"])], .playEnd),
                ]),
        ])

    private func event(_ kind: String, _ fields: JSONObject = [:]) -> TraceEvent {
        TraceEvent(frame: 0, tap: .actions, kind: kind, fields: fields)
    }

    @Test("reads what it wrote")
    func readsWhatItWrote() throws {
        #expect(try EventVocabulary(Self.counter.value) == Self.counter)
    }

    @Test("tells what is declared otherwise now, and not what is new or only reads otherwise")
    func changes() {
        func vocabulary(
            _ role: EventRole, _ unit: EventUnit = .frames, sentence: String? = nil,
            more: [EventField] = []
        ) -> EventVocabulary {
            let fields = [
                EventField("room", .scope, isIdentity: true), EventField("t", unit: unit),
            ]
            return EventVocabulary(
                kinds: [EventKind("enter", role, fields: more + fields, sentence: sentence)],
                evidence: ["limit": unit])
        }
        let (before, core) = (vocabulary(.scopeBegin), EventVocabulary(kinds: [], evidence: [:]))
        #expect(before.changes(to: before, besides: core).isEmpty)
        #expect(before.changes(to: core, besides: before).isEmpty)
        let more = vocabulary(.scopeBegin, sentence: "in", more: [EventField("door")])
        #expect(before.changes(to: more, besides: core).isEmpty)
        let sentence = "was recorded with another meaning than it is declared with now: "
        #expect(
            before.changes(to: vocabulary(.step), besides: core) == ["enter \(sentence)its role"])
        #expect(
            before.changes(to: vocabulary(.scopeBegin, .milliseconds), besides: core) == [
                "enter \(sentence)its fields", "why.limit \(sentence)its unit",
            ])
        #expect(before.changes(to: .core, besides: core).first == "enter \(sentence)it is gone")
    }

    @Test("knows an event by its identity, in the declared order")
    func identity() {
        let bell = event("bell", ["bell": "B", "room": "R", "loudness": 3])
        #expect(Self.counter.identity(of: bell) == "bell|room=R|bell=B")
        #expect(
            Self.counter.identity(of: event("walk", ["into": "X", "out": "R"])) == "walk|out=R")
    }

    @Test("leaves the scope out of a label unless the event is about it")
    func label() {
        #expect(Self.counter.label(of: event("bell", ["bell": "B", "room": "R"])) == "bell B")
        #expect(Self.counter.label(of: event("enter", ["room": "R"])) == "enter R")
        #expect(Self.counter.label(of: event("walk", ["out": "R"])) == "walk out of R")
    }

    @Test("reads a sentence with its fields, and with what stands for those that are missing")
    func sentence() {
        let walk = event("walk", ["door": "left", "into": "R"])
        #expect(Self.counter.sentence(of: walk) == "left to R")
        #expect(Self.counter.sentence(of: event("walk")) == " to nowhere")
        #expect(
            Self.counter.sentence(of: event("bell", ["bell": "B", "does": "rings"])) == "B rings")
        #expect(Self.counter.sentence(of: event("bell", ["bell": "B"])) == "bell B")
    }

    @Test("takes the first case that fits, and the kind's own role without one")
    func takesFirstFittingCase() {
        func role(_ does: String) -> EventRole {
            Self.counter.role(of: event("bell", ["does": .string(does)]))
        }
        #expect([role("rings"), role("fades"), role("sings")] == [.playBegin, .playEnd, .other])
    }

    @Test("draws by the role, then by the kind, then by the tap")
    func lanes() {
        #expect(Self.counter.lane(of: event("enter")) == .modules)
        #expect(Self.counter.lane(of: event("bell")) == .prompts)
        #expect(Self.counter.lane(of: event("unheard")) == .actions)
        let speech = TraceEvent(frame: 0, tap: .speech, kind: CoreKind.speechStart.rawValue)
        #expect(Self.counter.lane(of: speech) == .speech)
        let words = TraceEvent(frame: 0, tap: .words, kind: CoreKind.final.rawValue)
        #expect(Self.counter.lane(of: words) == .words)
    }

    @Test("knows the units of its fields beside those of the core")
    func units() {
        #expect(Self.counter.unit(of: "loudness") == .thousandths)
        #expect(Self.counter.unit(of: CoreKey.confidence) == .thousandths)
        let own = [CoreKey.spoken, CoreKey.start, CoreKey.end]
        #expect(Self.counter.instants == Set(own + own.map { "why." + $0 } + ["turn"]))
    }

    @Test("knows of evidence what it declares, and no more")
    func evidence() throws {
        func vocabulary(_ evidence: JSONObject) throws -> EventVocabulary {
            try EventVocabulary([
                "scope": "room", "kinds": .array([]), "evidence": .object(evidence),
            ])
        }
        let silent = try EventVocabulary(["scope": "room", "kinds": .array([])])
        #expect(silent.evidence == [:])
        #expect(!silent.instants.contains(TraceEvent.evidencePrefix + "spoken"))
        let told = try vocabulary(["limit": "milliseconds"])
        #expect(told.evidence == ["limit": EventUnit.milliseconds])
        #expect(try EventVocabulary(told.value) == told)
        #expect(told.adding(Self.counter).evidence["limit"] == EventUnit.milliseconds)
        #expect(silent.adding(Self.counter).evidence["limit"] == EventUnit.frames)
        #expect(told.withoutEvidence.evidence == [:])
        let fault = #expect(throws: VocabularyFault.self) { try vocabulary(["limit": "hours"]) }
        #expect(fault?.place == "vocabulary.evidence.limit")
        #expect(fault?.what.contains("Use one of milliDecibels, frames") == true)
    }

    @Test("names the kinds that are not declared, each once")
    func undeclared() {
        let events = ["enter", "x", "y", "x", "final"].map { event($0) }
        #expect(Self.counter.undeclared(in: events) == ["x", "y"])
    }

    @Test("adds the kinds of another and keeps its own")
    func adding() {
        let other = EventVocabulary(
            scopeWord: "page", kinds: [EventKind("enter", .runEnd), EventKind("leave", .runEnd)])
        let both = Self.counter.adding(other)
        #expect(both.kinds.map(\.name) == ["enter", "walk", "bell", "leave"])
        #expect(both["enter"]?.role == .scopeBegin)
        #expect(both.scopeWord == "room")
    }

    private func fault(_ change: (inout JSONObject) -> Void) -> String? {
        var kind: JSONObject = ["kind": "enter", "fields": .array([["name": "room"]])]
        change(&kind)
        let value: JSONValue = ["scope": "room", "kinds": .array([.object(kind)])]
        return #expect(throws: VocabularyFault.self) { try EventVocabulary(value) }?.description
    }

    @Test("names the place of a role that does not exist")
    func unknownRole() {
        let text = fault { $0["fields"] = .array([["name": "room", "role": "door"]]) }
        let start = "vocabulary.kinds[0].fields[0].role is \"door\". Use one of"
        #expect(text?.hasPrefix(start) == true)
    }

    @Test(
        "refuses names that are none", arguments: ["", "9", "a b", "a\u{1B}[31m", "<b>", "é"])
    func badName(name: String) {
        let text = fault { $0["kind"] = .string(name) }
        #expect(text?.hasPrefix("vocabulary.kinds[0].kind is not a name.") == true)
    }

    @Test("refuses a name, a sentence and lists beyond the limits")
    func limits() {
        let long = String(repeating: "a", count: 1_000)
        #expect(fault { $0["kind"] = .string(long) }?.contains("is not a name") == true)
        #expect(fault { $0["sentence"] = .string(long) }?.contains("longer than 200") == true)
        let fields = (0...EventVocabulary.listLimit).map {
            ["name": .string("f\($0)")] as JSONValue
        }
        #expect(fault { $0["fields"] = .array(fields) }?.contains("more than 100") == true)
        let kinds = (0...EventVocabulary.kindLimit).map { ["kind": .string("k\($0)")] as JSONValue }
        #expect(throws: VocabularyFault.self) {
            try EventVocabulary(["scope": "room", "kinds": .array(kinds)])
        }
    }

    @Test("refuses a kind of the core, a field that stands twice, and a key of every event")
    func contradictions() {
        #expect(fault { $0["kind"] = "final" }?.contains("declared already") == true)
        #expect(
            fault { $0["fields"] = .array([["name": "a"], ["name": "a"]]) }?.contains("two fields")
                == true)
        #expect(
            fault { $0["fields"] = .array([["name": "seq"]]) }?.contains("every event has") == true)
    }

    @Test("is stored in a manifest, and a damaged one names its place")
    func manifest() throws {
        var manifest = SessionManifestTests.sample()
        manifest.vocabulary = Self.counter
        let bytes = JSONWriter.prettyBytes(.object(manifest.object))
        #expect(try SessionManifest(bytes: bytes, path: "m").vocabulary == Self.counter)
        var object = manifest.object
        object["vocabulary"] = ["scope": "room", "kinds": .array([["kind": 3]])]
        let damaged = JSONWriter.prettyBytes(.object(object))
        let error = #expect(throws: TraceError.self) {
            try SessionManifest(bytes: damaged, path: "m")
        }
        #expect(error?.description.contains("vocabulary.kinds[0].kind is not text") == true)
    }

    @Test("a manifest keeps keys of a newer vocabulary when it is written again")
    func newerKeys() throws {
        var object = SessionManifestTests.sample().object
        object["vocabulary"] = ["scope": "room", "kinds": .array([["kind": "a", "later": 1]])]
        let read = try SessionManifest(
            bytes: JSONWriter.prettyBytes(.object(object)), path: "m")
        #expect(read.object == object)
    }
}
