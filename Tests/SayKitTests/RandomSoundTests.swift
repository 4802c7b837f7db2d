import Testing
import VoiceTestSupport
import VoiceTime
import VoiceTrace

@testable import SayKit

/// Random programs of tracks: what holds whatever they do.
@Suite("4.6 Random programs of tracks")
struct RandomSoundTests {
    private static let tracks = ["main", "notice", "alarm", "voiceRequest"]

    /// Whether only the live track of highest priority sounds.
    private func isInOrder(_ world: SoundWorld) -> Bool {
        let production = world.production
        let sounding = production.tracks.filter { $0.sounding?.isGoingOn == true }
        guard sounding.count <= 1, world.loop.heard.count <= 1 else { return false }
        guard let track = sounding.first else {
            return production.isSuspended || !production.tracks.contains { $0.isLive }
        }
        let highest = production.tracks.filter(\.isLive).map(\.priority).max() ?? 0
        return !production.isSuspended && track.priority == highest
    }

    private func event(_ chance: inout ChanceStream) -> AudioEvent {
        switch chance.below(6) {
        case 0: .silence(milliseconds: Int64(chance.below(200)))
        case 1: .tone(file: "missing.wav")
        case 2: .tone(file: "tone.wav")
        case 3:
            .composite([
                .speech(SpokenUtterance("ab")), .silence(milliseconds: 20),
                .tone(file: "tone.wav"),
            ])
        default:
            .speech(SpokenUtterance(String(repeating: "a", count: 1 + Int(chance.below(20)))))
        }
    }

    @Test(
        "every event is over once, only the highest track sounds, and all are silent in the end",
        .fact("saykit-4.6-4"))
    func programs() {
        var added = 0
        for seed in 0..<500 as Range<UInt64> {
            var chance = SeededChance(seed: seed).stream("tracks")
            var world = SoundWorld()
            world.loop.missing = ["missing.wav"]
            _ = world.production.register("notice", priority: 100)
            _ = world.production.register("alarm", priority: 100)
            var items: [Int] = []
            for _ in 0..<30 {
                let track = Self.tracks[Int(chance.below(4))]
                switch chance.below(10) {
                case 0: world.change { production, now in production.suspendTracks(at: now) }
                case 1, 2: world.change { production, now in production.resumeTracks(at: now) }
                case 3: world.change { production, now in _ = production.cancelAll(track, at: now) }
                case 4, 5: world.run(until: world.loop.now + Frame(chance.below(5_000)))
                default:
                    let item = world.add(event(&chance), to: track)
                    items.append(item)
                }
                #expect(isInOrder(world), "seed \(seed)")
            }
            world.change { production, now in production.resumeTracks(at: now) }
            world.run()
            added += items.count
            #expect(world.over.map(\.item).sorted() == items, "seed \(seed)")
            #expect(world.loop.playing.isEmpty && world.loop.timers.isEmpty, "seed \(seed)")
            #expect(world.production.tracks.allSatisfy { !$0.isLive && $0.sounding == nil })
        }
        #expect(added > 4_000)
    }
}
