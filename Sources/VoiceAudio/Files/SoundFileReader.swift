import CSndFile
internal import VoiceFiles

/// Reads a sound file piece by piece, any container that libsndfile knows.
///
/// Shape: interleaved floats, a share of full scale. Source: libsndfile 1.2 API reference.
public struct SoundFileReader: ~Copyable {
    private let handle: SoundHandle
    let name: String
    private var framesRead: Int64 = 0
    /// The most channels that a file may have.
    public static let channelLimit = 64
    /// What the file says about itself.
    public let format: SoundFormat
    private let order: ChannelOrder?
    /// Where sound that is coded in blocks ends within the last; nil where it fills it.
    private let meantFrames: Int64?
    /// Container and encoding; nil for the few that are only read, such as Sound Designer II.
    public let coding: SoundCoding?

    /// Opens a sound file.
    ///
    /// - Throws: ``AudioError/missing(path:)``, ``AudioError/unreadable(path:reason:)``,
    ///   ``AudioError/notSound(path:reason:)`` or
    ///   ``AudioError/tooManyChannels(path:channels:limit:)``.
    public init(path: String) throws(AudioError) {
        let descriptor: Int32
        do {
            descriptor = try OpenFile(path: path).duplicateDescriptor()
        } catch { throw AudioError(error) }
        try self.init(descriptor: descriptor, name: path)
    }

    /// Reads the sound file that is open as `descriptor`, which belongs to the reader from now on,
    /// also when this throws; `name` stands for it in errors.
    ///
    /// - Throws: ``AudioError/notSound(path:reason:)`` or
    ///   ``AudioError/tooManyChannels(path:channels:limit:)``.
    public init(descriptor: Int32, name: String) throws(AudioError) {
        let file = ByteFile(duplicating: descriptor)
        let handle: SoundHandle
        do {
            handle = try SoundHandle(descriptor: descriptor, mode: SFM_READ, info: SF_INFO())
        } catch {
            throw .notSound(path: name, reason: error.reason)
        }
        var meant: Int64?
        if let file, SoundCoding(code: handle.info.format)?.encoding.isBlocked == true,
            handle.info.frames > 0
        {
            meant = WaveHeader(file)?.meantFrames(of: handle.info.frames)
        }
        try self.init(handle: handle, name: name, meantFrames: meant)
    }

    /// Opens a sound file held in memory; `name` stands for it in errors.
    init(bytes: [UInt8], name: String) throws(AudioError) {
        let handle: SoundHandle
        do {
            handle = try SoundHandle(
                memory: MemoryFile(bytes: bytes), mode: SFM_READ, info: SF_INFO())
        } catch {
            throw .notSound(path: name, reason: error.reason)
        }
        try self.init(handle: handle, name: name)
    }

    private init(
        handle: consuming SoundHandle, name: String, meantFrames: Int64? = nil
    ) throws(AudioError) {
        let info = handle.info
        guard info.channels <= Int32(Self.channelLimit) else {
            throw .tooManyChannels(
                path: name, channels: Int(info.channels), limit: Self.channelLimit)
        }
        format = SoundFormat(
            sampleRate: Int(info.samplerate), channels: Int(info.channels),
            frames: meantFrames ?? info.frames,
            container: SoundLibrary.name(ofFormat: info.format & Int32(SF_FORMAT_TYPEMASK)),
            encoding: SoundLibrary.name(ofFormat: info.format & Int32(SF_FORMAT_SUBMASK)))
        let coding = SoundCoding(code: info.format)
        order = ChannelOrder(coding, channels: Int(info.channels))
        self.coding = coding
        self.handle = handle
        self.name = name
        self.meantFrames = meantFrames
    }

    /// Whether sound that cannot be decoded is the end of the file, where some came before it;
    /// otherwise it is thrown.
    var endsAtDamage = false
    /// What such an end was.
    private(set) var damage: AudioError?

    /// Texts, cue points and the like.
    public var metadata: SoundMetadata { handle.metadata() }

