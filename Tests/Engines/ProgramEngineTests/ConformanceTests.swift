import Foundation
import Testing
import VoiceEngine
import VoiceJSON

@testable import ProgramEngine

/// Programs that break the protocol in one way each, and one that keeps it.
@Suite("The check of programs")
struct ConformanceTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../..").standardizedFileURL.path

    private func report(
        _ way: String, _ checks: [ProgramCheck] = ProgramCheck.allCases
    ) throws -> ProgramConformance.Report {
        let child = "\(Self.root)/Tests/Clients/Conformance/child.py"
        var command = try ProgramCommand("/usr/bin/python3 -ISB \(child) \(way)")
        if way == "hangs" { command.limits.turn = 400 }
        if way == "staysForever" { command.limits.end = 300 }
        return try ProgramConformance.report(on: command, checks)
    }

    @Test func aProgramThatKeepsTheProtocolBreaksNoRule() throws {
        let report = try report("")
        #expect(report.breaches.map(\.sentence) == [])
        #expect(report.notes == [])
        #expect(report.unseen == ["calls that stay open"])
    }

    @Test(arguments: [
        ("noReady", ProgramRule.ready, ProgramCheck.start), ("nameless", .ready, .start),
        ("wantsAll", .ready, .start), ("readyTwice", .ready, .talk),
        ("talksAtStart", .silentStart, .talk), ("anyProtocol", .otherProtocol, .otherProtocol),
        ("deafToSettings", .settings, .settings), ("anySetting", .settings, .settings),
        ("fearsUnknownMembers", .unknownMembers, .unknownMembers),
        ("fearsUnknownInputs", .unknownInput, .unknownInputs),
        ("fixedRate", .otherRate, .otherRate), ("noJSON", .json, .talk), ("list", .json, .talk),
        ("unknownKind", .kind, .talk), ("unknownMember", .members, .talk),
        ("noNumber", .members, .talk), ("noNext", .members, .talk), ("wrongPcm", .members, .talk),
        ("longLine", .lineLength, .talk), ("fearsKeys", .alive, .keys), ("hangs", .time, .talk),
        ("idleTwice", .ownTurn, .talk),
        ("crash", .alive, .talk), ("runsTooFar", .until, .silence), ("goesBack", .past, .talk),
        ("stopsEarly", .early, .talk), ("nextIsOver", .next, .talk),
        ("actsWithoutCause", .cause, .silence), ("remembers", .forgets, .late),
        ("countsTurns", .steps, .silence), ("actsUnasked", .emptyTurn, .emptyTurns),
        ("standsStill", .standstill, .talk), ("manyActs", .actCount, .talk),
        ("sameNumber", .newNumber, .talk), ("unknownNumber", .knownNumber, .silence),
        ("soundBehindLast", .closedSound, .talk), ("moreOfAClosedCall", .openCall, .talk),
        ("unmade", .made, .calls), ("unaskedMade", .made, .talk),
        ("listensToSound", .level, .talk), ("reservedField", .reservedField, .talk),
        ("goesOnBehindEnded", .over, .talk), ("ownClock", .repeats, .repetition),
        ("answersItself", .recording, .calls), ("takesAnyLine", .brokenLine, .brokenLine),
        ("shortLines", .longInput, .longInput), ("fearsText", .anyText, .anyText),
        ("staysForever", .end, .start), ("endOfInputIsAFault", .endOfInput, .endOfInput),
        ("wrongCode", .exitCode, .start), ("talksAtEnd", .silentEnd, .start),
    ])
    func namesTheRule(way: String, rule: ProgramRule, check: ProgramCheck) throws {
        let report = try report(way, [check])
        #expect(report.breaches.first?.rule == rule, "\(report.breaches.map(\.sentence))")
    }

    @Test func whatTheAppTellsIsNoBreach() throws {
        let report = try report("escapes", [.talk])
        #expect(report.breaches == [])
        #expect(report.notes.map(\.sentence) == ["tells an escape, clock: time (child.py:1 now)."])
    }

    @Test func membersAreThoseOfTheSchema() throws {
        let path = "\(Self.root)/Sources/Clients/Schemas/ProgramOutput.schema.json"
        let bytes = try Array(Data(contentsOf: URL(filePath: path)))
        let parts = try JSONReader.value(of: bytes).object?["allOf"]?.array ?? []
        var members: [String: Set<String>] = [:]
        for part in parts {
            let kind = part.object?["if"]?.object?["properties"]?.object?["kind"]?.object
            let names = part.object?["then"]?.object?["propertyNames"]?.object?["enum"]?.array
            guard let name = kind?["const"]?.string else { continue }
            members[name] = Set((names ?? []).compactMap(\.string)).subtracting(["kind"])
        }
        #expect(members == ProgramJudge.members)
    }

    @Test func aMissingProgramIsNoBreach() throws {
        let command = try ProgramCommand("/no/such/program")
        #expect(throws: ProgramCommandError.self) { try ProgramConformance.report(on: command) }
    }
}
