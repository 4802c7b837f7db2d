/// Measures whole sound files: levels, loudness, peaks.
///
/// Files whose frames can be reached directly are measured in stretches of a minute, several at
/// once; the stretches and what they give do not depend on how many are measured at once. Before
/// each, the filters settle on a second of what comes before.
public enum SoundMeter {
    /// Measures a file, `jobs` stretches at once; `progress` is told what
    /// share is done, 0 through 1.
    ///
    /// `pick` measures the one channel that it makes of all; nil measures all together.
    ///
    /// - Throws: every ``AudioError`` about input.
    public static func measure(
        path: String, pick: ChannelChoice? = nil, jobs: Int = 1,
        progress: (Double) -> Void = { _ in }
    ) async throws(AudioError) -> SoundFacts {
        try await measure(
            path: path, pick: pick, jobs: jobs, stretchSeconds: 60, progress: progress)
    }

    /// Measures a sound in stretches of another length, for tests.
    static func measure(
        path: String, pick: ChannelChoice? = nil, jobs: Int, stretchSeconds: Int,
        progress: (Double) -> Void = { _ in }
    ) async throws(AudioError) -> SoundFacts {
        let fold = try pick?.fold(of: path)
        var reader = try SoundFileReader(path: path)
        try check(reader)
        var builder = FactsBuilder()
        let length =
            Int64(stretchSeconds * 10)
            * Int64(PieceMeter.pieceFrames(sampleRate: reader.format.sampleRate))
        if reader.isReachable, (length...(Int64.max / 2)).contains(reader.format.frames) {
            try await measureStretches(
                path, fold, frames: reader.format.frames, length: length, jobs: jobs, &builder,
                progress)
        } else {
            try measureInOrder(&reader, fold, &builder, progress)
        }
        guard builder.frames > 0 else { throw .empty(path: path) }
        return builder.facts(reader, channels: fold == nil ? reader.format.channels : 1)
    }

    /// Measures a sound file held in memory; `name` stands for it in errors.
    ///
    /// - Throws: every ``AudioError`` about input.
    public static func measure(bytes: [UInt8], name: String) throws(AudioError) -> SoundFacts {
        var reader = try SoundFileReader(bytes: bytes, name: name)
        try check(reader)
        var builder = FactsBuilder()
        try measureInOrder(&reader, nil, &builder) { _ in }
        guard builder.frames > 0 else { throw .empty(path: name) }
        return builder.facts(reader, channels: reader.format.channels)
    }

    /// Meters are made for a rate, and a header may claim any.
    private static func check(_ reader: borrowing SoundFileReader) throws(AudioError) {
        try RateConverter.check(reader.format.sampleRate)
    }

    private static func measureInOrder(
        _ reader: inout SoundFileReader, _ fold: ChannelFold?, _ builder: inout FactsBuilder,
        _ progress: (Double) -> Void
    ) throws(AudioError) {
        var meter = meter(for: reader, fold)
        let block = SampleBlock<Float>(channels: reader.format.channels)
        while true {
            let frames = try reader.read(into: block.samples)
            if frames == 0 { break }
            meter.process(folded(block, frames, reader.format.channels, fold))
            builder.add(meter.drain())
            progress(min(1, Double(builder.frames) / Double(max(1, reader.format.frames))))
        }
        meter.finish()
        builder.add(meter.drain())
    }

    private typealias Stretch = (number: Int, measure: Result<PieceMeter.Measure, AudioError>)

    private static func measureStretches(
        _ path: String, _ fold: ChannelFold?, frames: Int64, length: Int64, jobs: Int,
        _ builder: inout FactsBuilder, _ progress: (Double) -> Void
    ) async throws(AudioError) {
        let count = Int((frames + length - 1) / length)
        let measured = await withTaskGroup(of: Stretch.self) { group in
            var builder = builder
            var waiting: [Int: PieceMeter.Measure] = [:]
            var (started, merged) = (0, 0)
            func start() {
                guard started < count else { return }
                let first = Int64(started) * length
                let range = first..<min(first + length, frames)
                let number = started
                group.addTask {
                    (number, Result { () throws(AudioError) in try stretch(range, of: path, fold) })
                }
                started += 1
            }
            for _ in 0..<max(1, jobs) { start() }
            while let done = await group.next() {
                switch done.measure {
                case .failure(let error):
                    group.cancelAll()
                    return Result<FactsBuilder, AudioError>.failure(error)
                case .success(let measure): waiting[done.number] = measure
                }
                while let next = waiting.removeValue(forKey: merged) {
                    builder.add(next)
                    merged += 1
                }
                progress(Double(builder.frames) / Double(frames))
                start()
            }
            return .success(builder)
        }
        builder = try measured.get()
    }

    /// Measures the frames of a range.
    private static func stretch(
        _ range: Range<Int64>, of path: String, _ fold: ChannelFold?
    ) throws(AudioError) -> PieceMeter.Measure {
        var reader = try SoundFileReader(path: path)
        let channels = reader.format.channels
        var meter = meter(for: reader, fold)
        let block = SampleBlock<Float>(channels: channels)
        let start = max(0, range.lowerBound - Int64(reader.format.sampleRate))
        if start > 0 { try reader.seek(to: start) }
        var place = start
        while place < range.upperBound {
            let isWarming = place < range.lowerBound
            let end = isWarming ? range.lowerBound : range.upperBound
            let room = min(end - place, Int64(block.samples.count / channels))
            let frames = try reader.read(into: block.first(Int(room) * channels))
            if frames == 0 {
                throw .damaged(path: path, frame: place, reason: "the sound ends too early")
            }
            let samples = folded(block, frames, channels, fold)
            if isWarming { meter.warm(samples) } else { meter.process(samples) }
            place += Int64(frames)
        }
        if range.upperBound == reader.format.frames { meter.finish() }
        return meter.drain()
    }

    /// Returns the samples to measure of a block of so many frames.
    private static func folded(
        _ block: borrowing SampleBlock<Float>, _ frames: Int, _ channels: Int, _ fold: ChannelFold?
    ) -> UnsafeBufferPointer<Float> {
        guard let fold else { return UnsafeBufferPointer(block.first(frames * channels)) }
        fold.apply(to: block.samples, frames: frames, channels: channels)
        return UnsafeBufferPointer(block.first(frames))
    }

    private static func meter(
        for reader: borrowing SoundFileReader, _ fold: ChannelFold?
    ) -> PieceMeter {
        let encoding = reader.coding?.encoding
        let bits = encoding?.isContinuous == false ? encoding?.resolution : nil
        var format = reader.format
        if fold != nil { format.channels = 1 }
        return PieceMeter(
            format: format, bits: bits, map: fold == nil ? reader.metadata.channelMap : [])
    }
}
