/// Finds keys (DTMF) in sound that comes in pieces.
///
/// Limits, of ITU-T Recommendation Q.24 (1988), table A-1, each with the value in between that
/// decides here: tones of 40 ms and longer are keys and of 23 ms and shorter none (31.5 ms);
/// pauses of 40 ms part keys and interruptions of 20 ms do not (30 ms); tones 1.5 % off their
/// frequency count and 3.5 % off do not (2.5 %); the high tone is at most 4 dB louder and 8 dB
/// quieter than the low one (5 and 9 dB); each tone has 0 to -25 dBm0, and -55 dBm0 is none
/// (-40 dBm0). 0 dBm0 is -6 dBFS here: G.711 has full scale 3.14 dB above it, and a sine at full
/// scale is -3 dBFS.
///
/// Shape: 16-bit samples of one channel, in pieces of any size, at 8,000 Hz or more; frames count
/// from 0. Nothing is allocated for a frame. Arithmetic alone, so CPUs agree.
package struct KeyDecoder {
    /// A tone that goes on, or has ended and may go on after an interruption.
    private struct Tone {
        let key: Int
        var start: Int64
        /// Behind the last window at half its loudness or more.
        var end: Int64
        /// The loudest of its two tones so far.
        var rowPeak: Float
        var columnPeak: Float
        /// Middle of the last window that held the key alone; ``pureWindows`` is the number of such
        /// windows.
        var lastPure: Int64
        var pureWindows = 1
        /// Whether it is long enough already.
        var isKey = false
    }

    private static let leastPureWindows = 4
    /// Windows that the beginning of a tone is looked for behind it.
    private static let historyWindows = 32

    private let leastFrames: Int64
    private let pauseFrames: Int64
    private var meter: KeyToneMeter
    /// The last window twice, so that every window of it lies in one piece.
    private var ring: [Float]
    private var place = 0
    private var frames: Int64 = 0
    private var sinceHop = 0
    private var history: [SIMD8<Float>]
    private var windows = 0
    private var tone: Tone?
    private var ended: Tone?

    /// A decoder of sound at `sampleRate`, in hertz.
    ///
    /// - Precondition: at least 8,000.
    package init(sampleRate: Int) {
        precondition(sampleRate >= 8_000, "keys have tones up to 1,633 Hz")
        leastFrames = Int64(sampleRate) * 63 / 2_000
        pauseFrames = Int64(sampleRate) * 30 / 1_000
        meter = KeyToneMeter(sampleRate: sampleRate)
        ring = [Float](repeating: 0, count: 2 * meter.windowFrames)
        history = [SIMD8<Float>](repeating: SIMD8(), count: Self.historyWindows)
    }

    /// The keys of a whole sound, in order.
    package static func keys(in sound: MonoSound) -> [HeardKey] {
        var decoder = KeyDecoder(sampleRate: sound.sampleRate)
        var keys: [HeardKey] = []
        sound.samples.withUnsafeBufferPointer { decoder.process($0) { keys.append($0) } }
        decoder.finish { keys.append($0) }
        return keys
    }

    /// The keys in the sound file at `path`, whose channels become one as `choice` says, in order,
    /// in frames at `sampleRate`, in hertz.
    ///
    /// - Throws: every `AudioError` about input; `AudioError/unsupportedRate(rate:)` below 8,000,
    ///   where there is no room for the tones.
    package static func keys(
        in path: String, sampleRate: Int, choice: ChannelChoice
    ) throws(AudioError) -> [HeardKey] {
        guard sampleRate >= 8_000 else { throw .unsupportedRate(rate: sampleRate) }
        var decoder = KeyDecoder(sampleRate: sampleRate)
        var keys: [HeardKey] = []
        _ = try SoundFile.decode(path: path, sampleRate: sampleRate, choice: choice) { block in
            decoder.process(block) { keys.append($0) }
        }
        decoder.finish { keys.append($0) }
        return keys
    }

    /// Processes the next samples; `found` gets each key that is over, 65 ms after its end at the
    /// latest.
    package mutating func process(
        _ samples: UnsafeBufferPointer<Int16>, _ found: (HeardKey) -> Void
    ) {
        for sample in samples { process(PCM16.float(sample), found) }
    }

    /// The sound is over: `found` gets the key that had not ended.
    package mutating func finish(_ found: (HeardKey) -> Void) {
        let length = frames
        for _ in 0..<(meter.windowFrames + 3 * Int(pauseFrames)) {
            process(0) { key in
                let end = min(key.frames.upperBound, length)
                found(HeardKey(key: key.key, frames: min(key.frames.lowerBound, end)..<end))
            }
        }
    }

    private mutating func process(_ value: Float, _ found: (HeardKey) -> Void) {
        ring[place] = value
        ring[place + meter.windowFrames] = value
        place = place + 1 == meter.windowFrames ? 0 : place + 1
        frames += 1
        sinceHop += 1
        guard sinceHop == meter.hopFrames else { return }
        sinceHop = 0
        let start = place
        let window = ring.withUnsafeBufferPointer { ring -> KeyToneMeter.Window? in
            guard let base = ring.baseAddress else { return nil }
            return meter.measure(base + start)
        }
        guard let window else { return }
        history[windows % Self.historyWindows] = window.powers
        windows += 1
        judge(window, at: frames - Int64(meter.windowFrames / 2), found)
    }

    // MARK: What goes on

    /// Goes by a window whose middle is the frame `middle`.
    private mutating func judge(
        _ window: KeyToneMeter.Window, at middle: Int64, _ found: (HeardKey) -> Void
    ) {
        if var current = tone {
            tone = nil
            let (row, column) = Self.tones(of: current.key)
            let (low, high) = (window.powers[row], window.powers[column])
            if window.key == current.key {
                current.lastPure = middle
                current.pureWindows += 1
                if low > current.rowPeak || high > current.columnPeak {
                    current.rowPeak = max(low, current.rowPeak)
                    current.columnPeak = max(high, current.columnPeak)
                }
            }
            let isHeard = low >= current.rowPeak / 4 && high >= current.columnPeak / 4
            let slack = Int64(meter.windowFrames / 2 + 2 * meter.hopFrames)
            if isHeard, middle - current.lastPure <= slack {
                current.end = middle + Int64(meter.hopFrames / 2)
                tone = current
            } else {
                end(current, found)
            }
        }
        if tone == nil, let key = window.key { begin(key, window, at: middle) }
        if let last = ended, middle - last.end > pauseFrames + Int64(meter.windowFrames) {
            ended = nil
            found(heard(last))
        }
    }

    private mutating func begin(
        _ key: Int, _ window: KeyToneMeter.Window, at middle: Int64
    ) {
        let (row, column) = Self.tones(of: key)
        var new = Tone(
            key: key, start: middle, end: middle, rowPeak: window.powers[row],
            columnPeak: window.powers[column], lastPure: middle)
        new.start = start(of: new, at: middle)
        new.end = middle + Int64(meter.hopFrames / 2)
        if let last = ended, last.key == key, new.start - last.end < pauseFrames {
            new.start = last.start
            new.isKey = true
            ended = nil
        }
        tone = new
    }

    /// The frame from which a tone that was noticed at `middle` has half its loudness.
    private func start(of tone: Tone, at middle: Int64) -> Int64 {
        let (row, column) = Self.tones(of: tone.key)
        var count = 1
        // A window holds no key alone until it lies in the tone, at most half of it later.
        while count <= meter.windowFrames / meter.hopFrames, count < windows {
            let powers = history[(windows - 1 - count) % Self.historyWindows]
            guard powers[row] >= tone.rowPeak / 4, powers[column] >= tone.columnPeak / 4 else {
                break
            }
            count += 1
        }
        let hop = Int64(meter.hopFrames)
        return max(0, middle - Int64(count - 1) * hop - hop / 2)
    }

    /// A tone is over, or something else is heard with it.
    private mutating func end(_ tone: Tone, _ found: (HeardKey) -> Void) {
        var tone = tone
        tone.isKey =
            tone.isKey
            || tone.end - tone.start >= leastFrames && tone.pureWindows >= Self.leastPureWindows
        guard tone.isKey else { return }
        if let last = ended { found(heard(last)) }
        ended = tone
    }

    private func heard(_ tone: Tone) -> HeardKey {
        HeardKey(key: KeyPad.keys[tone.key], frames: tone.start..<max(tone.start, tone.end))
    }

    private static func tones(of key: Int) -> (row: Int, column: Int) {
        (key / KeyPad.columns, KeyPad.columns + key % KeyPad.columns)
    }
}
