import Testing
import VoiceTestSupport
import VoiceTime

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

    /// Whether only live tracks sound: the highest by its own gain, ducked ones below it by theirs.
    private func isDuckedInOrder(_ world: SoundWorld, _ gains: [String: Int]) -> Bool {
        let production = world.production
        let live = production.tracks.filter(\.isLive)
        let sounding = production.tracks.filter { $0.sounding?.isGoingOn == true }
        guard !production.isSuspended else { return sounding.isEmpty && world.loop.heard.isEmpty }
        guard let highest = live.map(\.priority).max() else { return sounding.isEmpty }
        guard sounding.filter({ $0.priority == highest }).count == 1 else { return false }
        let low = sounding.filter { $0.priority < highest }
        // Speech says which track it is of.
        let isHeardByGain = world.loop.playing.values.allSatisfy { playing in
            guard playing.end != nil,
                let name = Self.tracks.first(where: { playing.text.hasPrefix($0) }),
                let track = production.tracks.first(where: { $0.identifier == name })
            else { return true }
            return playing.gain == (track.priority < highest ? gains[name] : 1_000)
        }
        return isHeardByGain && low.allSatisfy { gains[$0.identifier] != nil }
    }

    @Test(
        "tracks that are ducked at random sound by their gains, and every event is over once",
        .fact("saykit-4.6-14"))
    func ducked() {
        var lowered = 0
        for seed in 0..<300 as Range<UInt64> {
            var chance = SeededChance(seed: seed).stream("ducked tracks")
            var world = SoundWorld()
            _ = world.production.register("notice", priority: 100)
            _ = world.production.register("alarm", priority: 200)
            var items: [Int] = []
            var gains: [String: Int] = [:]
            for _ in 0..<40 {
                let track = Self.tracks[Int(chance.below(4))]
                switch chance.below(10) {
                case 0: world.change { production, now in production.suspendTracks(at: now) }
                case 1, 2: world.change { production, now in production.resumeTracks(at: now) }
                case 3: world.change { production, now in _ = production.cancelAll(track, at: now) }
                case 4, 5: world.run(until: world.loop.now + Frame(chance.below(5_000)))
                case 6 where track != "voiceRequest":
                    let gain = chance.below(3) == 0 ? nil : 1 + Int(chance.below(1_000))
                    gains[track] = gain
                    world.change { production, now in
                        _ = production.duck(track, permille: gain, at: now)
                    }
                default:
                    let text = track + String(repeating: "a", count: Int(chance.below(20)))
                    items.append(world.add(.speech(SAYSpeechUtterance(text)), to: track))
                }
                #expect(isDuckedInOrder(world, gains), "seed \(seed)")
                lowered += world.loop.gains.values.count { $0 < 1_000 }
            }
            world.change { production, now in production.resumeTracks(at: now) }
            world.run()
            #expect(world.over.map(\.item).sorted() == items, "seed \(seed)")
            #expect(world.loop.playing.isEmpty && world.loop.timers.isEmpty, "seed \(seed)")
        }
        #expect(lowered > 500)
    }

    private func event(_ chance: inout ChanceStream) -> AudioEvent {
        switch chance.below(6) {
        case 0: .silence(milliseconds: Int64(chance.below(200)))
        case 1: .tone(file: "missing.wav")
        case 2: .tone(file: "tone.wav")
        case 3:
            .composite([
                .speech(SAYSpeechUtterance("ab")), .silence(milliseconds: 20),
                .tone(file: "tone.wav"),
            ])
        default:
            .speech(SAYSpeechUtterance(String(repeating: "a", count: 1 + Int(chance.below(20)))))
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

extension AudioTrack.Sounding {
    /// Whether it continues now.
    fileprivate var isGoingOn: Bool {
        switch self {
        case .playing, .silent: true
        case .held, .heldSilence: false
        }
    }
}
