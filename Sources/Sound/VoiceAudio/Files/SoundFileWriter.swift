import CSndFile
internal import VoiceFiles
internal import VoiceSystem

/// Writes a sound file that appears under its name only when it is complete.
///
/// Shape: interleaved frames. Equal samples give equal bytes, but for Ogg, whose streams get a
/// number of their own each time. A writer that is dropped unfinished leaves nothing behind.
/// Source: libsndfile 1.2 API reference.
package struct SoundFileWriter: ~Copyable {
    private var handle: SoundHandle
    private let path: String
    private let temporary: String
    private let overwrite: Bool
    private let channels: Int
    private let coding: SoundCoding
    /// Metadata of the input's container, to be put into the complete file.
    private let raw: SoundChunks?
    /// Largest number of bytes of samples: as many as the header can count, less in tests.
    var byteLimit: Int64?
    private var framesWritten: Int64 = 0
    private var isPublished = false

    /// Starts a 16-bit WAV, FLAC or CAF file beside `path`; the container follows the extension.
    ///
    /// - Throws: ``AudioError/unknownContainer(path:)``,
    ///   ``AudioError/cannotEncode(path:reason:)``, ``AudioError/unsupportedRate(rate:)``,
    ///   ``AudioError/exists(path:)`` or ``AudioError/cannotCreate(path:reason:)``.
    package init(
        path: String, sampleRate: Int, channels: Int = 1, overwrite: Bool = false,
        mode: UInt32 = 0o666
    ) throws(AudioError) {
        let container = try SoundContainer.of(path)
        guard [.wav, .flac, .caf].contains(container) else {
            throw .cannotEncode(
                path: path,
                reason: "new sound is written as WAV, FLAC or CAF. End its name in .wav, and turn "
                    + "it into \(container.rawValue) with `voicetest convert`")
        }
        guard RateConverter.rates.contains(sampleRate) else {
            throw .unsupportedRate(rate: sampleRate)
        }
        try self.init(
            path: path, coding: SoundCoding(container, .pcm16), sampleRate: sampleRate,
            channels: channels, effort: 0, overwrite: overwrite, mode: mode)
    }

    /// Starts a file of any coding beside `path`.
    ///
    /// `mode` says who may read it, as far as the process's own mask lets them;
    /// `raw` is what the file says beside `metadata`, byte for byte;
    /// `effort` is libsndfile's compression level, 0 through 1: the more, the smaller the file;
    /// `bitrateMode` is how MP3 spreads its bits, in libsndfile's word.
    /// - Throws: ``AudioError/exists(path:)`` or ``AudioError/cannotCreate(path:reason:)``.
    init(
        path: String, coding: SoundCoding, sampleRate: Int, channels: Int,
        metadata: SoundMetadata = SoundMetadata(), raw: SoundChunks? = nil, effort: Double? = nil,
        bitrateMode: Int32? = nil, overwrite: Bool = false, mode: UInt32 = 0o666
    ) throws(AudioError) {
        let kind = FileKind(following: path)
        guard kind == nil || kind == .file else {
            throw .cannotCreate(path: path, reason: "something that is not a file has this name")
        }
        if kind == .file, !overwrite { throw .exists(path: path) }
        let target = DiskFile.realPath(path)
        let created: (path: String, descriptor: Int32)
        do {
            created = try DiskFile.createUnfinished(beside: target, mode: mode)
        } catch { throw AudioError(error) }
        var info = SF_INFO()
        info.samplerate = Int32(clamping: sampleRate)
        info.channels = Int32(clamping: channels)
        info.format = coding.code
        do {
            handle = try SoundHandle(
                descriptor: created.descriptor, mode: SFM_WRITE, info: info)
        } catch {
            DiskFile.removeUnfinished(created.path)
            throw .cannotCreate(path: path, reason: error.reason)
        }
        handle.leaveOutTimeStamp()
        // libsndfile 1.2 wrote a header with a PEAK chunk before it left the chunk out; of a file
        // with fewer samples than that chunk has bytes, its end would count as sound.
        if coding.container == .aiff { _ = ftruncate(created.descriptor, 0) }
        if let bitrateMode { handle.setBitrateMode(bitrateMode) }
        if let effort { handle.setEffort(effort) }
        handle.put(metadata)
        raw?.reserve(in: handle)
        self.raw = raw
        self.path = target
        self.coding = coding
        byteLimit = coding.container.byteLimit
        temporary = created.path
        self.overwrite = overwrite
        self.channels = channels
    }

    /// Appends frames.
    ///
    /// - Throws: ``AudioError/writeFailed(path:reason:)``.
    package mutating func write(_ samples: UnsafeBufferPointer<Int16>) throws(AudioError) {
        try append(samples)
    }

    /// Appends frames in double precision; values beyond full scale must be cut off before.
    ///
    /// - Throws: ``AudioError/writeFailed(path:reason:)``.
    package mutating func write(_ samples: UnsafeBufferPointer<Double>) throws(AudioError) {
        try append(samples)
    }

    /// Appends frames of 32-bit steps.
    ///
    /// - Throws: ``AudioError/writeFailed(path:reason:)``.
    package mutating func write(_ samples: UnsafeBufferPointer<Int32>) throws(AudioError) {
        try append(samples)
    }

    private mutating func append<Sample: SoundSample>(
        _ samples: UnsafeBufferPointer<Sample>
    ) throws(AudioError) {
        precondition(samples.count % channels == 0, "frames must be whole")
        let frames = samples.count / channels
        framesWritten += Int64(frames)
        if let limit = byteLimit, let size = coding.encoding.bytesPerSample,
            framesWritten * Int64(channels * size) > limit
        {
            throw .tooLarge(path: path)
        }
        guard handle.write(samples, frames: frames) == frames else {
            throw .writeFailed(path: path, reason: handle.failure ?? DiskFile.lastReason())
        }
    }

    /// Appends the frames of an array.
    ///
    /// - Throws: ``AudioError/writeFailed(path:reason:)``.
    package mutating func write(_ samples: [Int16]) throws(AudioError) {
        let count = samples.count
        guard count > 0 else { return }
        try samples.withUnsafeBufferPointer { (all) throws(AudioError) in
            try write(UnsafeBufferPointer(rebasing: all[0..<count]))
        }
    }

    /// Puts the bytes of another file in the place of all that was written, and gives the file its
    /// name in one step.
    ///
    /// - Throws: ``AudioError/writeFailed(path:reason:)``, ``AudioError/exists(path:)`` or
    ///   ``AudioError/cannotCreate(path:reason:)``; nothing is left behind then.
    consuming func finish(copying source: String) throws(AudioError) {
        _ = handle.close()
        do {
            try DiskFile.copy(source, into: temporary)
        } catch { throw AudioError(error) }
        try publish()
    }

    /// Completes the file and gives it its name in one step.
    ///
    /// - Throws: ``AudioError/writeFailed(path:reason:)``, ``AudioError/exists(path:)`` or
    ///   ``AudioError/cannotCreate(path:reason:)``; nothing is left behind then.
    package consuming func finish() throws(AudioError) {
        if let reason = handle.close() { throw .writeFailed(path: path, reason: reason) }
        if coding.container == .aiff, let size = coding.encoding.bytesPerSample {
            try AIFFHeader.setFrames(
                framesWritten, bytes: framesWritten * Int64(channels * size), of: temporary)
        }
        // libsndfile 1.2 counts a last block of IMA's ADPCM as full.
        if coding.encoding == .imaADPCM, let file = ByteSource(path: temporary),
            let fact = WaveHeader(file)?.fact
        {
            let frames = (0..<4).map { UInt8(truncatingIfNeeded: framesWritten >> (8 * $0)) }
            do {
                try FilePatch(path: temporary).write(frames, at: fact.place)
            } catch { throw AudioError(error) }
        }
        try raw?.embed(in: temporary)
        try publish()
    }

    private mutating func publish() throws(AudioError) {
        do {
            try DiskFile.publish(temporary, as: path, replacing: overwrite)
        } catch { throw AudioError(error) }
        isPublished = true
    }

    deinit { if !isPublished { DiskFile.removeUnfinished(temporary) } }
}
