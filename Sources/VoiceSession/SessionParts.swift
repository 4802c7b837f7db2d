internal import VoiceAudio
internal import VoiceMedia
internal import VoiceTime
internal import VoiceTrace

/// The parts of a session folder, checked against its manifest.
struct SessionParts {
    let manifest: SessionManifest
    var inputs: [InputEvent]
    var golden: RecordedTrace
    var prompts: PromptIndex
    var flowFiles: [String: [UInt8]]
    let folder: SessionFolder
    /// Where the microphone track is; nil where there is none.
    let trackPath: String?
    /// What changes the track on its way to whoever hears it.
    var masker: NoiseMasker?
    /// Whether the recorded words stand for what a real recognizer would make of the sound.
    var answersFromTrace = false

    var hasMicrophone: Bool { trackPath != nil }

    /// The parts of `folder`; `golden` stands for a golden trace that is gone.
    init(folder: SessionFolder, golden standIn: RecordedTrace? = nil) throws(SessionError) {
        self.folder = folder
        do throws(TraceError) {
            var files: [String: [UInt8]] = [:]
            var index = PromptIndex()
            var recorded: RecordedInputs?
            var trackPath: String?
            manifest = try folder.open(digestingOnly: [SessionFolder.Part.microphone]) {
                (name, bytes) throws(TraceError) in
                let prefix = SessionFolder.Part.flow + "/"
                let path = "\(folder.path)/\(name)"
                switch name {
                case SessionFolder.Part.microphone: trackPath = path
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
            self.trackPath = trackPath
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
        guard let trackPath else { throw .missingMicrophone(path: folder.path) }
        let found: (sampleRate: Int, frames: Int64)
        var masker = masker
        var position = 0
        do {
            found = try SoundFile.decode(path: trackPath, blockFrames: blockFrames) { block in
                guard masker != nil else { return body(block) }
                var masked = Array(block)
                masker?.mask(&masked, at: position)
                position += masked.count
                masked.withUnsafeBufferPointer(body)
            }
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