    /// Whether the header announces more sound than the `frames` that were there, as after a
    /// crash or a broken download.
    public func isCutShort(after frames: Int64) -> Bool {
        // Only an Ogg stream without its last page has no known length.
        if format.frames == Int64.max { return coding?.container == .ogg }
        return frames < format.frames || HeaderLog(handle.log).announcesTooMuch
    }

    /// Whether a seek is exact: by arithmetic, or by a decoder that finds the very frame.
    public var isReachable: Bool {
        guard handle.info.seekable != 0, let coding else { return false }
        return coding.encoding.bytesPerSample != nil || coding.container == .flac
    }

    /// How many frames a file has: by its header where that is exact, else by reading all of it.
    ///
    /// - Throws: every ``AudioError`` about input.
    public static func frames(of path: String) throws(AudioError) -> Int64 {
        var reader = try SoundFileReader(path: path)
        if reader.isReachable, reader.format.frames < Int64.max { return reader.format.frames }
        let block = SampleBlock<Float>(channels: reader.format.channels)
        while true {
            let frames = try reader.read(into: block.samples)
            if frames == 0 { return reader.framesRead }
        }
    }

    /// Goes to a frame: by reading on where a seek would be inexact.
    ///
    /// - Throws: ``AudioError/outside(path:range:)`` when the file has no such frame, and every
    ///   ``AudioError`` that reading has.
    mutating func skip(to frame: Int64) throws(AudioError) {
        guard frame > 0 else { return }
        if isReachable { return try seek(to: frame) }
        let block = SampleBlock<Float>(channels: format.channels)
        var left = frame
        while left > 0 {
            let frames = min(left, Int64(block.samples.count / format.channels))
            let count = try read(into: block.first(Int(frames) * format.channels))
            if count == 0 { throw .outside(path: name, range: frame..<frame + 1) }
            left -= Int64(count)
        }
    }

    /// Goes to a frame, counted from the start; the next read begins there.
    ///
    /// - Throws: ``AudioError/damaged(path:frame:reason:)`` when the file has no such frame or
    ///   cannot be read but in order.
    public mutating func seek(to frame: Int64) throws(AudioError) {
        guard handle.seek(to: frame) else {
            throw .damaged(
                path: name, frame: framesRead,
                reason: handle.failure ?? "there is no way to frame \(frame)")
        }
        framesRead = frame
    }

    /// Reads the next frames and gives how many; 0 is the end.
    ///
    /// Shape: as many whole frames of `format.channels` floats as fit into `target`.
    /// - Throws: ``AudioError/damaged(path:frame:reason:)`` or
    ///   ``AudioError/nonFinite(path:frame:)``.
    public mutating func read(
        into target: UnsafeMutableBufferPointer<Float>
    ) throws(AudioError) -> Int { try readFrames(target) }

    /// Reads the next frames in double precision and gives how many; 0 is the end.
    ///
    /// Shape: as many whole frames of `format.channels` samples as fit into `target`.
    /// - Throws: ``AudioError/damaged(path:frame:reason:)`` or
    ///   ``AudioError/nonFinite(path:frame:)``.
    public mutating func read(
        into target: UnsafeMutableBufferPointer<Double>
    ) throws(AudioError) -> Int { try readFrames(target) }

    /// Reads the next frames as 16-bit samples and gives how many; 0 is the end.
    ///
    /// Shape: as many whole frames of `format.channels` samples as fit into `target`. Exact when
    /// samples ``areShort``; the upper bits of wider integers; floating point is of no use here.
    /// - Throws: ``AudioError/damaged(path:frame:reason:)``.
    public mutating func read(
        samples target: UnsafeMutableBufferPointer<Int16>
    ) throws(AudioError) -> Int { try readFrames(target) }

    /// Reads the next frames as 32-bit samples, narrower ones in the upper bits; 0 is the end.
    ///
    /// - Throws: ``AudioError/damaged(path:frame:reason:)``.
    mutating func read(
        steps target: UnsafeMutableBufferPointer<Int32>
    ) throws(AudioError) -> Int { try readFrames(target) }

