internal import VoiceAudio

/// One pass over a channel at 8 or 16 kHz, which tells its levels and where it speaks.
struct ChannelPass: ~Copyable {
    private static let pieceFrames = 16_384

    private var levels: ChannelLevels
    private var doubler: RateDoubler?
    private var opening: [Int16] = []
    private var offset: Int16 = 0
    private var hops: OfflineHops?
    private let settings: OfflineSettings

    /// Whether the file at `path` can be gone through in one pass: its samples have no more than 16
    /// bits, so that the detector needs no other level, and a rate that is easily doubled or is the
    /// detector's.
    static func takes(_ path: String) throws(AudioError) -> Bool {
        let reader = try SoundFileReader(path: path)
        let rate = reader.format.sampleRate
        guard rate == HopGrid.sampleRate || rate * 2 == HopGrid.sampleRate else { return false }
        return reader.areShort
    }

    /// Returns what the channel of the file at `path` holds.
    ///
    /// - Throws: every `AudioError` about input.
    static func run(
        _ path: String, _ choice: ChannelChoice, settings: OfflineSettings
    ) throws(AudioError) -> CallScan.Channel {
        var stream = try MonoStream(path: path, choice: choice)
        var pass = ChannelPass(rate: stream.sampleRate, settings: settings)
        let piece = UnsafeMutableBufferPointer<Int16>.allocate(capacity: pieceFrames)
        defer { piece.deallocate() }
        while true {
            let count = try stream.read(into: piece)
            guard count > 0 else { break }
            pass.process(UnsafeBufferPointer(rebasing: piece[..<count]))
        }
        guard stream.fileFrames > 0 else { throw .empty(path: path) }
        return pass.finish()
    }

    private init(rate: Int, settings: OfflineSettings) {
        levels = ChannelLevels(sampleRate: rate)
        doubler = rate == HopGrid.sampleRate ? nil : RateDoubler()
        self.settings = settings
    }

    private mutating func process(_ samples: UnsafeBufferPointer<Int16>) {
        levels.process(samples)
        guard doubler != nil else { return listen(Array(samples)) }
        var doubled: [Int16] = []
        doubled.reserveCapacity(2 * samples.count)
        doubler?.append(samples, isLast: false, to: &doubled)
        listen(doubled)
    }

    private mutating func listen(_ samples: [Int16]) {
        guard hops == nil else {
            var samples = samples
            SteadyOffset.remove(offset, from: &samples)
            hops?.process(samples)
            return
        }
        opening += samples
        if opening.count >= SoundOpening.frames { open() }
    }

    private mutating func open() {
        offset = SteadyOffset.remove(from: &opening)
        var begun = OfflineHops(
            settings: settings,
            opening: opening.withUnsafeBufferPointer { SoundOpening($0) })
        begun.process(opening)
        hops = consume begun
        opening = []
    }

    private consuming func finish() -> CallScan.Channel {
        var last: [Int16] = []
        doubler?.append([], isLast: true, to: &last)
        listen(last)
        levels.finish()
        if hops == nil { open() }
        let segments = hops?.finish() ?? []
        return CallScan.Channel(
            levels: levels,
            heard: ActivityScan.scaled(
                segments, to: levels.sampleRate, frames: levels.frames))
    }
}
