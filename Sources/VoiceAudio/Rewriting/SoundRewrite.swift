internal import VoiceFiles

/// Streams one sound file into another: the whole or a range, changed or as it is.
///
/// Memory does not grow with the length. The output appears under its name when it is complete,
/// or not at all. Integer samples that nothing changes pass no floating point; what does pass
/// it is computed in double precision.
public struct SoundRewrite: ~Copyable {
    private var reader: SoundFileReader
    private var writer: SoundFileWriter
    private let options: RewriteOptions
    private let inputPath: String
    private let outputPath: String
    private let source: SoundEncoding
    private let expected: Int64
    /// What the output is to say beside its samples.
    private let metadata: SoundMetadata
    private var report: RewriteReport
    /// Frames of the range that are still to come; nil reads to the end.
    private var remaining: Int64?

    /// Opens both files; the output's container, encoding and metadata follow the input's.
    ///
    /// - Throws: every ``AudioError`` about input and output.
    public init(
        from input: String, to output: String, options: RewriteOptions = RewriteOptions()
    ) throws(AudioError) {
        let reader = try SoundFileReader(path: input)
        if DiskFile.areSame(input, output), !options.overwrite { throw .sameFile(path: output) }
        let format = reader.format
        let coding = reader.coding ?? SoundCoding(.wav, .pcm16)
        let rate = options.sampleRate ?? format.sampleRate
        let channels = options.channels ?? format.channels
        guard channels == 1 || format.channels == 1 || channels == format.channels else {
            throw .cannotMix(path: input, channels: format.channels, asked: channels)
        }
        var container = options.container
        if container == nil {
            // A .wav file may be one of three containers; between equal names it stays what it is.
            let isAlike = SoundContainer.ending(of: input) == SoundContainer.ending(of: output)
            container = try SoundContainer.of(output, keeping: isAlike ? coding.container : nil)
        }
        let choice = try SoundCoding.choose(
            for: output, container: container ?? .wav, asked: options.encoding, source: coding,
            sampleRate: rate, channels: channels)
        var metadata = reader.metadata
        if channels != format.channels { metadata.channelMap = [] }
        let range = options.range ?? 0..<Int64.max
        metadata = metadata.cut(to: range, ratio: Double(rate) / Double(format.sampleRate))
        let effort = options.coder?.level(
            for: choice.coding.encoding, sampleRate: rate, channels: channels)
        // Level 0 of FLAC packs less than the usual 5, but its bytes do not depend on the CPU.
        let usual = choice.coding.container == .flac ? 0.0 : nil
        let writer = try SoundFileWriter(
            path: output, coding: choice.coding, sampleRate: rate, channels: channels,
            metadata: metadata, effort: effort ?? usual,
            isConstantRate: options.coder?.isConstant ?? false, overwrite: options.overwrite)
        var report = RewriteReport(coding: choice.coding, sampleRate: rate, channels: channels)
        report.notes = choice.note.map { [$0] } ?? []
        if options.coder != nil, effort == nil {
            report.notes.append(
                "\(output): \(choice.coding.encoding.rawValue) has no choice of quality or bitrate")
        }
        expected = options.range.map { Int64($0.count) } ?? format.frames
        self.metadata = metadata
        self.report = report
        self.reader = reader
        self.writer = writer
        self.options = options
        inputPath = input
        outputPath = output
        source = coding.encoding
    }

    /// Does all of it and gives the output its name.
    ///
    /// `progress` is told now and then what share of the input is done, 0 through 1.
    /// - Throws: every ``AudioError`` about input and output; nothing is left behind then.
    public consuming func run(
        progress: (Double) -> Void = { _ in }
    ) throws(AudioError) -> RewriteReport {
        if let range = options.range {
            remaining = Int64(range.count)
            try reader.skip(to: range.lowerBound)
        }
        switch route {
        case .short: try copyShort(progress)
        case .steps: try copySteps(progress)
        case .wide: try rewriteWide(progress)
        }
        guard report.framesIn > 0 else { throw .empty(path: inputPath) }
        if let range = options.range, remaining != 0 {
            throw .outside(path: inputPath, range: range)
        }
        if options.range == nil, let shortfall = reader.shortfall(after: report.framesIn) {
            report.notes.append(
                "\(inputPath): \(shortfall.description); "
                    + "the \(report.framesIn) frames there are were taken")
        }
        if report.clippedSamples > 0 {
            report.notes.append(
                "\(outputPath): \(report.clippedSamples) samples were beyond full scale "
                    + "and were cut off")
        }
        try writer.finish()
        let kept = (try? SoundFileReader(path: outputPath))?.metadata ?? SoundMetadata()
        let lost = metadata.missing(in: kept)
        if !lost.isEmpty {
            report.notes.append(
                "\(outputPath): \(report.coding.container.rawValue) does not hold the input's "
                    + lost.joined(separator: ", "))
        }
        return report
    }

