import KeenASR
import Testing
import VoiceFiles
import VoiceTestSupport

struct SpeakerProfileTests {
    private let folder = TemporaryFolder()
    private var profiles: KIOSSpeakerProfiles {
        KIOSSpeakerProfiles(folder: folder.path("KaldiIOS-speaker-profiles"))
    }
    private let learnt = KIOSSpeakerProfile(frames: 120, mean: [41, -5.25, 1e-5])

    private func save(_ speaker: String, bundle: String = "english") throws {
        for route in [KIOSAudioRoute.builtin, .file] {
            try profiles.save(learnt, speaker: speaker, bundle: bundle, route: route)
        }
    }

    private func load(
        _ speaker: String, bundle: String = "english", route: KIOSAudioRoute = .file
    ) throws -> KIOSSpeakerProfile? {
        try profiles.load(speaker: speaker, bundle: bundle, route: route)
    }

    @Test(
        "a profile's file is called by speaker, bundle and route, percent-encoded",
        .fact("keenasr-3.2-38", "keenasr-3.10-3"),
        arguments: [
            ("default", "english", KIOSAudioRoute.builtin, "default-english-builtin.profile"),
            ("a-b", "c", .headset, "a%2Db-c-headset.profile"),
            ("a", "b-c", .bluetooth, "a-b%2Dc-bluetooth.profile"),
            ("../x/y", "e.n", .file, "%2E%2E%2Fx%2Fy-e%2En-file.profile"),
            ("é", "c", .stream, "%C3%A9-c-stream.profile"),
        ])
    func names(speaker: String, bundle: String, route: KIOSAudioRoute, name: String) throws {
        let found = try KIOSSpeakerProfiles.fileName(
            speaker: speaker, bundle: bundle, route: route)
        #expect(found == name)
    }

    @Test("a profile comes back as it was saved, readable for its user only")
    func keeps() throws {
        try save("ann")
        #expect(try load("ann") == learnt)
        let path = profiles.folder + "/ann-english-file.profile"
        #expect(DiskFile.mode(of: path) == 0o600)
    }

    @Test("profiles match on speaker, bundle and route", .fact("keenasr-3.10-2"))
    func matches() throws {
        try save("ann")
        #expect(try load("ben") == nil)
        #expect(try load("ann", bundle: "french") == nil)
        #expect(try load("ann", route: .headset) == nil)
    }

    @Test("a profile that has heard nothing is not written")
    func writesNothingEmpty() throws {
        try profiles.save(
            KIOSSpeakerProfile(), speaker: "ann", bundle: "english", route: .file)
        #expect(!DiskFile.exists(profiles.folder))
    }

