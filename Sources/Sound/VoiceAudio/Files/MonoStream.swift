/// Reads one channel of 16-bit sound out of any sound file, piece by piece.
///
/// Shape: samples at ``sampleRate``, one a frame; a file's channels become one as a
/// ``ChannelChoice`` says. One channel of 16-bit samples at the wanted rate is passed on as it
/// is. However long the file, memory stays the same.
/// Source: libsndfile and libsamplerate.
public struct MonoStream: ~Copyable {
    // Samples, of all channels, in one read of a file that must be folded.
    private static let blockSamples = 16_384
    private var reader: SoundFileReader
    private let isPlain: Bool
    /// Factor by which every sample is multiplied before it is rounded to 16 bits.
    public var gain: Float = 1
    /// Offset that is taken off every sample after it is rounded.
    package var offset: Int16 = 0
    private var converter: RateConverter?
    private let block: UnsafeMutableBufferPointer<Float>
    // All channels of a block, for one channel of 16-bit samples that is taken unchanged.
    private let shorts: UnsafeMutableBufferPointer<Int16>
    private var mono: [Float] = []
    private var converted: [Float] = []
    private var taken = 0
    private var isAtEnd = false
    private var left: Int64
    /// Format that the file states.
    public let format: SoundFormat
    /// Frames per second of the stream, in hertz.
    public let sampleRate: Int
    /// Way in which its channels became one.
    package let fold: ChannelFold
    /// Frames of the file that were read so far, at the file's own rate.
    public private(set) var fileFrames: Int64 = 0

    /// Opens a sound file.
    ///
    /// `choice` says how several channels become one; for ``ChannelChoice/best`` they are read
    /// before. `range` is the frames of the file that are
    /// read; all of them where it is nil. `rate` is what to convert to, in hertz; nil keeps the
    /// file's rate. `quality` says how a rate is converted: what is only listened to needs no
    /// better.
    ///
    /// - Throws: every ``AudioError`` about input; ``AudioError/unsupportedRate(rate:)``.
    public init(
        path: String, range: Range<Int64>? = nil, choice: ChannelChoice = .best,
        rate: Int? = nil, quality: RateQuality = .fast
    ) throws(AudioError) {
        var reader = try SoundFileReader(path: path)
        let fold = try choice.fold(
            of: reader.format.channels, in: [range ?? 0..<Int64.max], name: path
        ) { () throws(AudioError) in try SoundFileReader(path: path) }
        if let range { try reader.skip(to: range.lowerBound) }
        try self.init(
            reader: reader, limit: range?.count ?? .max, fold: fold, rate: rate, quality: quality)
    }

    /// Opens a sound file held in memory; `name` stands for it in errors.
    ///
    /// - Throws: every ``AudioError`` about input.
    public init(
        bytes: [UInt8], name: String, rate: Int? = nil, quality: RateQuality = .fast
    ) throws(AudioError) {
        let reader = try SoundFileReader(bytes: bytes, name: name)
        let fold = try ChannelChoice.best.fold(
            of: reader.format.channels, in: [0..<Int64.max], name: name
        ) { () throws(AudioError) in try SoundFileReader(bytes: bytes, name: name) }
        try self.init(reader: reader, limit: .max, fold: fold, rate: rate, quality: quality)
    }

    /// Reads the sound file that is open as `descriptor`, which belongs to the stream from now on,
    /// also when this throws; `name` stands for it in errors. It is read once: several channels
    /// become their mean.
    ///
    /// - Throws: every ``AudioError`` about input.
    init(descriptor: Int32, name: String) throws(AudioError) {
        let reader = try SoundFileReader(descriptor: descriptor, name: name)
        try self.init(reader: reader, limit: .max, fold: ChannelFold(), rate: nil, quality: .fast)
    }

    private init(
        reader: consuming SoundFileReader, limit: Int, fold: ChannelFold, rate: Int?,
        quality: RateQuality
    ) throws(AudioError) {
        let format = reader.format
        let sampleRate = rate ?? format.sampleRate
        let isPlain = reader.isMono16 && sampleRate == format.sampleRate
        converter = try Self.converter(from: format.sampleRate, to: sampleRate, quality)
        self.fold = fold
        left = Int64(limit)
        let frames = isPlain ? 0 : max(1, Self.blockSamples / format.channels)
        block = .allocate(capacity: frames * format.channels)
        let isPicked =
            reader.areShort && fold.channel != nil && sampleRate == format.sampleRate
        shorts = .allocate(capacity: isPicked ? frames * format.channels : 0)
        self.format = format
        self.sampleRate = sampleRate
        self.isPlain = isPlain
        self.reader = reader
        mono.reserveCapacity(frames)
    }

    deinit {
        block.deallocate()
        shorts.deallocate()
    }

    /// Whether the file has one channel of 16-bit samples at the wanted rate: without a gain they
    /// are passed on as they are.
    package var areExact: Bool { isPlain }

    /// Takes sound that cannot be decoded for the end of the file, where some came before it.
    mutating func endAtDamage() { reader.endsAtDamage = true }

