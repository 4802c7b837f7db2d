import CSndFile

/// Writes a 16-bit WAV or FLAC file that appears under its name only when it is complete.
///
/// Shape: interleaved `Int16` frames. The container follows the extension. Equal samples give
/// equal bytes. A writer that is dropped unfinished leaves nothing behind.
/// Source: libsndfile 1.2 API reference.
public struct SoundFileWriter: ~Copyable {
    private var handle: SoundHandle
    private let path: String
    private let temporary: String
    private let overwrite: Bool
    private let channels: Int
    private var isPublished = false

    /// Starts a file beside `path`.
    ///
    /// - Throws: ``AudioError/unknownContainer(path:)``, ``AudioError/unsupportedRate(rate:)``,
    ///   ``AudioError/exists(path:)`` or ``AudioError/cannotCreate(path:reason:)``.
    public init(
        path: String, sampleRate: Int, channels: Int = 1, overwrite: Bool = false
    ) throws(AudioError) {
        let container = try Self.container(of: path)
        guard RateConverter.rates.contains(sampleRate) else {
            throw .unsupportedRate(rate: sampleRate)
        }
        let entry = FileSystem.entry(at: path)
        if entry == .folder || entry == .other {
            throw .cannotCreate(path: path, reason: "something that is no file has this name")
        }
        if entry == .file, !overwrite { throw .exists(path: path) }
        let target = FileSystem.resolved(path)
        let created = try FileSystem.createTemporary(beside: target)
        var info = SF_INFO()
        info.samplerate = Int32(sampleRate)
        info.channels = Int32(channels)
        info.format = container | Int32(SF_FORMAT_PCM_16)
        do {
            handle = try SoundHandle(
                descriptor: created.descriptor, mode: SFM_WRITE, info: info)
        } catch {
            FileSystem.remove(created.path)
            throw .cannotCreate(path: path, reason: error.reason)
        }
        handle.makeReproducible()
        self.path = target
        temporary = created.path
        self.overwrite = overwrite
        self.channels = channels
    }

    /// Appends frames.
    ///
    /// - Throws: ``AudioError/writeFailed(path:reason:)``.
    public mutating func write(_ samples: UnsafeBufferPointer<Int16>) throws(AudioError) {
        precondition(samples.count % channels == 0, "frames must be whole")
        let frames = samples.count / channels
        guard handle.write(samples, frames: frames) == frames else {
            throw .writeFailed(path: path, reason: handle.failure ?? FileSystem.lastReason)
        }
    }

    /// Appends the frames of an array.
    ///
    /// - Throws: ``AudioError/writeFailed(path:reason:)``.
    public mutating func write(_ samples: [Int16]) throws(AudioError) {
        let count = samples.count
        guard count > 0 else { return }
        try samples.withUnsafeBufferPointer { (all) throws(AudioError) in
            try write(UnsafeBufferPointer(rebasing: all[0..<count]))
        }
    }

    /// Completes the file and gives it its name in one step.
    ///
    /// - Throws: ``AudioError/writeFailed(path:reason:)``, ``AudioError/exists(path:)`` or
    ///   ``AudioError/cannotCreate(path:reason:)``; nothing is left behind then.
    public consuming func finish() throws(AudioError) {
        if let reason = handle.close() { throw .writeFailed(path: path, reason: reason) }
        try FileSystem.publish(temporary, as: path, overwrite: overwrite)
        isPublished = true
    }

    deinit { if !isPublished { FileSystem.remove(temporary) } }

    /// The libsndfile container that an extension asks for.
    private static func container(of path: String) throws(AudioError) -> Int32 {
        let name = path.lowercased()
        if name.hasSuffix(".wav") { return Int32(SF_FORMAT_WAV) }
        if name.hasSuffix(".flac") { return Int32(SF_FORMAT_FLAC) }
        throw .unknownContainer(path: path)
    }
}
