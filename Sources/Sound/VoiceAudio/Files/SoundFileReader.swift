import CSndFile
internal import VoiceFiles

/// Reads a sound file piece by piece, any container that libsndfile knows.
///
/// Shape: interleaved floats, a share of full scale. Source: libsndfile 1.2 API reference.
package struct SoundFileReader: ~Copyable {
    private var sound: LinkedSound
    let name: String
    private var framesRead: Int64 = 0
    /// The most channels that a file may have.
    package static let channelLimit = 64
    /// Format that the file states.
    package let format: SoundFormat
    private let order: ChannelOrder?
    /// Container and encoding; nil for the few that are only read, such as Sound Designer II.
    package let coding: SoundCoding?

    /// Opens a sound file.
    ///
    /// - Throws: ``AudioError/missing(path:)``, ``AudioError/unreadable(path:reason:)``,
    ///   ``AudioError/notSound(path:reason:)`` or
    ///   ``AudioError/tooManyChannels(path:channels:limit:)``.
    package init(path: String) throws(AudioError) {
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
    package init(descriptor: Int32, name: String) throws(AudioError) {
        try self.init(ByteSource(descriptor: descriptor), name: name)
    }

    /// Opens a sound file held in memory; `name` stands for it in errors.
    init(bytes: [UInt8], name: String) throws(AudioError) {
        try self.init(ByteSource(bytes: bytes), name: name)
    }

    private init(_ source: ByteSource, name: String) throws(AudioError) {
        let sound: LinkedSound
        do {
            sound = try LinkedSound(source)
        } catch {
            throw error.frame == 0
                ? .notSound(path: name, reason: error.reason)
                : .unlike(path: name, frame: error.frame, reason: error.reason)
        }
        let info = sound.info
        guard info.channels <= Int32(Self.channelLimit) else {
            throw .tooManyChannels(
                path: name, channels: Int(info.channels), limit: Self.channelLimit)
        }
        format = SoundFormat(
            sampleRate: Int(info.samplerate), channels: Int(info.channels), frames: info.frames,
            container: SoundLibrary.name(ofFormat: info.format & Int32(SF_FORMAT_TYPEMASK)),
            encoding: SoundLibrary.name(ofFormat: info.format & Int32(SF_FORMAT_SUBMASK)))
        let coding = SoundCoding(code: info.format)
        order = ChannelOrder(coding, channels: Int(info.channels))
        self.coding = coding
        self.sound = sound
        self.name = name
    }

    /// Whether sound that cannot be decoded is the end of the file, if some came before it;
    /// otherwise it is an error.
    var endsAtDamage = false
    /// Damage at such an end.
    private(set) var damage: AudioError?

    /// Texts, cue points and the like.
    package var metadata: SoundMetadata { sound.metadata }

    /// Returns the reason why the `frames` that were there may not be all of the sound; nil where
    /// they are.
    package func shortfall(after frames: Int64) -> SoundShortfall? {
        statedShortfall ?? (frames < format.frames && format.frames < .max ? .cutShort : nil)
    }

    /// Reason why the file may not hold all of its sound, as far as its header and its length tell.
    package var statedShortfall: SoundShortfall? {
        if let known = sound.shortfall { return known }
        // Only an Ogg stream without its last page has no known length.
        if format.frames == Int64.max { return coding?.container == .ogg ? .cutShort : nil }
        return HeaderLog(sound.log).announcesTooMuch ? .cutShort : nil
    }

    /// Whether a seek is exact: by arithmetic, or by a decoder that finds the very frame.
    package var isReachable: Bool {
        guard sound.isSeekable, let coding else { return false }
        return coding.encoding.bytesPerSample != nil || coding.container == .flac
    }

    /// Counts the frames of a file: by its header where that is exact, else by reading all of it.
    ///
    /// - Throws: every ``AudioError`` about input.
    package static func frames(of path: String) throws(AudioError) -> Int64 {
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
    package mutating func seek(to frame: Int64) throws(AudioError) {
        guard sound.seek(to: frame) else {
            throw .damaged(
                path: name, frame: framesRead,
                reason: sound.failure ?? "there is no way to frame \(frame)")
        }
        framesRead = frame
    }

    /// Reads the next frames and returns their number; 0 is the end.
    ///
    /// Shape: as many whole frames of `format.channels` floats as fit into `target`.
    /// - Throws: ``AudioError/damaged(path:frame:reason:)`` or
    ///   ``AudioError/nonFinite(path:frame:)``.
    package mutating func read(
        into target: UnsafeMutableBufferPointer<Float>
    ) throws(AudioError) -> Int { try readFrames(target) }

    /// Reads the next frames in double precision and returns their number; 0 is the end.
    ///
    /// Shape: as many whole frames of `format.channels` samples as fit into `target`.
    /// - Throws: ``AudioError/damaged(path:frame:reason:)`` or
    ///   ``AudioError/nonFinite(path:frame:)``.
    package mutating func read(
        into target: UnsafeMutableBufferPointer<Double>
    ) throws(AudioError) -> Int { try readFrames(target) }

    /// Reads the next frames as 16-bit samples and returns their number; 0 is the end.
    ///
    /// Shape: as many whole frames of `format.channels` samples as fit into `target`. Exact when
    /// samples ``areShort``; the upper bits of wider integers; floating point is of no use here.
    /// - Throws: ``AudioError/damaged(path:frame:reason:)``.
    package mutating func read(
        samples target: UnsafeMutableBufferPointer<Int16>
    ) throws(AudioError) -> Int { try readFrames(target) }

    /// Reads the next frames as 32-bit samples, narrower ones in the upper bits; 0 is the end.
    ///
    /// - Throws: ``AudioError/damaged(path:frame:reason:)``.
    mutating func read(
        steps target: UnsafeMutableBufferPointer<Int32>
    ) throws(AudioError) -> Int { try readFrames(target) }

    /// Whether samples decode to 16 bits or fewer, so that reading them as such loses nothing.
    package var areShort: Bool {
        guard let encoding = coding?.encoding else { return false }
        return !encoding.isContinuous && encoding.resolution <= 16
    }

    /// Whether the file holds one channel of 16-bit samples, which need no folding.
    var isMono16: Bool {
        format.channels == 1 && sound.info.format & Int32(SF_FORMAT_SUBMASK) == SF_FORMAT_PCM_16
    }

    private mutating func readFrames<Sample: SoundSample>(
        _ target: UnsafeMutableBufferPointer<Sample>
    ) throws(AudioError) -> Int {
        let channels = format.channels
        let frames = target.count / channels
        precondition(frames > 0, "the buffer must hold a frame")
        guard damage == nil else { return 0 }
        let count = sound.read(target, frames: frames)
        if count < frames || framesRead + Int64(count) == format.frames {
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
        let isFLAC = sound.info.format & Int32(SF_FORMAT_TYPEMASK) == Int32(SF_FORMAT_FLAC)
        let isWhole = isFLAC && frame == format.frames
        if isWhole, sound.hasAnotherFLAC {
            throw .unlike(
                path: name, frame: frame,
                reason: "another FLAC file begins there, "
                    + "and files put together are not read")
        }
        // Tags behind the sound are no damage.
        if let reason = sound.failure, !isWhole {
            throw .damaged(path: name, frame: frame, reason: reason)
        }
        // Only FLAC states a length that a shorter file contradicts without an error.
        if isFLAC, (1..<Int64.max).contains(format.frames), frame < format.frames {
            throw .damaged(
                path: name, frame: frame, reason: "\(format.frames) frames were announced")
        }
    }
}
