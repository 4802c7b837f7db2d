internal import VoiceAudio
internal import VoiceEngine
internal import VoiceFiles
internal import VoiceJSON
package import VoiceMedia
package import VoiceTrace

/// The parts of a session folder, checked against its manifest.
package struct SessionParts {
    package var manifest: SessionManifest
    package var inputs: [InputEvent]
    package var golden: RecordedTrace
    package var prompts: PromptIndex
    package var flowFiles: [String: [UInt8]]
    package let folder: SessionFolder
    private let track: OpenTrack?
    /// Masker that changes the track on its way to the listeners.
    package var masker: NoiseMasker?

    package var hasMicrophone: Bool { track != nil }
    /// Path of the microphone track; nil if there is none.
    package var trackPath: String? { track?.file.path }

    /// A microphone track that stays the one that was checked, whatever its name goes to: one
    /// descriptor for all copies of the parts.
    private final class OpenTrack {
        let file: OpenFile

        init(_ file: consuming OpenFile) { self.file = file }
    }

    /// The parts of `folder`; `golden` stands for a golden trace that is gone.
    package init(folder: SessionFolder, golden standIn: RecordedTrace? = nil) throws(SessionError) {
        var proofs = SoundProofs()
        try self.init(folder: folder, golden: standIn, proofs: &proofs)
    }

    /// The parts of `folder`; `proofs` knows which prompts need not be decoded again.
    init(
        folder: SessionFolder, golden standIn: RecordedTrace? = nil, proofs: inout SoundProofs
    ) throws(SessionError) {
        self.folder = folder
        do throws(TraceError) {
            var files: [String: [UInt8]] = [:]
            var index = PromptIndex()
            var recorded: RecordedInputs?
            var track: OpenTrack?
            manifest = try folder.open { (name, file: borrowing OpenFile) throws(TraceError) in
                let prefix = SessionFolder.Part.flow + "/"
                func bytes() throws(TraceError) -> [UInt8] {
                    do throws(DiskError) {
                        return try file.bytes(limit: file.size)
                    } catch { throw .disk(error) }
                }
                switch name {
                case SessionFolder.Part.microphone:
                    do throws(DiskError) {
                        track = OpenTrack(try file.duplicate())
                    } catch { throw .disk(error) }
                case SessionFolder.Part.inputs: recorded = try RecordedInputs(file)
                case SessionFolder.Part.promptIndex:
                    index = try PromptIndex(bytes: try bytes(), path: file.path)
                case _ where name.hasPrefix(prefix):
                    files[String(name.dropFirst(prefix.count))] = try bytes()
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
        try checkMicrophone()
        // Sessions of earlier versions do not say which prompts never had a file.
        let isRecovered = inputs.last?.input == .end(reason: SessionSealer.recoveredReason)
        let mayMiss = !hasMicrophone || isRecovered
        try proofs.check(prompts, of: manifest, in: folder, mayMiss: mayMiss)
    }

    /// A session has a microphone, unless its words were injected.
    private func checkMicrophone() throws(SessionError) {
        let name = SessionFolder.Part.microphone
        if let track {
            try SoundProofs.checkMicrophone(track.file, of: manifest, in: folder)
            return
        }
        guard manifest.isWithoutMicrophone, !golden.events.contains(where: \.isHeard) else {
            throw .trace(.disagrees(path: folder.path, file: name, what: "it is not listed"))
        }
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

    /// The longest block that is shown at once, in frames: memory does not follow what is asked.
    private static let blockLimit = 1 << 20

    /// Shows the microphone track in blocks of `asked` frames, as far as one may be that long;
    /// checks its length against the manifest.
    package func eachMicrophoneBlock(
        of asked: Int, showing body: (UnsafeBufferPointer<Int16>) -> Void
    ) throws(SessionError) {
        let blockFrames = min(max(1, asked), Self.blockLimit)
        let name = SessionFolder.Part.microphone
        guard let track else { throw .missingMicrophone(path: folder.path) }
        let descriptor = try SessionError.disk { () throws(DiskError) in
            try track.file.duplicateDescriptor()
        }
        let found: (sampleRate: Int, frames: Int64)
        var masker = masker
        var position = 0
        do {
            found = try SoundFile.decode(
                descriptor: descriptor, name: track.file.path, blockFrames: blockFrames
            ) { block in
                guard masker != nil else { return body(block) }
                var masked = Array(block)
                masker?.mask(&masked, at: position)
                position += masked.count
                masked.withUnsafeBufferPointer(body)
            }
        } catch { throw .audio(error) }
        guard found.frames == manifest.frames else {
            throw .trace(
                .disagrees(
                    path: folder.path, file: name,
                    what: "the session is \(manifest.frames) frames long, the track"
                        + " \(found.frames)"))
        }
    }
}

extension SessionManifest {
    /// The key of a manifest that says that its session is redacted.
    package static let redactedKey = "redacted"
    /// The key of a manifest that says that a session never had a microphone.
    static let microphoneKey = "microphone"
    /// Beginning of the names of this package's programs: what they record has a microphone.
    static let programName = "voicetest"

    /// Whether the session never had a microphone: its words were injected. Manifests of earlier
    /// versions do not say so; of those, an app's own runner made the sessions without one.
    var isWithoutMicrophone: Bool {
        self[other: Self.microphoneKey].map { $0 == false }
            ?? !createdBy.hasPrefix(Self.programName)
    }
}

extension TraceEvent {
    /// Whether a detector decided this from sound: what is injected measures nothing.
    fileprivate var isHeard: Bool {
        let measured: [CoreEvidence] = [.energy, .floor, .threshold]
        return tap == .speech && measured.contains { (why[evidence: $0] ?? 0) != 0 }
    }
}

extension SessionManifest {
    /// Returns the tap from which a replay begins that is asked to begin at `tap`: a session whose
    /// sound is not all there says from which tap on it can be replayed.
    package func firstTap(for tap: StartingTap) -> StartingTap {
        guard let text = self[other: JournalFolder.replayFromKey]?.string,
            let least = StartingTap(rawValue: text)
        else { return tap }
        let order = StartingTap.allCases
        let places = (order.firstIndex(of: tap) ?? 0, order.firstIndex(of: least) ?? 0)
        return places.0 < places.1 ? least : tap
    }
}
