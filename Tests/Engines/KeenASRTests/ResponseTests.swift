import Foundation
import KeenASR
import Testing
import VoiceAudio
import VoiceFiles
import VoiceJSON
import VoiceRecognition
import VoiceTestSupport

struct ResponseTests {
    private let folder = TemporaryFolder()
    private static let sound = MonoSound(
        sampleRate: 16_000, samples: (0..<4_000).map { Int16($0 % 200) })

    static func facts(id: String = "3f2c8e1a-6a53", sound: MonoSound = sound)
        -> KIOSResponse.Facts
    {
        let word = RecognizedWord(
            text: "cold#DROP", range: 800..<2_400, confidence: 1_000,
            phones: [RecognizedPhone(phone: "K", range: 800..<2_400, score: 930)])
        let heard = Hypothesis(
            text: "cold#DROP", confidence: 875, words: [word],
            alternatives: [AlternativeReading(text: "old", distance: 3)])
        var facts = KIOSResponse.Facts(
            responseId: id,
            result: KIOSResult(
                final: heard,
                KIOSResult.Reading(start: 0, sampleRate: 16_000, computesGoP: true)),
            decodingGraphName: "digits", asrBundleName: "english", sound: sound,
            startTime: Date(timeIntervalSince1970: 1_795_434_000.25),
            origin: KIOSResponseOrigin(
                appBundleId: "reader", sdkVersion: "2.1.0", system: "Linux", release: "6.1",
                machine: "x86_64"))
        facts.endRule = .timeoutEndSilenceForGoodMatch
        facts.audioQuality = KIOSAudioQualityResult(sound, speech: [800..<2_400])
        return facts
    }

    private func url(_ name: String = "") -> URL { URL(fileURLWithPath: folder.path(name)) }

    @Test(
        "the JSON has the keys of the specification and the reason of the end",
        .fact("keenasr-3.7-14", "keenasr-3.7-15"))
    func hasKeys() throws {
        var facts = Self.facts()
        facts.failure = "no memory"
        let response = KIOSResponse(facts)
        #expect(response.setCustomJson("1"))
        #expect(response.audioDuration == 0.25)
        #expect(response.startTime == facts.startTime)
        let object = try #require(try JSONReader.value(of: Array(response.json.utf8)).object)
        let keys = [
            "responseId", "result", "audioQuality", "decodingGraphName", "asrBundleName",
            "appBundleId", "echoCancellation", "audioDuration", "startTime", "audioFilename",
            "jsonFormatVersion", "sdkVersion", "deviceInfo", "customJson", "endRule", "failure",
        ]
        #expect(object.members.map(\.key) == keys.sorted())
        #expect(object["audioDuration"] == .decimal("0.25"))
        #expect(object["startTime"] == "2026-11-23T11:40:00.250Z")
        #expect(object["audioFilename"] == "3f2c8e1a-6a53.wav")
        #expect(object["endRule"] == "timeoutEndSilenceForGoodMatch")
        #expect(object["deviceInfo"] == ["system": "Linux", "release": "6.1", "machine": "x86_64"])
    }

    @Test(
        "files are called by the response's id, and their full paths are known once saved",
        .fact("keenasr-3.7-11", "keenasr-3.7-17"))
    func savesFiles() throws {
        let response = KIOSResponse(Self.facts())
        #expect(response.jsonFilename.isEmpty)
        #expect(response.audioFilename.isEmpty)
        #expect(response.saveJsonFile(url()))
        #expect(response.saveAudioFile(url()))
        #expect(try folder.names() == ["3f2c8e1a-6a53.json", "3f2c8e1a-6a53.wav"])
        #expect(response.jsonFilename == folder.path("3f2c8e1a-6a53.json"))
        #expect(response.audioFilename == folder.path("3f2c8e1a-6a53.wav"))
        let saved = try DiskFile.read(folder.path("3f2c8e1a-6a53.json"), limit: 1 << 20)
        #expect(JSONWriter.text(try JSONReader.value(of: saved)) == response.json)
    }

    @Test(
        "the sound file holds 16 bits, one channel, exactly the frames decoded",
        .fact("keenasr-3.7-17"))
    func savesSound() throws {
        let response = KIOSResponse(Self.facts())
        let path = try response.writeAudio(into: folder.path)
        let reader = try SoundFileReader(path: path)
        #expect(reader.format.sampleRate == 16_000)
        #expect(reader.format.channels == 1)
        #expect(try SoundFile.readMono(path: path, sampleRate: 16_000) == Self.sound)
        let bytes = try DiskFile.read(path, limit: 1 << 20)
        // The format chunk: PCM, 1 channel, 16,000 Hz, 16 bits.
        #expect(Array(bytes[20..<24]) == [1, 0, 1, 0])
        #expect(Array(bytes[34..<36]) == [16, 0])
    }

    @Test(
        "nothing is saved to a folder that does not exist, is a file or cannot be written to",
        .fact("keenasr-3.7-12"))
    func refusesFolders() throws {
        try folder.write("text", to: "file")
        let response = KIOSResponse(Self.facts())
        for name in ["absent", "file"] {
            #expect(!response.saveJsonFile(url(name)))
            #expect(!response.saveAudioFile(url(name)))
        }
        let elsewhere = try #require(URL(string: "https://example.org\(folder.path)"))
        #expect(!response.saveJsonFile(elsewhere))
        #expect(!response.saveAudioFile(elsewhere))
        #expect(!response.saveJsonFile(URL(fileURLWithPath: "/proc")))
        #expect(!response.saveAudioFile(URL(fileURLWithPath: "/proc")))
        #expect(response.jsonFilename.isEmpty)
        #expect(response.audioFilename.isEmpty)
    }

