import CSndFile
import Synchronization
internal import VoiceFiles
internal import VoiceSystem

/// The only owner of one `SNDFILE *`: internal, never escapes, closed once.
struct SoundHandle: ~Copyable {
    private var raw: OpaquePointer?
    // libsndfile holds a bare pointer to it, or its descriptor, so the owner of the handle keeps
    // it alive.
    private let owner: AnyObject?
    let info: SF_INFO

    /// Opens a descriptor, which belongs to the handle from now on, also when this throws.
    init(descriptor: Int32, mode: Int, info wanted: SF_INFO) throws(SoundRefusal) {
        var info = wanted
        raw = try SoundLibrary.open { sf_open_fd(descriptor, Int32(mode), &info, 1) }
        self.info = info
        owner = nil
    }

    /// Opens a file in memory to write it.
    init(memory: MemoryFile, info wanted: SF_INFO) throws(SoundRefusal) {
        var info = wanted
        var callbacks = MemoryFile.callbacks()
        let user = Unmanaged.passUnretained(memory).toOpaque()
        raw = try SoundLibrary.open { sf_open_virtual(&callbacks, Int32(SFM_WRITE), &info, user) }
        self.info = info
        owner = memory
    }

    /// Opens what `link` shows of a file to read it.
    init(_ source: ByteSource, showing link: SoundLayout.Link) throws(SoundRefusal) {
        var info = link.format ?? SF_INFO()
        if link.segments == nil, let descriptor = source.descriptor {
            // One of its own: libsndfile closes what it refuses, whatever it is told.
            let own = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
            guard own >= 0 else { throw SoundRefusal(reason: DiskFile.lastReason()) }
            lseek(own, 0, SEEK_SET)
            raw = try SoundLibrary.open { sf_open_fd(own, Int32(SFM_READ), &info, 1) }
            owner = source
        } else {
            let view = FileView(source, link.segments ?? [.range(0..<source.count)])
            var callbacks = FileView.callbacks()
            let user = Unmanaged.passUnretained(view).toOpaque()
            raw = try SoundLibrary.open {
                sf_open_virtual(&callbacks, Int32(SFM_READ), &info, user)
            }
            owner = view
        }
        self.info = info
    }

    /// Reads interleaved frames and returns their number.
    func read<Sample: SoundSample>(
        _ target: UnsafeMutableBufferPointer<Sample>, frames: Int
    ) -> Int {
        guard let base = target.baseAddress, frames > 0, let raw else { return 0 }
        return Int(Sample.read(raw, base, sf_count_t(frames)))
    }

    /// Writes interleaved frames and returns their number.
    func write<Sample: SoundSample>(
        _ source: UnsafeBufferPointer<Sample>, frames: Int
    ) -> Int {
        guard let base = source.baseAddress, frames > 0, let raw else { return 0 }
        return Int(Sample.write(raw, base, sf_count_t(frames)))
    }

    /// Goes to a frame; false when the file cannot.
    func seek(to frame: Int64) -> Bool { sf_seek(raw, frame, Int32(SF_SEEK_SET)) == frame }

    /// Asks or tells libsndfile something; its answer depends on the command.
    func command(_ name: Int, _ data: UnsafeMutableRawPointer?, _ size: Int32) -> Int32 {
        sf_command(raw, Int32(name), data, size)
    }

    /// A text of the file.
    func string(_ text: SoundMetadata.Text) -> String? {
        guard let words = sf_get_string(raw, text.rawValue) else { return nil }
        if let text = String(validatingCString: words) { return text }
        // Older programs wrote Latin-1, in which every byte is a character.
        var text = String.UnicodeScalarView()
        var place = words
        while place.pointee != 0 {
            text.append(Unicode.Scalar(UInt8(bitPattern: place.pointee)))
            place += 1
        }
        return String(text)
    }

    /// Puts a text into the file.
    func setString(_ text: SoundMetadata.Text, _ words: String) {
        _ = sf_set_string(raw, text.rawValue, words)
    }

    /// Reserves so many bytes, a chunk's head among them, ahead of the sound.
    func reserveChunk(_ length: Int) {
        var bytes = [UInt8](repeating: 0, count: length - 8)
        bytes.withUnsafeMutableBytes { all in
            var chunk = SF_CHUNK_INFO()
            withUnsafeMutableBytes(of: &chunk.id) { $0.copyBytes(from: "JUNK".utf8) }
            chunk.id_size = 4
            chunk.datalen = UInt32(all.count)
            chunk.data = all.baseAddress
            _ = sf_set_chunk(raw, &chunk)
        }
    }

    /// Notes that libsndfile made while it read the header.
    var log: String {
        var text = [UInt8](repeating: 0, count: 16_384)
        let size = Int32(text.count)
        let length = Int(command(SFC_GET_LOG_INFO, &text, size))
        return String(decoding: text.prefix(max(0, length)), as: UTF8.self)
    }

    /// Leaves out the PEAK chunk, whose time stamp would make equal writes differ.
    func leaveOutTimeStamp() {
        _ = command(SFC_SET_ADD_PEAK_CHUNK, nil, Int32(SF_FALSE))
    }

    /// Makes the bytes depend on the samples only: no time stamps, no floating-point models.
    func makeReproducible() {
        leaveOutTimeStamp()
        // Level 0 of FLAC uses integer predictors only. Higher levels fit theirs with sums whose
        // last bits depend on the vector instructions of the CPU, so the bytes could differ.
        setEffort(0)
    }

    /// Sets the effort of an encoder, 0 through 1: the more, the smaller the file.
    func setEffort(_ effort: Double) {
        var level = effort
        _ = command(SFC_SET_COMPRESSION_LEVEL, &level, Int32(MemoryLayout<Double>.size))
    }

    /// Sets the way in which an encoder spreads its bits over the sound, by libsndfile's number.
    func setBitrateMode(_ word: Int32) {
        var mode = word
        _ = command(SFC_SET_BITRATE_MODE, &mode, Int32(MemoryLayout<Int32>.size))
    }

    /// libsndfile's words for the last failure of this handle, `nil` when there was none.
    var failure: String? {
        sf_error(raw) == 0 ? nil : SoundLibrary.trimmed(String(cString: sf_strerror(raw)))
    }

    /// The place in the file that is read, in bytes.
    var bytePosition: Int64 {
        switch owner {
        case let view as FileView: view.position
        case let source as ByteSource: source.descriptor.map { Int64(lseek($0, 0, SEEK_CUR)) } ?? 0
        default: 0
        }
    }

    /// Closes early and gives libsndfile's words for a failure.
    mutating func close() -> String? {
        guard let open = raw else { return nil }
        raw = nil
        let status = sf_close(open)
        if status == 0 { return nil }
        // Some encoders close with a number that stands for nothing.
        return status < 0
            ? DiskFile.lastReason()
            : SoundLibrary.trimmed(String(cString: sf_error_number(status)))
    }

    deinit { if let raw { _ = sf_close(raw) } }
}

/// libsndfile's words for refusing to open something.
struct SoundRefusal: Error {
    let reason: String
}

/// State of libsndfile that the whole process shares.
enum SoundLibrary {
    // A failed open leaves its reason in a slot that every thread shares.
    private static let opening = Mutex<Void>(())

    static func open(_ attempt: () -> OpaquePointer?) throws(SoundRefusal) -> OpaquePointer {
        _ = DecoderNotes.areLeftOut
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
    static func trimmed(_ reason: String) -> String {
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
