import Foundation
import Testing
import VoiceKit

@Suite("A clock that takes no real time")
@MainActor
struct VirtualVoiceClockTests {
    @Test("waits end in the order of their times, then of their calls")
    func order() async throws {
        let clock = VirtualVoiceClock()
        var order: [String] = []
        var tasks: [Task<Void, any Error>] = []
        for (name, seconds) in [("c", 3_600.0), ("a", 1), ("d", 3_600), ("b", 60)] {
            tasks.append(
                Task {
                    try await clock.wait(seconds: seconds)
                    order.append("\(name) \(clock.now)")
                })
        }
        for task in tasks { try await task.value }
        #expect(order == ["a 1.0", "b 60.0", "c 3600.0", "d 3600.0"])
    }

    @Test("a wait of no time returns at once")
    func none() async throws {
        let clock = VirtualVoiceClock(isManual: true)
        for seconds in [0, -1, -.infinity, .nan] as [TimeInterval] {
            try await clock.wait(seconds: seconds)
        }
        #expect(clock.now == 0)
    }

    @Test("time in the test's hands stands still until it is moved, and stops between waits")
    func manual() async throws {
        let clock = VirtualVoiceClock(isManual: true)
        var times: [TimeInterval] = []
        let task = Task {
            for _ in 0..<3 {
                try await clock.wait(seconds: 1)
                times.append(clock.now)
            }
        }
        await clock.advance(by: 0.5)
        #expect(times.isEmpty && clock.now == 0.5 && clock.waitingCount == 1)
        await clock.advance(by: 1.75)
        #expect(times == [1, 2] && clock.now == 2.25)
        await clock.advance(by: 10)
        try await task.value
        #expect(times == [1, 2, 3] && clock.now == 12.25)
    }

    @Test("cancelling a task ends its wait and no other")
    func cancelled() async throws {
        let clock = VirtualVoiceClock(isManual: true)
        let first = Task { try await clock.wait(seconds: 1) }
        let second = Task { try await clock.wait(seconds: 1) }
        await clock.advance(by: 0)
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        #expect(clock.waitingCount == 1)
        await clock.advance(by: 1)
        try await second.value
        let late = Task { try await clock.wait(seconds: 1) }
        late.cancel()
        await #expect(throws: CancellationError.self) { try await late.value }
    }

    @Test("more waits than a clock takes are refused")
    func limit() async throws {
        let clock = VirtualVoiceClock(isManual: true)
        let tasks = (0..<VirtualVoiceClock.waitLimit).map { _ in
            Task { try await clock.wait(seconds: 1) }
        }
        await clock.advance(by: 0)
        #expect(clock.waitingCount == VirtualVoiceClock.waitLimit)
        await #expect(
            throws: VoiceIOError.underlying(
                "more than 1000 waits at once. Await calls before making more.")
        ) { try await clock.wait(seconds: 1) }
        for task in tasks { task.cancel() }
        for task in tasks { _ = await task.result }
        #expect(clock.waitingCount == 0)
    }
}
