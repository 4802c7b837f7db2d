package import VoiceEngine
package import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

/// Reads a scenario file.
package struct ScenarioReader {
    /// The scenario, as far as it could be read.
    package internal(set) var scenario = Scenario()
    /// Faults of the scenario.
    package var findings: [Finding] { survey.findings + commonFindings }

    var survey: DocumentSurvey
    let engine: EngineDeclaration
    /// Faults of rules that several scenarios have in common.
    private var commonFindings: [Finding] = []

    /// Longest time a scenario may name, in milliseconds: the longest session.
    private static let timeLimit = SessionManifest.secondsLimit * 1_000

    /// Keys of a caller's line.
    static let lineKeys =
        [
            "after", "delayMs", "atMs", "say", "voice", "rate", "play", "words", "gainDB", "fails",
            "speech", "beepMs",
        ] + ownKeys
    /// Keys that make a line, one of them.
    static let soundKeys = ["say", "play"] + ownKeys
    /// Keys of lines that are no speech.
    private static let ownKeys =
        ["keys", "hangUp", "send", "comfortNoiseMs"] + LineFault.allCases.map(\.key)

    /// Characters of an expression that a message repeats.
    static let toldLimit = 80

    /// Reads `bytes`; calls and callbacks are those that `engine` declares.
    ///
    /// The rules of `common`, a scenario of rules alone, follow those of the scenario.
    ///
    /// - Throws: `JSONError` when they are no JSON at all.
    package init(
        bytes: [UInt8], file: String, engine: EngineDeclaration,
        common: (bytes: [UInt8], file: String)? = nil
    ) throws(JSONError) {
        var rules = try common.map { (common) throws(JSONError) in
            try ScenarioReader(rules: common.bytes, file: common.file, engine: engine)
        }
        survey = try DocumentSurvey(bytes: bytes, file: file)
        self.engine = engine
        read()
        scenario.rules += rules?.scenario.rules ?? []
        checkAwaitedCalls(of: scenario.rules)
        rules?.checkAwaitedCalls(of: scenario.rules)
        commonFindings = rules?.findings ?? []
    }

    /// Reads the callers of a session's scenario, whatever else it says; nil where it is no JSON.
    init?(callersIn bytes: [UInt8], file: String, vocabulary: EventVocabulary) {
        guard let survey = try? DocumentSurvey(bytes: bytes, file: file) else { return nil }
        self.survey = survey
        engine = EngineDeclaration(
            kind: "", version: "", calls: [], callbacks: [], settings: [], vocabulary: vocabulary)
        readLines(survey.document.root.object ?? [:])
    }

    /// Reads a document of rules alone, whatever else it says.
    private init(rules: [UInt8], file: String, engine: EngineDeclaration) throws(JSONError) {
        survey = try DocumentSurvey(bytes: rules, file: file)
        self.engine = engine
        readRules(survey.document.root.object ?? [:])
    }

    private mutating func read() {
        guard let root = survey.document.root.object else {
            survey.report(.error, .root, "found no object. A scenario is an object")
            return
        }
        var known: Set = [
            "$schema", "caller", "app", "noise", "echo", "silence", "recognizerDelayMs", "limits",
            "expect",
        ]
        if engine.givesWorld {
            known.formUnion(["startsAt", "timeZone", ScenarioCallers.key])
            refuseCallers(of: root)
        }
        survey.noteUnknownKeys(root, known: known, at: .root, severity: .error)
        readLines(root)
        readRules(root)
        readNoise(root)
        readEcho(root)
        readRest(root)
    }

    /// Refuses several callers: what runs them reads the scenario of each.
    private mutating func refuseCallers(of root: JSONObject) {
        guard root[ScenarioCallers.key] != nil else { return }
        let fault = ScenarioCallers.fault(of: .object(root))
        survey.report(
            .error, fault?.path ?? .root.key(ScenarioCallers.key),
            fault?.what
                ?? "several callers are for `voicetest test`. Put the scenario into a project")
    }

    private mutating func readLines(_ root: JSONObject) {
        for (entry, path) in survey.list(root, "caller", at: .root) {
            survey.noteUnknownKeys(
                entry, known: Set(Self.lineKeys), at: path, severity: .error)
            guard let trigger = readTrigger(entry, at: path), let sound = readSound(entry, at: path)
            else { continue }
            var line = Scenario.Line(
                trigger: trigger, sound: sound,
                gainMilliDB: readDecibels(entry, "gainDB", at: path) ?? 0, path: path)
            line.failure = survey.text(entry, "fails", at: path)
            line.speech = readSpeech(entry, at: path)
            if entry["say"] != nil || entry["play"] != nil {
                line.beepMilliseconds = readLength(entry, "beepMs", at: path)
            }
            scenario.lines.append(line)
        }
    }

    /// Reads the stretch in which the sound of a line speaks; nil where nothing says so.
    private mutating func readSpeech(_ entry: JSONObject, at path: JSONPath) -> Range<Int64>? {
        guard entry["speech"] != nil else { return nil }
        let (speech, place) = survey.object(
            entry, "speech", known: ["startMs", "endMs"], at: path, severity: .error)
        guard let start = readTime(speech, "startMs", at: place),
            let end = readTime(speech, "endMs", at: place)
        else {
            survey.report(.error, place, "write an object with \"startMs\" and \"endMs\"")
            return nil
        }
        if let negative = ScalarText.integer(speech["startMs"] ?? .null), negative < 0 {
            survey.report(.error, place.key("startMs"), "\(negative) ms is before the clip")
            return nil
        }
        guard start < end else {
            survey.report(.error, place.key("endMs"), "\(end) ms is not later than \"startMs\"")
            return nil
        }
        return start..<end
    }

    private mutating func readRest(_ root: JSONObject) {
        scenario.recognizerDelayMilliseconds =
            readTime(root, "recognizerDelayMs", at: .root) ?? 0
        let (limits, limitsPath) = survey.object(
            root, "limits", known: ["seconds"], at: .root, severity: .error)
        if let seconds = survey.count(limits, "seconds", at: limitsPath) {
            let range = 1...SessionManifest.secondsLimit
            if !range.contains(seconds) {
                survey.report(.error, limitsPath.key("seconds"), "\(seconds) is not 1 to 172800")
            }
            scenario.limitSeconds = min(max(seconds, 1), SessionManifest.secondsLimit)
        }
        if let silence = survey.text(root, "silence", at: .root) {
            scenario.isSilenceDigital = silence == "digital"
            if silence != "digital", silence != "room" {
                survey.report(
                    .error, JSONPath.root.key("silence"),
                    NearMiss.unknown(
                        "silence", silence, among: ["digital", "room"], quotes: "\""))
            }
        }
        if engine.givesWorld { readWorld(root) }
        readExpectations(root)
    }

    /// Reads the time and the zone in which the session begins.
    private mutating func readWorld(_ root: JSONObject) {
        let name = survey.text(root, "timeZone", at: .root)
        scenario.timeZone = name
        let zone: TimeZoneFile
        do throws(TimeZoneFile.Fault) {
            zone = try TimeZoneFile(named: name ?? SessionWorld.usualZone)
        } catch {
            survey.report(
                .error, JSONPath.root.key("timeZone"),
                "the system has no time zone \"\(name ?? SessionWorld.usualZone)\". Write a name as"
                    + " \"Europe/Berlin\", and install tzdata")
            return
        }
        guard let text = survey.text(root, "startsAt", at: .root) else { return }
        let place = JSONPath.root.key("startsAt")
        guard let local = CalendarTime.seconds(text) else {
            survey.report(
                .error, place,
                "found \"\(text.prefix(Self.toldLimit))\". Write local date and time"
                    + " as \"2026-03-29T01:59:50\"")
            return
        }
        do throws(TimeZoneFile.Fault) {
            scenario.startsAt = try zone.seconds(local: local)
        } catch {
            survey.report(
                .error, place, "the clocks of \(name ?? SessionWorld.usualZone) skip \(text)")
        }
    }

    /// Events that have to happen. What is expected of the turn-taking is read again from the file
    /// that the session keeps, once the run is over.
    private mutating func readExpectations(_ root: JSONObject) {
        let key = ExpectationReader.key
        _ = ExpectationReader.expectations(in: root, takesEvents: true, &survey)
        for (index, element) in (root[key]?.array ?? []).enumerated() {
            let path = JSONPath.root.key(key).index(index)
            guard let entry = element.object, entry[ExpectationReader.eventKey] != nil,
                let kind = survey.requiredText(entry, ExpectationReader.eventKey, at: path)
            else { continue }
            scenario.expectations.append(
                readPattern(entry, name: kind, key: ExpectationReader.eventKey, at: path))
        }
    }

    /// Reads the time after its event at which a line or a rule acts, in milliseconds.
    mutating func readDelay(_ entry: JSONObject, at path: JSONPath) -> Int64 {
        if entry["delayMs"] != nil, entry["atMs"] != nil {
            survey.report(
                .warning, path.key("delayMs"),
                "\"delayMs\" has no effect beside \"atMs\". Add it to \"atMs\"")
        }
        return readTime(entry, "delayMs", at: path) ?? 0
    }

    mutating func readTime(
        _ object: JSONObject, _ key: String, at path: JSONPath
    ) -> Int64? {
        guard let time = survey.count(object, key, at: path) else { return nil }
        if time > Self.timeLimit {
            survey.report(.error, path.key(key), "\(time) ms is longer than a session may be")
        }
        return min(time, Self.timeLimit)
    }

    /// Decibels in thousandths; nil when absent.
    mutating func readDecibels(
        _ object: JSONObject, _ key: String, at path: JSONPath
    ) -> Int? {
        guard let value = object[key] else { return nil }
        let number: Double? =
            switch value {
            case .integer(let whole): Double(whole)
            case .decimal(let digits): Double(digits)
            default: nil
            }
        guard let number, (-120...120).contains(number) else {
            survey.report(.error, path.key(key), "found no number of decibels from -120 to 120")
            return nil
        }
        return Int((number * 1_000).rounded())
    }
}
