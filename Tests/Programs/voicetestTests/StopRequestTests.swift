import Foundation
import Testing

@testable import voicetest

@Suite("Ctrl-C during a recording on a device")
struct StopRequestTests {
    @Test("the first asks for an end, the second is one", arguments: [SIGINT, SIGTERM, SIGHUP])
    func twice(number: Int32) async {
        switch number {
        case SIGINT:
            await #expect(processExitsWith: .signal(SIGINT)) { Self.raiseTwice(SIGINT) }
        case SIGTERM:
            await #expect(processExitsWith: .signal(SIGTERM)) { Self.raiseTwice(SIGTERM) }
        default:
            await #expect(processExitsWith: .signal(SIGHUP)) { Self.raiseTwice(SIGHUP) }
        }
    }

    @Test("a signal that was switched off stays off")
    func off() async {
        await #expect(processExitsWith: .success) {
            signal(SIGINT, SIG_IGN)
            signal(SIGTERM, SIG_DFL)
            let stop = StopRequest()
            kill(getpid(), SIGINT)
            kill(getpid(), SIGTERM)
            while !stop.isPending {}
            kill(getpid(), SIGINT)
            exit(0)
        }
    }

    private static func raiseTwice(_ number: Int32) {
        // Whoever started the tests may have switched it off.
        signal(number, SIG_DFL)
        let stop = StopRequest()
        kill(getpid(), number)
        while !stop.isPending {}
        kill(getpid(), number)
        // A process has a moment until a signal to itself ends it.
        while true {}
    }
}
