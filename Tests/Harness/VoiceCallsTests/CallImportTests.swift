import Testing
import VoiceAudio
import VoiceDiff
import VoiceFiles
import VoiceJSON
import VoiceRedaction
import VoiceSession
import VoiceTestSupport
import VoiceTime
import VoiceTrace

@testable import VoiceCalls

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A call in one channel at 8 kHz, of which labels tell who speaks. One column is half a second.
///
///     app     AAAA......AA..
///     caller  ......CC......
@Suite struct CallImportTests {
    private static let rate = 8_000
    private static let half: Int64 = 4_000
    private static let (appLevel, callerLevel): (Int16, Int16) = (1_000, 3_000)
    private let folder = TemporaryFolder()

    /// The call, with a sample for each side that tells it, and with a key that is pressed over the
    /// second prompt.
    func call(labels text: String? = nil, withKey: Bool = false) throws -> HeardCall {
        var samples = [Int16](repeating: 5, count: Int(14 * Self.half))
        func fill(_ columns: Range<Int64>, _ level: Int16) {
            for frame in (columns.lowerBound * Self.half)..<(columns.upperBound * Self.half) {
                samples[Int(frame)] = frame.isMultiple(of: 2) ? level : -level
            }
        }
        fill(0..<4, Self.appLevel)
        fill(6..<8, Self.callerLevel)
        fill(10..<12, Self.appLevel)
        if withKey {
            for frame in Int(10 * Self.half) + 800..<Int(10 * Self.half) + 1_600 {
                let time = 2 * Double.pi * Double(frame) / Double(Self.rate)
                samples[frame] = Int16(6_000 * (sin(770 * time) + sin(1_209 * time)))
            }
        }
        try SoundFile.writeMono(
            MonoSound(sampleRate: Self.rate, samples: samples), path: folder.path("call.wav"))
        let text =
            text
                ?? """
                {"segments": [
                  {"speaker": "bot", "start": 0, "end": 2, "text": "Which day suits you?"},
                  {"speaker": "caller", "start": 3.0, "end": 4.0, "text": "Monday, Müller"},
                  {"speaker": "bot", "start": 5, "end": 6}
                ]}
                """
        try DiskFile.write(Array(text.utf8), to: folder.path("call.labels.json"))
        // The sound is no speech, on which labels could be laid.
        var reading = HeardCall.Reading()
        reading.laysLabels = false
        return try HeardCall.whole(
            try CallRecording(path: folder.path("call.wav")), reading)
    }

    func written(_ name: String = "call.vsession") -> SessionFolder {
        SessionFolder(path: folder.path(name))
    }

    func place() throws -> SessionWriter {
        try SessionWriter(path: written().path, isReplacing: false)
    }

    func imported() throws -> (call: HeardCall, manifest: SessionManifest) {
        let call = try call()
        return (call, try CallImport(call, createdBy: "test").write(to: place()))
    }

    private static func microphone(_ session: SessionFolder) throws -> [Int16] {
        try SoundFile.readMono(path: "\(session.path)/audio/mic.flac", sampleRate: nil).samples
    }

    @Test(
        "a pause of up to 1 s does not part a turn, a longer one does",
        arguments: [(4.9, 1), (5.1, 2)])
    func pauses(next: Double, turns: Int) throws {
        let labels = """
            {"segments": [
              {"speaker": "bot", "start": 0, "end": 2},
              {"speaker": "caller", "start": 3, "end": 4},
              {"speaker": "caller", "start": \(next), "end": 5.5}
            ]}
            """
        #expect(try call(labels: labels).trace().turns.count == turns)
    }