    @Test(
        "the profiles of one speaker are removed, on every route and of every bundle",
        .fact("keenasr-3.2-17"))
    func removesSpeaker() throws {
        try save("ann")
        try save("ann", bundle: "french")
        try save("anna")
        try save("ann-english")
        try profiles.remove(speaker: "ann")
        #expect(
            try DiskFile.names(in: profiles.folder) == [
                "ann%2Denglish-english-builtin.profile", "ann%2Denglish-english-file.profile",
                "anna-english-builtin.profile", "anna-english-file.profile",
            ])
    }

    @Test("all profiles are removed, and other files stay", .fact("keenasr-3.2-17"))
    func removesAll() throws {
        try save("ann")
        try save("ben")
        try folder.write("mine", to: "KaldiIOS-speaker-profiles/notes.txt")
        try profiles.remove()
        #expect(try DiskFile.names(in: profiles.folder) == ["notes.txt"])
    }

    @Test("removing where there is none is no error", .fact("keenasr-3.2-17"))
    func removesNothing() throws {
        try profiles.remove()
        try profiles.remove(speaker: "ann")
        #expect(!DiskFile.exists(profiles.folder))
    }

    @Test("a link in a profile's place is not followed, and removed alone")
    func followsNoLinks() throws {
        try save("ann")
        let path = profiles.folder + "/ann-english-file.profile"
        try DiskFile.move(path, to: folder.path("outside"))
        folder.link(
            "KaldiIOS-speaker-profiles/ann-english-file.profile", to: folder.path("outside"))
        #expect(
            thrown(KIOSProfileError.self) { _ = try load("ann") } == .disk(.link(path: path)))
        try profiles.remove()
        #expect(DiskFile.exists(folder.path("outside")))
    }

    @Test(
        "files that are no profile are damaged",
        arguments: [
            "", "{", "[]", "{}", #"{"formatVersion":2}"#,
            #"{"formatVersion":2,"speaker":"ann","bundle":"english","route":"file","frames":1}"#,
            #"""
            {"formatVersion":2,"speaker":"ann","bundle":"english","route":"file","frames":0,
            "mean":[1]}
            """#,
            #"""
            {"formatVersion":2,"speaker":"ann","bundle":"english","route":"file","frames":1,
            "mean":[]}
            """#,
            #"""
            {"formatVersion":2,"speaker":"ann","bundle":"english","route":"file","frames":1,
            "mean":["1"]}
            """#,
            #"""
            {"formatVersion":2,"speaker":"ann","bundle":"english","route":"file","frames":1,
            "mean":[1e99]}
            """#,
            #"""
            {"formatVersion":2,"speaker":"ben","bundle":"english","route":"file","frames":1,
            "mean":[1]}
            """#,
        ])
    func refuses(text: String) throws {
        try folder.write(text, to: "KaldiIOS-speaker-profiles/ann-english-file.profile")
        guard
            case .damaged = thrown(KIOSProfileError.self, by: { _ = try load("ann") })
        else {
            Issue.record("taken: \(text)")
            return
        }
    }

    @Test("a file of a later version, or one that is too large, is refused")
    func refusesNewerAndLarge() throws {
        let name = "KaldiIOS-speaker-profiles/ann-english-file.profile"
        try folder.write(#"{"formatVersion":3}"#, to: name)
        #expect(
            thrown(KIOSProfileError.self) { _ = try load("ann") }
                == .newer(path: folder.path(name), version: 3))
        try folder.write(String(repeating: " ", count: 1 << 16) + "{}", to: name)
        guard
            case .disk(.tooLarge) = thrown(KIOSProfileError.self, by: { _ = try load("ann") })
        else {
            Issue.record("a file of 64 kB is read")
            return
        }
    }

    @Test("a name that makes no file's name is refused", arguments: [0, 240])
    func refusesNames(length: Int) {
        let speaker = String(repeating: "a", count: length)
        let error = thrown(KIOSProfileError.self) { try save(speaker) }
        #expect(error == .name(speaker: speaker))
        #expect(error?.description.contains("1 to 60 letters") == true)
    }

    @Test("the mean runs over all frames")
    func runs() {
        var profile = KIOSSpeakerProfile()
        profile.add([10, 0], frames: 1)
        profile.add([20, 4], frames: 3)
        #expect(profile == KIOSSpeakerProfile(frames: 4, mean: [17.5, 3]))
    }

    @Test("what was heard long ago counts for no more than its memory")
    func forgets() {
        var profile = KIOSSpeakerProfile(frames: 1_000_000, mean: [0])
        profile.add([10], frames: 100, memory: 100)
        #expect(profile == KIOSSpeakerProfile(frames: 1_000_100, mean: [5]))
    }

    @Test("frames beyond every lifetime count as its limit")
    func bounds() throws {
        var profile = KIOSSpeakerProfile(frames: .max, mean: [0])
        profile.add([0], frames: .max, memory: .max)
        try profiles.save(profile, speaker: "ann", bundle: "english", route: .file)
        #expect(try load("ann")?.frames == 1 << 40)
    }

    @Test(
        "what is no mean of this profile is passed over",
        arguments: [
            ([], 1), ([1], 1), ([1, .nan], 1), ([1, .infinity], 1), ([1, 2], 0),
        ] as [([Float], Int64)])
    func passesOver(mean: [Float], frames: Int64) {
        var profile = KIOSSpeakerProfile(frames: 2, mean: [0, 0])
        profile.add(mean, frames: frames)
        #expect(profile == KIOSSpeakerProfile(frames: 2, mean: [0, 0]))
    }
}

struct LocationTests {
    private static func locations(_ variables: [String: String]) -> KIOSLocations? {
        KIOSLocations.standard { variables[$0] }
    }

    @Test(
        "files go where XDG variables say, and profiles, graphs and recordings to their folders",
        .fact("keenasr-3.10-4"))
    func followsVariables() {
        let found = Self.locations(["XDG_DATA_HOME": "/data", "XDG_CACHE_HOME": "/cache"])
        #expect(found == KIOSLocations(applicationSupport: "/data", caches: "/cache"))
        #expect(found?.decodingGraphs == "/data/KaldiIOS-decoding-graphs")
        #expect(found?.speakerProfiles == "/cache/KaldiIOS-speaker-profiles")
        #expect(found?.recordings == "/cache/keenasr-data/\(found?.app ?? "")")
    }

    #if os(Linux)
        @Test(
            "without them, or with relative ones, they go below the home folder",
            arguments: [
                ["HOME": "/home/ann"], ["HOME": "/home/ann", "XDG_DATA_HOME": "data"],
                ["HOME": "/home/ann", "XDG_CACHE_HOME": ""],
            ])
        func fallsBack(variables: [String: String]) {
            #expect(
                Self.locations(variables)
                    == KIOSLocations(
                        applicationSupport: "/home/ann/.local/share", caches: "/home/ann/.cache"))
        }
    #endif

    @Test("without a home folder there are none", arguments: [[:], ["HOME": "relative"]])
    func needsHome(variables: [String: String]) {
        #expect(Self.locations(variables) == nil)
    }
}
