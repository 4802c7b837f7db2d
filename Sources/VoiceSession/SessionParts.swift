internal import VoiceAudio
internal import VoiceMedia
internal import VoiceTime
internal import VoiceTrace

/// The parts of a session folder, checked against its manifest.
struct SessionParts {
    let manifest: SessionManifest
    var inputs: [InputEvent]
    var golden: RecordedTrace
    let prompts: PromptIndex
    var flowFiles: [String: [UInt8]]
    let folder: SessionFolder
    private let track: [UInt8]?
    /// Sound that is heard in place of the track.
    var otherSound: [Int16]?
    /// Whether the recorded words stand for what a real recognizer would make of the sound.
    var answersFromTrace = false

    var hasMicrophone: Bool { track != nil }

    /// The parts of `folder`; `golden` stands for a golden trace that is gone.
    init(folder: SessionFolder, golden standIn: RecordedTrace? = nil) throws(SessionError) {
        self.folder = folder
        do throws(TraceError) {
            var files: [String: [UInt8]] = [:]
            var index = PromptIndex()
            var recorded: RecordedInputs?
            var track: [UInt8]?
            manifest = try folder.open { (name, bytes) throws(TraceError) in
                let prefix = SessionFolder.Part.flow + "/"
                let path = "\(folder.path)/\(name)"
                switch name {
                case SessionFolder.Part.microphone: track = bytes
                case SessionFolder.Part.inputs:
                    recorded = try RecordedInputs(bytes: bytes, path: path)
                case SessionFolder.Part.promptIndex:
                    index = try PromptIndex(bytes: bytes, path: path)
                case _ where name.hasPrefix(prefix):
                    files[String(name.dropFirst(prefix.count))] = bytes
                default: break
                }
            }
            golden = if let standIn { standIn } else { try folder.golden() }
            inputs = recorded?.inputs ?? []
            try Self.check(inputs, against: manifest, of: folder)
            inputs = try AcceptanceLedger(in: folder).renumbered(inputs, for: golden)
            flowFiles = files
            prompts = index
            self.track = track
        } catch { throw .trace(error) }
    }

    /// The manifest counts and measures what the inputs file holds: both must say the same.
    private static func check(
        _ inputs: [InputEvent], against manifest: SessionManifest, of folder: SessionFolder
    ) throws(TraceError) {
        let counted = manifest.counts["inputs"]?.integer
        guard counted == Int64(inputs.count) else {
            throw .disagrees(
                path: folder.path, file: SessionFolder.Part.inputs,
                what: "\(counted.map(String.init) ?? "no") inputs were counted,"
                    + " \(inputs.count) are there")
        }
        guard let last = inputs.last, case .end = last.input, last.frame == manifest.frames else {
            throw .disagrees(
                path: folder.path, file: SessionFolder.Part.inputs,
                what: "the session is \(manifest.frames) frames long and no end stands there")
        }
    }

    /// Shows the microphone track block by block; checks its rate and length against the manifest.
    func eachMicrophoneBlock(
        of blockFrames: Int, showing body: (UnsafeBufferPointer<Int16>) -> Void
    ) throws(SessionError) {
        let name = SessionFolder.Part.microphone
        if let otherSound {
            otherSound.withUnsafeBufferPointer { all in
                for start in stride(from: 0, to: all.count, by: blockFrames) {
                    let end = min(all.count, start + blockFrames)
                    body(UnsafeBufferPointer(rebasing: all[start..<end]))
                }
            }
            return
        }
        guard let track else { throw .missingMicrophone(path: folder.path) }
        let found: (sampleRate: Int, frames: Int64)
        do {
            found = try SoundFile.decode(
                bytes: track, name: "\(folder.path)/\(name)", blockFrames: blockFrames,
                showing: body)
        } catch { throw .audio(error) }
        func disagree(_ what: String) -> SessionError {
            .trace(.disagrees(path: folder.path, file: name, what: what))
        }
        guard found.sampleRate == manifest.sampleRate.hertz else {
            throw disagree(
                "the clock runs at \(manifest.sampleRate.hertz) Hz, the track at"
                    + " \(found.sampleRate) Hz")
        }
        guard found.frames == manifest.frames else {
            throw disagree(
                "the session is \(manifest.frames) frames long, the track \(found.frames)")
        }
    }
}