    /// The ways through, from the fastest to the most general.
    private enum Route {
        /// 16 bits or fewer to the same; only a gain on the way.
        case short
        /// Integers to integers without any change but of width.
        case steps
        /// Everything else.
        case wide
    }

    private var route: Route {
        let target = report.coding.encoding
        let isKept =
            report.sampleRate == reader.format.sampleRate
            && report.channels == reader.format.channels && options.ceilingDB == nil
        guard isKept, !source.isContinuous, !target.isContinuous,
            source.resolution <= target.resolution
        else { return .wide }
        if source.resolution <= 16, options.gainDB == 0 || target == .pcm16 && source == .pcm16 {
            return .short
        }
        return options.gainDB == 0 ? .steps : .wide
    }

    /// The samples of the next block, as many as the range still allows.
    private func wanted(_ capacity: Int) -> Int {
        guard let remaining else { return capacity }
        let channels = reader.format.channels
        return Int(min(Int64(capacity / channels), remaining)) * channels
    }

    private mutating func note(read frames: Int, _ progress: (Double) -> Void) {
        report.framesIn += Int64(frames)
        if let remaining { self.remaining = remaining - Int64(frames) }
        progress(expected > 0 ? min(1, Double(report.framesIn) / Double(expected)) : 0)
    }

    private mutating func copyShort(_ progress: (Double) -> Void) throws(AudioError) {
        let channels = reader.format.channels
        let block = SampleBlock<Int16>(channels: channels)
        let factor = Float(Decibels.factor(options.gainDB))
        while true {
            let room = wanted(block.samples.count)
            if room == 0 { break }
            let frames = try reader.read(samples: block.first(room))
            if frames == 0 { break }
            let samples = block.first(frames * channels)
            if options.gainDB != 0 {
                report.clippedSamples += ShortGain.apply(factor, to: samples)
            }
            try writer.write(UnsafeBufferPointer(samples))
            note(read: frames, progress)
        }
        report.framesOut = report.framesIn
    }

    private mutating func copySteps(_ progress: (Double) -> Void) throws(AudioError) {
        let channels = reader.format.channels
        let block = SampleBlock<Int32>(channels: channels)
        while true {
            let room = wanted(block.samples.count)
            if room == 0 { break }
            let frames = try reader.read(steps: block.first(room))
            if frames == 0 { break }
            try writer.write(UnsafeBufferPointer(block.first(frames * channels)))
            note(read: frames, progress)
        }
        report.framesOut = report.framesIn
    }

    private mutating func rewriteWide(_ progress: (Double) -> Void) throws(AudioError) {
        let channels = reader.format.channels
        let block = SampleBlock<Double>(channels: channels)
        var chain = try RewriteChain(
            path: inputPath, options: options, source: source, format: reader.format,
            report: report)
        var isLast = false
        while !isLast {
            let room = wanted(block.samples.count)
            let frames = room == 0 ? 0 : try reader.read(into: block.first(room))
            isLast = frames == 0
            let samples = UnsafeBufferPointer(block.first(frames * channels))
            report.framesOut += try chain.push(samples, isLast: isLast, to: &writer)
            note(read: frames, progress)
        }
        report.clippedSamples = chain.clipped
    }
}

/// What becomes of a sound on its way from one file to another; everything else is kept.
public struct RewriteOptions: Sendable, Equatable {
    /// The frames that are taken, counted from the start of the input; nil takes all.
    public var range: Range<Int64>?
    /// The output's container; nil goes by the ending of its name.
    public var container: SoundContainer?
    /// The output's encoding; nil keeps the input's, or takes the nearest the container has.
    public var encoding: SoundEncoding?
    /// The output's channels: 1 is the mean of all; one channel may be spread over several.
    public var channels: Int?
    /// The output's rate in hertz.
    public var sampleRate: Int?
    /// How a rate is converted.
    public var rateQuality = RateQuality.best
    /// A gain in decibels.
    public var gainDB = 0.0
    /// The true peak that a limiter keeps, in dBTP; nil limits nothing.
    public var ceilingDB: Double?
    /// Whether integer samples that lose bits are dithered.
    public var dithers = true
    /// How hard a lossy or packing encoder tries; nil is its own default.
    public var coder: CoderSetting?
    /// Whether an output that is there is replaced.
    public var overwrite = false

    /// Everything kept as it is.
    public init() {}
}

/// What a rewrite did.
public struct RewriteReport: Sendable, Equatable {
    /// Frames that were read.
    public var framesIn: Int64 = 0
    /// Frames that were written.
    public var framesOut: Int64 = 0
    /// Samples that were beyond full scale and became the largest or smallest there is.
    public var clippedSamples: Int64 = 0
    /// What the output was written as.
    public var coding: SoundCoding
    /// The output's rate in hertz.
    public var sampleRate: Int
    /// The output's channels.
    public var channels: Int
    /// What a user should know: a sentence each.
    public var notes: [String] = []
}