    @Test("a session of a call is whole, and says that no code can run it")
    func whole() throws {
        let (_, manifest) = try imported()
        #expect(manifest.isCall)
        #expect(manifest.frames == 14 * Self.half)
        let parts = try SessionParts(folder: written())
        #expect(parts.golden.isNumbered)
        #expect(!parts.golden.isEdited)
        #expect(parts.manifest == manifest)
        var replayer = SessionReplayer(factories: [])
        #expect(try replayer.check(written()) == manifest)
        let error = #expect(throws: SessionError.self) {
            _ = try replayer.replay(written(), options: ReplayOptions())
        }
        #expect(error == .unknownEngine(kind: "call", path: written().path))
    }

    @Test("the microphone holds the caller alone, and prompts hold the app")
    func sides() throws {
        _ = try imported()
        let samples = try Self.microphone(written())
        let (app, caller) = (samples[0..<Int(4 * Self.half)], samples[Int(6 * Self.half)])
        #expect(app.allSatisfy { $0 == 0 })
        #expect(caller == Self.callerLevel)
        let parts = try SessionParts(folder: written())
        let digests = parts.golden.events.compactMap { $0.fields["digest"]?.string }
        #expect(digests.count == 2)
        let sounds = try digests.compactMap { try parts.promptSound($0)?.samples }
        #expect(sounds.map { Int64($0.count) } == [4 * Self.half, 2 * Self.half])
        #expect(sounds.joined().allSatisfy { $0.magnitude == Self.appLevel.magnitude })
    }

    @Test("the figures of the session are those of the recording")
    func figures() throws {
        let (call, _) = try imported()
        let before = try call.run(named: "a", createdBy: "test").latency()
        let run = try MeasuredRun(of: written(), name: "a") { $0.vocabulary ?? .core }
        var after = try run.latency()
        #expect(after.turns.map(\.turn.words) == ["Monday, Müller"])
        #expect(after.turns.map(\.response) == [.measured(2 * Self.half)])
        #expect(after.turns.map(\.turn.source) == [.clip])
        after.path = before.path
        #expect(after == before)
    }

    @Test("words of labels stand with their turns and prompts")
    func words() throws {
        _ = try imported()
        let events = try written().golden().events
        #expect(events.first { $0.core == .final }?.frame == 8 * Self.half)
        #expect(
            events.compactMap { $0.fields["text"]?.string }
                == ["Which day suits you?", "Monday, Müller"])
    }

    @Test("a redacted session keeps nothing of the caller, and no word in any file")
    func redacted() throws {
        let place = try SessionWriter(path: written().path, isReplacing: false)
        let call = try call()
        let redacted = try CallImport(call, createdBy: "test")
            .writeRedacted(to: place, silencesApp: false)
        try check(written(), #require(redacted), prompts: 2)
    }

    @Test("a prompt over which keys are pressed is silent, whether or not keys were asked for")
    func redactedKeys() throws {
        let call = CallImport(try call(withKey: true), createdBy: "test")
        let redacted = try #require(
            try call.writeRedacted(
                to: SessionWriter(path: written().path, isReplacing: false), silencesApp: false))
        #expect(redacted.sounding == [0..<4 * Self.half])
        let plain = written("plain.vsession")
        _ = try call.write(to: SessionWriter(path: plain.path, isReplacing: false))
        let later = try RedactedCall(
            plain, hiding: .allSpeech, silencesApp: false,
            to: SessionWriter(path: written("copy.vsession").path, isReplacing: false))
        #expect(later.sounding == redacted.sounding)
        for name in ["call.vsession", "copy.vsession"] {
            let parts = try SessionParts(folder: written(name))
            #expect(parts.golden.events.compactMap { $0.fields["digest"]?.string }.count == 1)
        }
    }

    @Test("a redacted session that is not fit gets no name, and what stood there stays")
    func unfit() throws {
        let (heard, _) = try imported()
        let call = CallImport(heard, createdBy: "test")
        let before = try written().read("session.json", limit: 1 << 20)
        let place = try SessionWriter(path: written().path, isReplacing: true)
        var wasComplete = false
        let redacted = try call.writeRedacted(to: place, silencesApp: false) { _, folder in
            wasComplete =
                folder.path != place.path
                && (try? MeasuredRun(of: folder, name: "a") { $0.vocabulary ?? .core }) != nil
            return false
        }
        #expect(redacted == nil && wasComplete)
        #expect(try written().read("session.json", limit: 1 << 20) == before)
        #expect(!DiskFile.exists(place.partialPath))
    }

    @Test("a session that is redacted later keeps as little")
    func redactedLater() throws {
        _ = try imported()
        let copy = written("copy.vsession")
        let place = try SessionWriter(path: copy.path, isReplacing: false)
        let redacted = try RedactedCall(
            written(), hiding: .allSpeech, silencesApp: true, to: place)
        #expect(redacted.silenced == 2)
        try check(copy, redacted, prompts: 0)
    }

    private func check(
        _ session: SessionFolder, _ redacted: RedactedCall, prompts: Int
    ) throws {
        #expect(redacted.words == 2)
        #expect(redacted.turns == 1)
        let parts = try SessionParts(folder: session)
        let turn = try Self.microphone(session)[Int(6 * Self.half)..<Int(8 * Self.half)]
        let kept = turn.enumerated().count { place, sample in
            sample == (place.isMultiple(of: 2) ? Self.callerLevel : -Self.callerLevel)
        }
        #expect(kept < turn.count / 100)
        #expect(parts.golden.events.count { $0.fields["digest"] != nil } == prompts)
        var files = parts.manifest.files.map(\.path).filter { !$0.hasSuffix(".flac") }
        files += ["session.json", "trace.jsonl"]
        for file in files {
            let bytes = try #require(try session.read(file, limit: 1 << 20))
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(!text.contains("Monday") && !text.contains("suits"), "\(file)")
        }
        let run = try MeasuredRun(of: session, name: "a") { $0.vocabulary ?? .core }
        #expect(try run.latency().turns.map(\.response) == [.measured(2 * Self.half)])
    }

    @Test(
        "labels that end behind the sound, or name one speaker, are refused",
        arguments: [
            (
                #"[{"speaker": "bot", "start": 0, "end": 2},"#
                    + #" {"speaker": "caller", "start": 3, "end": 9}]"#,
                "they end after the sound of 7000 ms"
            ),
            (#"[{"speaker": "bot", "start": 0, "end": 2}]"#, "it names 1 speaker"),
        ])
    func labels(text: String, reason: String) {
        let error = #expect(throws: SessionError.self) { _ = try call(labels: text) }
        #expect(error?.description.contains(reason) == true, "\(String(describing: error))")
    }

    @Test("a speaker that is not clear is asked for, and one that is not there is refused")
    func speakers() throws {
        let three =
            #"[{"speaker": "a", "start": 0, "end": 2},"#
            + #" {"speaker": "b", "start": 3, "end": 4}, {"speaker": "c", "start": 5, "end": 6}]"#
        let error = #expect(throws: SessionError.self) { _ = try call(labels: three) }
        #expect(
            error?.description
                == "\(folder.path("call.labels.json")): the labels name \"a\", \"b\", \"c\", and it"
                + " is not clear which one is the app. Say it with --app-speaker NAME.")
        let recording = try CallRecording(path: folder.path("call.wav"))
        var reading = HeardCall.Reading(appSpeaker: "b")
        reading.laysLabels = false
        let heard = try HeardCall.whole(recording, reading)
        #expect(heard.speech.app == [6 * Self.half..<8 * Self.half])
        let missing = #expect(throws: SessionError.self) {
            _ = try HeardCall.whole(recording, .init(appSpeaker: "d"))
        }
        #expect(missing?.description.contains(#"speaker "d". The speakers are "a""#) == true)
    }
}

extension HeardCall {
    /// The call that was read, or the error that asks for its app's side.
    fileprivate static func whole(
        _ recording: CallRecording, _ reading: Reading
    ) throws -> HeardCall {
        switch try read(recording, reading: reading) {
        case .heard(let call): return call
        case .open(let error, _): throw error
        }
    }
}