    /// Reason why what was read up to the end is not all of the sound, in a sentence; nil where it
    /// is.
    var fault: String? {
        if let damage = reader.damage { return damage.description }
        guard let shortfall = reader.shortfall(after: fileFrames) else { return nil }
        return "\(reader.name) \(shortfall.description). Copy or export it again."
    }

    /// Returns the converter; nil between equal rates.
    private static func converter(
        from source: Int, to target: Int, _ quality: RateQuality
    ) throws(AudioError) -> RateConverter? {
        source == target ? nil : try RateConverter(from: source, to: target, quality: quality)
    }

    /// Fills `target` from its start and returns the number of samples; fewer only at the end.
    ///
    /// - Throws: ``AudioError/damaged(path:frame:reason:)`` or
    ///   ``AudioError/nonFinite(path:frame:)``.
    public mutating func read(
        into target: UnsafeMutableBufferPointer<Int16>
    ) throws(AudioError) -> Int {
        let count = try readWithOffset(into: target)
        if offset != 0 {
            for index in 0..<count {
                target[index] = Int16(clamping: Int32(target[index]) - Int32(offset))
            }
        }
        return count
    }

    private mutating func readWithOffset(
        into target: UnsafeMutableBufferPointer<Int16>
    ) throws(AudioError) -> Int {
        guard !isPlain else {
            let room = Int(min(Int64(target.count), left))
            guard room > 0 else { return 0 }
            let count = try reader.read(
                samples: UnsafeMutableBufferPointer(rebasing: target[..<room]))
            advance(count)
            if gain != 1 {
                for index in 0..<count {
                    target[index] = PCM16.sample(PCM16.float(target[index]) * gain)
                }
            }
            return count
        }
        guard !shorts.isEmpty, let channel = fold.channel else { return try fill(target) }
        var filled = 0
        while filled < target.count {
            let rest = UnsafeMutableBufferPointer(rebasing: target[filled...])
            let count =
                taken < converted.count
                ? try fill(.init(rebasing: rest.prefix(converted.count - taken)))
                : try pick(channel, into: rest)
            guard count > 0 else { break }
            filled += count
        }
        return filled
    }

    /// Fills `target` with rounded samples.
    private mutating func fill(
        _ target: UnsafeMutableBufferPointer<Int16>
    ) throws(AudioError) -> Int {
        let gain = gain
        return try give(target.count) { place, sample in
            target[place] = PCM16.sample(sample * gain)
        }
    }

    /// Takes one channel out of a block of 16-bit samples, which need no rounding.
    private mutating func pick(
        _ channel: Int, into target: UnsafeMutableBufferPointer<Int16>
    ) throws(AudioError) -> Int {
        let channels = format.channels
        let room = Int(min(Int64(min(target.count, shorts.count / channels)), left))
        guard room > 0 else { return 0 }
        let count = try reader.read(samples: .init(rebasing: shorts[..<(room * channels)]))
        advance(count)
        for frame in 0..<count { target[frame] = shorts[frame * channels + channel] }
        if gain != 1 {
            for frame in 0..<count {
                target[frame] = PCM16.sample(PCM16.float(target[frame]) * gain)
            }
        }
        return count
    }

    /// Reads the next samples before they are rounded to 16 bits, and without the gain, as shares
    /// of full scale; fewer than `count` only at the end. There are none of samples that
    /// ``areExact``.
    ///
    /// - Throws: ``AudioError/damaged(path:frame:reason:)`` or
    ///   ``AudioError/nonFinite(path:frame:)``.
    package mutating func readFloats(_ count: Int) throws(AudioError) -> [Float] {
        guard !isPlain else { return [] }
        var floats: [Float] = []
        floats.reserveCapacity(count)
        _ = try give(count) { _, sample in floats.append(sample) }
        return floats
    }

    /// Hands out the next samples with their places, and returns their number.
    @inline(__always)
    private mutating func give(
        _ count: Int, to take: (_ place: Int, _ sample: Float) -> Void
    ) throws(AudioError) -> Int {
        var filled = 0
        while filled < count {
            if taken == converted.count {
                guard try refill() else { break }
            }
            let part = min(converted.count - taken, count - filled)
            for index in 0..<part { take(filled + index, converted[taken + index]) }
            taken += part
            filled += part
        }
        return filled
    }

    /// Fetches the next block; false at the end.
    private mutating func refill() throws(AudioError) -> Bool {
        taken = 0
        converted.removeAll(keepingCapacity: true)
        while converted.isEmpty, !isAtEnd {
            let room = Int(min(Int64(block.count / format.channels), left))
            let part = UnsafeMutableBufferPointer(rebasing: block[..<(room * format.channels)])
            let frames = room == 0 ? 0 : try reader.read(into: part)
            advance(frames)
            isAtEnd = frames == 0
            mono.removeAll(keepingCapacity: true)
            fold.apply(to: block, frames: frames, channels: format.channels)
            mono.append(contentsOf: block[..<frames])
            if converter == nil {
                swap(&mono, &converted)
            } else {
                mono.withUnsafeBufferPointer { all in
                    converter?.append(all, isLast: isAtEnd, to: &converted)
                }
            }
        }
        return !converted.isEmpty
    }

    private mutating func advance(_ frames: Int) {
        fileFrames += Int64(frames)
        left -= Int64(frames)
    }
}
