import Testing
import VoiceEngine
import VoiceFiles
import VoiceJSON

@testable import VoiceSession

/// When and in which zone the session of a program begins.
@Suite(
    .enabled(
        if: DiskFile.exists("/usr/share/zoneinfo/Europe/Berlin"),
        "install tzdata, which has the time zones"))
struct ScenarioWorldTests {
    private func read(_ text: String, givesWorld: Bool = true) throws -> ScenarioReader {
        var engine = EngineDeclaration(
            kind: "program", version: "1", calls: [], callbacks: [], settings: [])
        engine.givesWorld = givesWorld
        return try ScenarioReader(bytes: Array(text.utf8), file: "a.json", engine: engine)
    }

    @Test(arguments: [
        ("UTC", "2023-11-14T22:13:20", 1_700_000_000),
        ("Europe/Berlin", "2026-03-29T01:59:50", 1_774_745_990),
        // Behind the hour that the clocks skip, and the first of two equal times.
        ("Europe/Berlin", "2026-03-29T03:00:00", 1_774_746_000),
        ("Europe/Berlin", "2026-10-25T02:30:00", 1_792_888_200),
        ("Asia/Kathmandu", "2026-01-01T00:00:00", 1_767_204_900),
        ("America/New_York", "1890-01-01T00:00:00", -2_524_503_600),
    ])
    func isTheSecondAtWhichTheZoneShowsIt(zone: String, text: String, seconds: Int64) throws {
        let reader = try read(#"{"timeZone": "\#(zone)", "startsAt": "\#(text)"}"#)
        #expect(reader.findings.map(\.description) == [])
        #expect(reader.scenario.startsAt == seconds)
        #expect(reader.scenario.timeZone == zone)
    }

    @Test func isUTCWithoutAZone() throws {
        let reader = try read(#"{"startsAt": "2023-11-14T22:13:20"}"#)
        #expect(reader.scenario.startsAt == 1_700_000_000)
        #expect(reader.scenario.timeZone == nil)
    }

    @Test(arguments: [
        (#"{"timeZone": "Europe/Nowhere"}"#, "no time zone"),
        (#"{"timeZone": "../../etc/passwd"}"#, "no time zone"),
        (#"{"timeZone": ""}"#, "no time zone"), (#"{"timeZone": "/etc/passwd"}"#, "no time zone"),
        (#"{"timeZone": "tzdata.zi"}"#, "no time zone"),
        (#"{"startsAt": "tomorrow"}"#, "Write local date and time"),
        (#"{"startsAt": 1700000000}"#, "expected a string"),
        (
            #"{"timeZone": "Europe/Berlin", "startsAt": "2026-03-29T02:30:00"}"#,
            "skip 2026-03-29T02:30:00"
        ),
    ])
    func saysWhatCannotBeUsed(text: String, words: String) throws {
        let found = try read(text).findings.map(\.description)
        #expect(found.count == 1 && found[0].contains(words), "\(found)")
    }

    @Test func isNoMatterOfAnEngineWithoutPrograms() throws {
        let found = try read(#"{"startsAt": "2026-03-29T01:59:50"}"#, givesWorld: false).findings
        #expect(found.count == 1)
    }

    @Test func aDamagedZoneIsNone() throws {
        let whole = try DiskFile.read("/usr/share/zoneinfo/Europe/Berlin", limit: 1 << 20)
        for length in stride(from: 0, to: whole.count / 2, by: 37) {
            #expect(throws: TimeZoneFile.Fault.self) {
                try TimeZoneFile(bytes: Array(whole.prefix(length)))
            }
        }
        for place in stride(from: 0, to: whole.count, by: 5) {
            var bytes = whole
            bytes[place] ^= 0xff
            _ = try? TimeZoneFile(bytes: bytes).seconds(local: 1_774_745_990)
        }
    }
}