    @Test(
        "nothing is saved to the recognizer's own folder, or below it, or through a link to it",
        .fact("keenasr-3.7-12"))
    func refusesReservedFolder() throws {
        try DiskFile.makeFolder(folder.path("queue/inner"))
        folder.link("alias", to: folder.path("queue"))
        let response = KIOSResponse(Self.facts(), reservedFolder: folder.path("queue"))
        for name in ["queue", "queue/inner", "alias"] {
            let error = thrown(KIOSResponseError.self) {
                try response.writeJSON(into: folder.path(name))
            }
            #expect(error == .reserved(path: folder.path(name)))
            #expect(!response.saveAudioFile(url(name)))
        }
    }

    @Test("a link in a file's place is replaced, and what it leads to stays as it is")
    func replacesLinks() throws {
        try folder.write("mine", to: "outside")
        try DiskFile.makeFolder(folder.path("out"))
        folder.link("out/3f2c8e1a-6a53.json", to: folder.path("outside"))
        folder.link("out/3f2c8e1a-6a53.wav", to: folder.path("outside"))
        let response = KIOSResponse(Self.facts())
        #expect(response.saveJsonFile(url("out")))
        #expect(response.saveAudioFile(url("out")))
        #expect(try DiskFile.read(folder.path("outside"), limit: 99) == Array("mine".utf8))
    }

    @Test("an id that makes no file's name is refused", arguments: ["", "../x", "a/b", "a b", "é"])
    func refusesIds(id: String) {
        let error = thrown(KIOSResponseError.self) {
            try KIOSResponse(Self.facts(id: id)).writeJSON(into: folder.path)
        }
        #expect(error == .responseId(id))
    }

    @Test("a response without sound saves its JSON only")
    func savesWithoutSound() {
        let facts = Self.facts(sound: MonoSound(sampleRate: 16_000, samples: []))
        let response = KIOSResponse(facts)
        #expect(!response.saveAudioFile(url()))
        #expect(response.saveJsonFile(url()))
        #expect(response.json.contains("\"audioFilename\":null"))
    }

    @Test("each custom JSON replaces the one before", .fact("keenasr-3.7-14"))
    func replacesCustomJSON() throws {
        let response = KIOSResponse(Self.facts())
        #expect(!response.json.contains("customJson"))
        #expect(response.setCustomJson(#"{"page": 12}"#))
        #expect(response.setCustomJson("[true]"))
        #expect(response.json.contains(#""customJson":[true]"#))
        #expect(!response.json.contains("page"))
    }

    @Test(
        "what is not JSON is refused, and the JSON before it stays", .fact("keenasr-3.7-14"),
        arguments: ["", "{", "{a: 1}", "[1,]", "nul", "{} {}", #"{"a":1,"a":2}"#])
    func refusesCustomJSON(text: String) {
        let response = KIOSResponse(Self.facts())
        response.setCustomJson("7")
        #expect(!response.setCustomJson(text))
        #expect(response.json.contains(#""customJson":7"#))
    }

    @Test("custom JSON over a million bytes is refused")
    func limitsCustomJSON() {
        let response = KIOSResponse(Self.facts())
        #expect(!response.setCustomJson("\"" + String(repeating: "x", count: 1 << 20) + "\""))
    }

    @Test(
        "queued responses accumulate in the sink's folder, up to its limit",
        .fact("keenasr-3.7-13", "keenasr-3.13-1"))
    func queues() throws {
        let sink = KIOSFolderSink(folder: folder.path("queue"), limit: 2)
        for (id, isTaken) in [("a", true), ("b", true), ("b", true), ("c", false)] {
            #expect(KIOSResponse(Self.facts(id: id), sink: sink).queueForUpload() == isTaken)
        }
        #expect(
            try DiskFile.names(in: folder.path("queue")) == ["a.json", "a.wav", "b.json", "b.wav"])
    }

    @Test("without a sink nothing is queued", .fact("keenasr-3.13-1"))
    func needsSink() { #expect(!KIOSResponse(Self.facts()).queueForUpload()) }

    @Test(
        "every reason says the next step",
        arguments: [
            (KIOSResponseError.noFolder(path: "/a"), "Create the folder"),
            (.reserved(path: "/a"), "a folder of the app"), (.responseId("/"), "letters, digits"),
            (.full(path: "/a", limit: 2), "Remove them, then queue"),
            (.disk(.missing(path: "/a")), "Check the name"),
        ])
    func explains(error: KIOSResponseError, step: String) {
        #expect(error.description.contains(step))
    }

    @Test("the origin names this program and this system")
    func namesOrigin() {
        let origin = KIOSResponseOrigin.current(sdkVersion: "2.1.0")
        #expect(!origin.appBundleId.isEmpty && !origin.appBundleId.contains("/"))
        #expect(["Linux", "Darwin"].contains(origin.system))
        #expect(!origin.machine.isEmpty && !origin.release.isEmpty)
    }
}
