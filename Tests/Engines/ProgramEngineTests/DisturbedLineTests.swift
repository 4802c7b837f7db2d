import Testing
import VoiceEngine
import VoiceJSON
import VoiceTime
import VoiceTrace

@testable import ProgramEngine

/// Faults of the line between carrier and app, as scenarios have them.
@Suite struct DisturbedLineTests {
    @Test func aStallHoldsFramesBackAndDeliversThemAtOnce() throws {
        var call = try TelephoneCall.open()
        call.wait(milliseconds: 40)
        call.disturb(.stall, milliseconds: 100)
        call.wait(milliseconds: 160)
        let media = call.media
        #expect(media.map(\.chunk) == (1...10).map(String.init))
        #expect(media.map(\.at) == [20, 40, 140, 140, 140, 140, 140, 160, 180, 200])
    }

    @Test func aHangUpInAStallComesBehindWhatWasHeldBack() throws {
        var call = try TelephoneCall.open()
        call.disturb(.stall, milliseconds: 1_000)
        call.wait(milliseconds: 60)
        #expect(call.media.isEmpty)
        call.hangUp()
        #expect(call.events == ["connected", "start", "media", "media", "media", "stop"])
        #expect(call.told.last?.input == .close(connection: 2, code: 1_000, reason: ""))
    }

    @Test func aLateStartComesWithTheSoundBehindIt() throws {
        var call = try TelephoneCall()
        call.disturb(.lateStart, milliseconds: 100)
        call.serve()
        call.answer(TelephoneCall.connect)
        call.open(connection: 2)
        #expect(call.events == [])
        call.wait(milliseconds: 80)
        #expect(call.events == [])
        call.wait(milliseconds: 60)
        #expect(call.events.prefix(3) == ["connected", "start", "media"])
        #expect(call.media.first?.chunk == "1")
        #expect(call.media.first?.at == 100)
    }

    @Test func nothingComesOnAStreamBeforeItsLateStart() throws {
        var call = try TelephoneCall()
        call.disturb(.lateStart, milliseconds: 100)
        call.serve()
        call.answer(TelephoneCall.connect)
        call.open(connection: 2)
        call.press("5")
        #expect(call.events == [])
        call.hangUp()
        #expect(call.events == [])
        #expect(call.told.last?.input == .close(connection: 2, code: 1_000, reason: ""))
    }

    @Test func aStartThatIsOverCannotBeLate() throws {
        var call = try TelephoneCall.open()
        call.disturb(.lateStart, milliseconds: 100)
        let notes = call.deeds.compactMap { if case .note(let text) = $0 { text } else { nil } }
        #expect(notes.count == 1 && notes[0].contains("it is open already"), "\(notes)")
    }

    @Test func framesComeInTheOtherOrderWhereTheCarrierAllowsIt() throws {
        var call = try TelephoneCall.open(carrier: "telnyx")
        call.wait(milliseconds: 20)
        call.disturb(.shuffle, milliseconds: 70)
        call.wait(milliseconds: 120)
        #expect(call.media.map(\.chunk) == ["1", "3", "2", "5", "4", "6", "7"])
        #expect(call.objections == [])
        var twilio = try TelephoneCall.open()
        twilio.disturb(.shuffle, milliseconds: 70)
        #expect(
            twilio.objections == [
                "The scenario shuffles the sound of the call (\"shuffleMs\"), and Twilio keeps its"
                    + " order. Remove the line of the caller."
            ])
    }

    @Test func aCallBreaksOffWithoutStop() throws {
        var call = try TelephoneCall.open()
        call.speak(milliseconds: 500)
        call.wait(milliseconds: 100)
        call.disturb(.cutOff, milliseconds: 0)
        #expect(!call.events.contains("stop"))
        #expect(call.told.last?.input == .close(connection: 2, code: nil, reason: ""))
        #expect(call.hungUp == ["carrier"])
        #expect(call.account("thrown") == ["400"])
        call.wait(milliseconds: 3_000)
        #expect(call.deeds.contains(.end))
    }

    @Test func aProgramWithoutATelephoneHasNoLine() throws {
        let link = ScriptedLink { turn, _ in .at(turn) }
        var engine = try ProgramEngine.of(link)
        _ = engine.step(.run, at: 0)
        let objections = engine.step(.world(.line(.stall, frames: 100)), at: 10).objections
        #expect(objections.first?.contains("the project has no telephone") == true)
    }
}

extension TelephoneCall {
    /// The scenario disturbs the line.
    mutating func disturb(_ fault: LineFault, milliseconds: Int64) {
        telephone.disturb(
            fault, for: telephone.rate.frames(milliseconds: milliseconds), at: frame)
        take()
    }
}