    /// Whether samples decode to 16 bits or fewer, so that reading them as such loses nothing.
    public var areShort: Bool {
        guard let encoding = coding?.encoding else { return false }
        return !encoding.isContinuous && encoding.resolution <= 16
    }

    /// Whether the file holds one channel of 16-bit samples, which need no folding.
    var isMono16: Bool {
        format.channels == 1 && handle.info.format & Int32(SF_FORMAT_SUBMASK) == SF_FORMAT_PCM_16
    }

    private mutating func readFrames<Sample: SoundSample>(
        _ target: UnsafeMutableBufferPointer<Sample>
    ) throws(AudioError) -> Int {
        let channels = format.channels
        precondition(target.count >= channels, "the buffer must hold a frame")
        let left = meantFrames.map { $0 - framesRead } ?? .max
        let frames = Int(min(Int64(target.count / channels), left))
        guard damage == nil, frames > 0 else { return 0 }
        let count = handle.read(target, frames: frames)
        if count < frames {
            do {
                try checkEnd(after: count)
            } catch {
                guard endsAtDamage, framesRead + Int64(count) > 0 else { throw error }
                damage = error
            }
        }
        let samples = UnsafeBufferPointer(rebasing: target[..<(count * channels)])
        if let index = Sample.firstNonFinite(samples) {
            throw .nonFinite(path: name, frame: framesRead + Int64(index / channels))
        }
        framesRead += Int64(count)
        order?.read(UnsafeMutableBufferPointer(rebasing: target[..<(count * channels)]))
        return count
    }

    /// Tells the end of the file from a decoder that gave up.
    private func checkEnd(after count: Int) throws(AudioError) {
        let frame = framesRead + Int64(count)
        if let reason = handle.failure {
            throw .damaged(path: name, frame: frame, reason: reason)
        }
        // Only FLAC states a length that a shorter file contradicts without an error.
        let kind = handle.info.format & Int32(SF_FORMAT_TYPEMASK)
        if kind == Int32(SF_FORMAT_FLAC), (1..<Int64.max).contains(format.frames),
            frame < format.frames
        {
            throw .damaged(
                path: name, frame: frame, reason: "\(format.frames) frames were announced")
        }
    }
}

/// What a sound file says about itself.
public struct SoundFormat: Sendable, Equatable {
    /// Frames per second, in hertz.
    public var sampleRate: Int
    /// Samples in one frame.
    public var channels: Int
    /// The length in frames that the header states: a claim, not to be trusted for allocation.
    public var frames: Int64
    /// The container's name as libsndfile gives it, such as "WAV (Microsoft)".
    public var container: String
    /// The sample encoding's name as libsndfile gives it, such as "Signed 16 bit PCM".
    public var encoding: String

    /// A format of these parts.
    public init(
        sampleRate: Int, channels: Int, frames: Int64, container: String, encoding: String
    ) {
        self.sampleRate = sampleRate
        self.channels = channels
        self.frames = frames
        self.container = container
        self.encoding = encoding
    }
}

/// What libsndfile noted while it read a header.
///
/// Its lines about lengths read `data : 9600000 (should be 99956)`: what the header announces,
/// and what the file has room for.
struct HeaderLog {
    private let text: String

    init(_ text: String) { self.text = text }

    /// Lengths from here on stand for "not known yet", as programs write them into a pipe.
    private static let placeholder = 0x7FFF_F000

    /// Whether a length of the sound is announced that the file has no room for.
    var announcesTooMuch: Bool {
        text.split(separator: "\n").contains { line in
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { return false }
            let name = parts[0].lowercased()
            let isLength = ["riff", "data", "ssnd", "form"].contains { name.contains($0) }
            let numbers = parts[1].split { !$0.isNumber }.compactMap { Int($0) }
            guard isLength, parts[1].contains("should be"), numbers.count >= 2 else {
                return false
            }
            return numbers[0] > numbers[1] && numbers[0] < Self.placeholder
        }
    }
}
