import Testing
import VoiceFiles
import VoiceJSON
import VoiceTestSupport
import VoiceTime

@testable import KeenASR

/// Files whose bytes were changed at random: each is refused or read, and none ends the process.
struct HostileFileTests {
    /// Copies of `bytes` with a few bytes changed, put in, left out, or the end cut off.
    private static func changed(_ bytes: [UInt8], count: Int, seed: UInt64) -> [[UInt8]] {
        var chance = SeededChance(seed: seed).stream("bytes")
        let special = Array("\u{0}\n\r\t #=-/.\"{}[],0129AZaz\u{7F}".utf8) + [0x80, 0xC3, 0xFF]
        return (0..<count).map { _ in
            var copy = bytes
            for _ in 0...chance.below(3) where !copy.isEmpty {
                let place = Int(chance.below(copy.count))
                let byte = special[Int(chance.below(special.count))]
                switch chance.below(4) {
                case 0: copy[place] = byte
                case 1: copy.insert(byte, at: place)
                case 2: copy.remove(at: place)
                default: copy.removeSubrange(place..<min(copy.count, place + 40))
                }
            }
            return copy
        }
    }

    @Test("a changed manifest of a graph is damaged, or says the same")
    func changesManifest() {
        let graph = GraphManifest(
            name: "digits", bundleName: "english", bundleDigest: "abc",
            decoder: GraphManifest.decoder, created: 1_000,
            plan: KIOSGraphPlan(
                phrases: ["ONE", "GO UP"],
                pronunciations: [
                    KIOSWordPronunciation(word: "UP", pronunciation: "AH P", tag: "X")
                ], trigger: "HELLO"),
            unknownWords: ["GO"])
        var read = 0
        for bytes in Self.changed(JSONWriter.prettyBytes(graph.value), count: 2_000, seed: 1) {
            guard let manifest = try? GraphManifest(parsing: bytes, path: "m") else { continue }
            read += 1
            #expect(manifest == graph)
        }
        // Some changes are blanks between the parts.
        #expect(read > 0)
    }

    @Test("a changed lexicon is refused, or finds the words that it has")
    func changesLexicon() {
        let text = "A AH\nAB AH K\nAB K\nCAB K AH B\nDO'S D UW Z\n"
        let phones = KIOSPhoneSet(["AH", "B", "D", "K", "UW", "Z"])
        var read = 0
        for bytes in Self.changed(Array(text.utf8), count: 2_000, seed: 2) {
            guard let lexicon = try? KIOSLexicon(parsing: bytes, phones: phones, path: "l") else {
                continue
            }
            read += 1
            let lines = bytes.split { $0 == 0x0A }
            let words = lines.compactMap { line in
                line.split { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }.first.map(Array.init)
            }
            #expect(lexicon.pronunciationCount == words.count)
            #expect(lexicon.wordCount == Set(words).count)
            for word in words {
                guard let text = String(validating: word, as: UTF8.self) else { continue }
                #expect(!lexicon.pronunciations(of: text).isEmpty)
            }
        }
        #expect(read > 0)
    }

    @Test("changed settings are refused, or lie within their bounds")
    func changesSettings() {
        var read = 0
        for bytes in Self.changed(Array(KIOSDecodeSettings().text.utf8), count: 2_000, seed: 3) {
            guard let settings = try? KIOSDecodeSettings(parsing: bytes, path: "d") else {
                continue
            }
            read += 1
            #expect((1...1_000).contains(settings.beam))
            #expect((0.01...100).contains(settings.acousticScale))
            #expect(settings.minActive <= settings.maxActive)
        }
        #expect(read > 0)
    }

    @Test("a changed profile is refused, or has numbers")
    func changesProfile() throws {
        let folder = TemporaryFolder()
        let profiles = KIOSSpeakerProfiles(folder: folder.path)
        try profiles.save(
            KIOSSpeakerProfile(frames: 10, mean: [1.5, -2, 0.25]), speaker: "ann",
            bundle: "english", route: .stream)
        let name = try #require(try folder.names().first)
        let whole = try DiskFile.read(folder.path(name), limit: 1 << 16)
        var read = 0
        for bytes in Self.changed(whole, count: 300, seed: 4) {
            try folder.write(bytes, to: name)
            guard
                let profile = try? profiles.load(
                    speaker: "ann", bundle: "english", route: .stream)
            else { continue }
            read += 1
            #expect(profile.frames > 0)
            #expect(profile.mean.allSatisfy(\.isFinite) && !profile.mean.isEmpty)
        }
        #expect(read > 0)
    }
}
