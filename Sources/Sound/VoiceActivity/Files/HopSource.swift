import VoiceAudio

/// Cuts a sound into pieces that overlap by what their hops look at before and after.
///
/// Outside the sound there is silence.
struct HopSource<Meter: HopMeter & ~Copyable>: ~Copyable {
    private var stream: MonoStream
    // The sound's first samples, if they were read before.
    private let opening: [Int16]
    private var opened = 0
    private let carry: UnsafeMutableBufferPointer<Int16>
    private var carried: Int
    // Start of the next piece's first hop.
    private var start: Int64
    private var pieces = 0
    private var isAtEnd = false
    /// The samples read so far.
    private(set) var frames: Int64 = 0
    /// The frames of the file read so far.
    var fileFrames: Int64 { stream.fileFrames }

    /// A source whose first hop begins at `firstStart`, which is at most 0.
    init(stream: consuming MonoStream, opening: [Int16] = [], firstStart: Int = 0) {
        precondition(firstStart <= 0, "hop 0 begins in the sound")
        self.stream = stream
        self.opening = opening
        start = Int64(firstStart)
        // At first it stands for the silence before the sound.
        carried = Meter.lead - firstStart
        carry = .allocate(capacity: max(carried, Meter.lead + Meter.lag))
        carry.initialize(repeating: 0)
    }

    /// A source of the hops of a sound that was opened.
    init(_ sound: consuming OpenedSound) {
        let (samples, start) = (sound.samples, sound.opening.grid.firstStart)
        self.init(stream: sound.stream, opening: samples, firstStart: start)
    }

    deinit { carry.deallocate() }

    /// Fills a piece; false when the sound has ended.
    mutating func fill(_ piece: inout HopPiece<Meter>) throws(AudioError) -> Bool {
        let capacity = (piece.samples.count - Meter.lead - Meter.lag) / Meter.hopFrames
        try piece.samples.withUnsafeMutableBufferPointer { (samples) throws(AudioError) in
            try load(samples)
        }
        let left = frames - start
        let hops = (left + Int64(Meter.hopFrames) - 1) / Int64(Meter.hopFrames)
        piece.hops = Int(min(Int64(capacity), max(0, hops)))
        guard piece.hops > 0 else { return false }
        piece.index = pieces
        pieces += 1
        start += Int64(piece.hops * Meter.hopFrames)
        return true
    }

    /// Fills `samples` with the carried ones and the next ones, then with silence.
    private mutating func load(_ samples: UnsafeMutableBufferPointer<Int16>) throws(AudioError) {
        _ = samples.update(fromContentsOf: carry[..<carried])
        let count = try read(into: UnsafeMutableBufferPointer(rebasing: samples[carried...]))
        samples[(carried + count)...].update(repeating: 0)
        frames += Int64(count)
        carried = Meter.lead + Meter.lag
        _ = carry.update(fromContentsOf: samples[(samples.count - carried)...])
    }

    /// Reads as many samples as there are and fit.
    private mutating func read(
        into target: UnsafeMutableBufferPointer<Int16>
    ) throws(AudioError) -> Int {
        let first = min(target.count, opening.count - opened)
        _ = target.update(fromContentsOf: opening[opened..<opened + first])
        opened += first
        guard !isAtEnd, first < target.count else { return first }
        let count = try stream.read(into: UnsafeMutableBufferPointer(rebasing: target[first...]))
        isAtEnd = first + count < target.count
        return first + count
    }
}
