import Testing
import VoiceEngine
import VoiceJSON
import VoiceTime
import VoiceTrace

@testable import VoiceMedia

/// What an engine must not do ends its run with a sentence, and no crash.
@Suite("Faults of an engine")
struct FrameLoopFaultTests {
    /// An engine that does the same for every call, and emits nothing by itself.
    private struct BluntEngine: EngineUnderTest {
        let actions: [EngineAction]
        func step(_ event: EngineEvent, at frame: Frame) -> [EngineAction] {
            if case .call = event { actions } else { [] }
        }
    }

    private func run(_ actions: [EngineAction]) throws -> (reason: String?, faults: [String]) {
        var loop = try FrameLoop(
            engine: BluntEngine(actions: actions), host: ScriptedHost(), rate: .standard,
            settings: MediaSettings())
        loop.receivers = [.callback]
        loop.schedule(.call(EngineCall(facade: "test", name: "ask", id: 3)), at: 0)
        loop.advance(to: 100)
        return (loop.endReason, loop.engineFaults)
    }

    @Test("an answer before any event ends the run")
    func earlyReply() throws {
        let (reason, faults) = try run([.reply(call: 3, .value(.null))])
        #expect(reason == "failure")
        #expect(
            faults == [
                "The engine answered the call 3 before its first event. Emit the event first."
            ])
    }

    @Test("a callback before any event ends the run")
    func earlyCallback() throws {
        let (reason, faults) = try run([.callback("told")])
        #expect(reason == "failure")
        #expect(faults.first?.hasPrefix("The engine called told before its first event.") == true)
    }

    @Test("more than 4,096 timers end the run")
    func timers() throws {
        let (reason, faults) = try run((0...4_096).map { .setTimer(id: $0, frames: 1_000) })
        #expect(reason == "failure")
        #expect(
            faults == [
                "The engine has more than 4096 timers. Cancel those that are not needed."
            ])
        #expect(try run((0..<4_096).map { .setTimer(id: $0, frames: 1_000) }).reason == nil)
    }

    @Test("more than 64 listening jobs end the run")
    func listeners() throws {
        func listen(_ count: Int) -> [EngineAction] {
            (0..<count).map { .listen(job: $0, MediaCoreScript.request()) }
        }
        #expect(try run(listen(64)).reason == nil)
        let (reason, faults) = try run(listen(65))
        #expect(reason == "failure")
        #expect(
            faults == [
                "The engine listens with more than 64 jobs. Stop those that are not needed."
            ])
    }

    @Test("a receiver that is not declared is a fault, and the run goes on")
    func receiver() throws {
        let astray = EngineCallback(name: "told", arguments: [:], receiver: .observer)
        let (reason, faults) = try run([
            .emit(kind: "asked", fields: [:], why: [:]), .callback(astray),
        ])
        #expect(reason == nil)
        #expect(
            faults == [
                "The engine called the receiver \"observer\", which it does not declare. Add it"
                    + " to the engine's declaration."
            ])
    }
}
