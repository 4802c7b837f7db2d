import CSndFile
import Synchronization

/// The only owner of one `SNDFILE *`: internal, never escapes, closed once.
struct SoundHandle: ~Copyable {
    private var raw: OpaquePointer?
    // libsndfile holds a bare pointer to it, so the owner of the handle keeps it alive.
    private let memory: MemoryFile?
    let info: SF_INFO

    /// Opens a descriptor, which belongs to the handle from now on, also when this throws.
    init(descriptor: Int32, mode: Int, info wanted: SF_INFO) throws(SoundRefusal) {
        var info = wanted
        raw = try SoundLibrary.open { sf_open_fd(descriptor, Int32(mode), &info, 1) }
        self.info = info
        memory = nil
    }

    /// Opens a file in memory.
    init(memory: MemoryFile, mode: Int, info wanted: SF_INFO) throws(SoundRefusal) {
        var info = wanted
        var callbacks = MemoryFile.callbacks()
        let user = Unmanaged.passUnretained(memory).toOpaque()
        raw = try SoundLibrary.open { sf_open_virtual(&callbacks, Int32(mode), &info, user) }
        self.info = info
        self.memory = memory
    }

    /// Reads interleaved frames and gives how many.
    func read(_ target: UnsafeMutableBufferPointer<Float>, frames: Int) -> Int {
        guard let base = target.baseAddress, frames > 0 else { return 0 }
        return Int(sf_readf_float(raw, base, sf_count_t(frames)))
    }

    /// Reads interleaved frames as 16-bit samples and gives how many.
    func read(_ target: UnsafeMutableBufferPointer<Int16>, frames: Int) -> Int {
        guard let base = target.baseAddress, frames > 0 else { return 0 }
        return Int(sf_readf_short(raw, base, sf_count_t(frames)))
    }

    /// Writes interleaved frames and gives how many.
    func write(_ source: UnsafeBufferPointer<Int16>, frames: Int) -> Int {
        guard let base = source.baseAddress, frames > 0 else { return 0 }
        return Int(sf_writef_short(raw, base, sf_count_t(frames)))
    }

    /// Makes the bytes depend on the samples only: no time stamps, no floating-point models.
    func makeReproducible() {
        _ = sf_command(raw, Int32(SFC_SET_ADD_PEAK_CHUNK), nil, Int32(SF_FALSE))
        // Level 0 of FLAC uses integer predictors only. Higher levels fit theirs with sums whose
        // last bits depend on the vector instructions of the CPU, so the bytes could differ.
        var level = 0.0
        _ = sf_command(
            raw, Int32(SFC_SET_COMPRESSION_LEVEL), &level,
            Int32(MemoryLayout<Double>.size))
    }

    /// libsndfile's words for the last failure of this handle, `nil` when there was none.
    var failure: String? {
        sf_error(raw) == 0 ? nil : String(cString: sf_strerror(raw))
    }

    /// Closes early and gives libsndfile's words for a failure.
    mutating func close() -> String? {
        guard let open = raw else { return nil }
        raw = nil
        let status = sf_close(open)
        return status == 0 ? nil : String(cString: sf_error_number(status))
    }

    deinit { if let raw { _ = sf_close(raw) } }
}

/// libsndfile's words for refusing to open something.
struct SoundRefusal: Error {
    let reason: String
}

/// What of libsndfile is shared by the whole process.
enum SoundLibrary {
    // A failed open leaves its reason in a slot that every thread shares.
    private static let opening = Mutex<Void>(())

    static func open(_ attempt: () -> OpaquePointer?) throws(SoundRefusal) -> OpaquePointer {
        var raw: OpaquePointer?
        var reason = ""
        opening.withLock { _ in
            raw = attempt()
            if raw == nil { reason = String(cString: sf_strerror(nil)) }
        }
        guard let raw else { throw SoundRefusal(reason: trimmed(reason)) }
        return raw
    }

    /// A reason without the full stop and the line end that some of libsndfile's texts carry.
    private static func trimmed(_ reason: String) -> String {
        var reason = reason
        while let last = reason.last, last == "." || last.isWhitespace { reason.removeLast() }
        return reason
    }

    /// The name libsndfile gives a container or an encoding.
    static func name(ofFormat code: Int32) -> String {
        var info = SF_FORMAT_INFO()
        info.format = code
        let size = Int32(MemoryLayout<SF_FORMAT_INFO>.size)
        let status = sf_command(nil, Int32(SFC_GET_FORMAT_INFO), &info, size)
        guard status == 0, let name = info.name else {
            return "unknown"
        }
        return String(cString: name)
    }
}
