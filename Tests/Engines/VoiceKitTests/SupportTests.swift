import Foundation
import Testing
import VoiceKit
import VoiceTestSupport

@Suite("A gate lets one task in at a time")
struct VoiceOpGateTests {
    @Test("waiting tasks go in in the order in which they asked", .fact("voicekit-2.4-10"))
    @MainActor
    func order() async {
        let gate = VoiceOpGate()
        await gate.acquire()
        var order: [Int] = []
        var tasks: [Task<Void, Never>] = []
        for number in 1...5 {
            tasks.append(
                Task {
                    await gate.acquire()
                    order.append(number)
                    await gate.release()
                })
            while await gate.waitingCount < number { await Task.yield() }
        }
        #expect(order.isEmpty)
        await gate.release()
        for task in tasks { await task.value }
        #expect(order == [1, 2, 3, 4, 5])
    }

    @Test("a gate that is released twice lets one task in, not two", .fact("voicekit-2.4-10"))
    @MainActor
    func releasedTwice() async {
        let gate = VoiceOpGate()
        await gate.release()
        await gate.acquire()
        let second = Task { await gate.acquire() }
        while await gate.waitingCount < 1 { await Task.yield() }
        await gate.forceClear()
        await second.value
        #expect(await gate.waitingCount == 0)
    }
}

/// How often something was asked for.
@MainActor
private final class Count {
    var value = 0
}

@Suite("The list of voices is made once", .serialized)
@MainActor
struct SystemVoicesCacheTests {
    @Test(
        "voices come by name without regard to case, and are listed once until a refresh",
        .fact("voicekit-2.4-12"))
    func cached() {
        let count = Count()
        let usual = SystemVoicesCache.source
        defer {
            SystemVoicesCache.source = usual
            SystemVoicesCache.clear()
        }
        SystemVoicesCache.clear()
        SystemVoicesCache.source = {
            count.value += 1
            return ["b", "C", "A", "a"].enumerated().map {
                TTSVoiceInfo(id: "\($0.offset)", name: $0.element, language: "en")
            }
        }
        #expect(SystemVoicesCache.lastRefreshedAt() == nil)
        #expect(SystemVoicesCache.all().map(\.id) == ["2", "3", "0", "1"])
        _ = SystemVoicesCache.all()
        #expect(count.value == 1)
        #expect(SystemVoicesCache.lastRefreshedAt() != nil)
        _ = SystemVoicesCache.refresh()
        #expect(count.value == 2)
        SystemVoicesCache.clear()
        #expect(SystemVoicesCache.lastRefreshedAt() == nil)
        _ = SystemVoicesCache.all()
        #expect(count.value == 3)
    }

    @Test("voices that cannot be listed are none, with the reason")
    func failing() {
        let usual = SystemVoicesCache.source
        defer {
            SystemVoicesCache.source = usual
            SystemVoicesCache.clear()
        }
        SystemVoicesCache.source = { throw VoiceIOError.underlying("no program") }
        #expect(SystemVoicesCache.refresh().isEmpty)
        #expect(SystemVoicesCache.lastError == "no program")
    }

    @Test(
        "the first voice of the language is the default, else the first by name",
        .fact("voicekit-2.11-7", "voicekit-2.11-10"))
    func seed() {
        let voices = [
            TTSVoiceInfo(id: "z", name: "Zoe", language: "en-US"),
            TTSVoiceInfo(id: "a", name: "adam", language: "de"),
            TTSVoiceInfo(id: "b", name: "Bea", language: "EN-GB"),
        ]
        let english = VoiceProfilesSeed.bootstrap(voices: voices, language: "en")
        #expect(english.defaultID == "b")
        #expect(english.profiles.map(\.id) == ["a", "b", "z"])
        #expect(VoiceProfilesSeed.bootstrap(voices: voices, language: "fr").defaultID == "a")
        #expect(VoiceProfilesSeed.bootstrap(voices: [], language: "en").defaultID == nil)
        let shown = VoiceProfilesSeed.filteredProfiles(
            from: english.profiles, languagePrefix: "en", hiddenIDs: ["z"], showHidden: false)
        #expect(shown.map(\.id) == ["b"])
        let all = VoiceProfilesSeed.filteredProfiles(
            from: english.profiles, languagePrefix: "EN", hiddenIDs: ["z"], showHidden: true)
        #expect(all.map(\.id) == ["b", "z"] && all.map(\.isHidden) == [false, true])
    }
}
