internal import VoiceFiles

/// Streams one sound file into another: the whole or a range, changed or as it is.
///
/// Memory does not grow with the length. The output appears under its name when it is complete,
/// or not at all. Integer samples that nothing changes pass no floating point; what does pass
/// it is computed in double precision.
package struct SoundRewrite: ~Copyable {
    /// Names of metadata in one note at most.
    private static let mostNamed = 40

    private var reader: SoundFileReader
    private var writer: SoundFileWriter
    private let options: RewriteOptions
    private let inputPath: String
    private let outputPath: String
    private let source: SoundEncoding
    private let order: ChannelOrder?
    private let expected: Int64
    /// Metadata of the output.
    private let metadata: Metadata
    /// Way in which the input's channels become one; nil where they stay.
    private let fold: ChannelFold?
    private var report: RewriteReport
    /// Whether the output is to be the input, byte for byte, where that is whole.
    private let isCopy: Bool
    /// Frames of the range that are still to come; nil reads to the end.
    private var remaining: Int64?

    /// Opens both files; the output's container, encoding and metadata follow the input's.
    ///
    /// - Throws: every ``AudioError`` about input and output.
    package init(
        from input: String, to output: String, options: RewriteOptions = RewriteOptions()
    ) throws(AudioError) {
        let reader = try SoundFileReader(path: input)
        if DiskFile.areSame(input, output), !options.overwrite { throw .sameFile(path: output) }
        let plan = try RewritePlan(reader, from: input, to: output, options: options)
        let format = plan.format
        let fold = try options.fold(of: input, from: format.channels, to: plan.channels)
        let said = Metadata(reader.metadata, of: input, plan: plan, change: plan.change(options))
        let writer = try SoundFileWriter(
            path: output, coding: plan.coding, sampleRate: plan.sampleRate,
            channels: plan.channels, metadata: said.known, raw: said.raw, effort: plan.effort,
            bitrateMode: plan.coder?.bitrateMode, overwrite: options.overwrite)
        var report = RewriteReport(
            coding: plan.coding, sampleRate: plan.sampleRate, channels: plan.channels)
        report.notes = plan.notes + [fold?.notice(on: input)].compactMap(\.self)
        expected = options.range.map { Int64($0.count) } ?? format.frames
        metadata = said
        self.fold = fold
        self.report = report
        self.reader = reader
        self.writer = writer
        self.options = options
        inputPath = input
        outputPath = output
        source = plan.source.encoding
        order = plan.order
        isCopy = fold == nil && plan.changesNothing(options)
    }

    /// Does all of the work and gives the output its name.
    ///
    /// `progress` is told now and then what share of the input is done, 0 through 1.
    /// - Throws: every ``AudioError`` about input and output; nothing is left behind then.
    package consuming func run(
        progress: (Double) -> Void = { _ in }
    ) throws(AudioError) -> RewriteReport {
        if isCopy, try passThrough(progress) {
            try writer.finish(copying: inputPath)
            return report.measured(at: outputPath)
        }
        if let range = options.range {
            remaining = Int64(range.count)
            try reader.skip(to: range.lowerBound)
        }
        try pad(options.edges.padBefore)
        switch route {
        case .short: try copyShort(progress)
        case .steps: try copySteps(progress)
        case .wide: try rewriteWide(progress)
        }
        try pad(options.edges.padAfter)
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
        let lost = metadata.lost(in: outputPath)
        if !lost.isEmpty {
            let more = lost.count - Self.mostNamed
            report.notes.append(
                "\(outputPath): leaves out the input's "
                    + lost.prefix(Self.mostNamed).joined(separator: ", ")
                    + (more > 0 ? " and \(more) more" : ""))
        }
        return report.measured(at: outputPath)
    }

    /// Reads all of the input, so that a damaged one is refused; returns whether its header tells
    /// the truth. Where it does not, the input is opened anew.
    private mutating func passThrough(_ progress: (Double) -> Void) throws(AudioError) -> Bool {
        let channels = reader.format.channels
        let block = SampleBlock<Float>(channels: channels)
        while true {
            let frames = try reader.read(into: block.samples)
            if frames == 0 { break }
            report(read: frames, progress)
        }
        guard report.framesIn > 0 else { throw .empty(path: inputPath) }
        report.framesOut = report.framesIn
        if reader.shortfall(after: report.framesIn) == nil { return true }
        (report.framesIn, report.framesOut) = (0, 0)
        reader = try SoundFileReader(path: inputPath)
        return false
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
            && fold == nil && options.ceilingDB == nil
            && options.offsets.isEmpty && !options.edges.isFaded
        guard isKept, !source.isContinuous, !target.isContinuous,
            source.resolution <= target.resolution
        else { return .wide }
        if source.resolution <= 16, options.gainDB == 0 || target == .pcm16 && source == .pcm16 {
            return .short
        }
        return options.gainDB == 0 ? .steps : .wide
    }

    /// Returns the samples of the next block, as many as the range still allows.
    private func wanted(_ capacity: Int) -> Int {
        guard let remaining else { return capacity }
        let channels = reader.format.channels
        return Int(min(Int64(capacity / channels), remaining)) * channels
    }

    private mutating func report(read frames: Int, _ progress: (Double) -> Void) {
        report.framesIn += Int64(frames)
        if let remaining { self.remaining = remaining - Int64(frames) }
        progress(expected > 0 ? min(1, Double(report.framesIn) / Double(expected)) : 0)
    }

    /// Writes so many seconds of digital silence.
    private mutating func pad(_ seconds: Double) throws(AudioError) {
        var left = SoundEdges.frames(seconds, report.sampleRate)
        report.framesOut += left
        while left > 0 {
            let frames = min(left, 4_096)
            try writer.write([Int16](repeating: 0, count: Int(frames) * report.channels))
            left -= frames
        }
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
            report(read: frames, progress)
        }
        report.framesOut += report.framesIn
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
            report(read: frames, progress)
        }
        report.framesOut += report.framesIn
    }

    /// Whether nothing is computed and every sample of the input, an integer of more bits than the
    /// output has, ends in zeros: 16 bits in a file of 24. Damage is told when it is written.
    private var isExact: Bool {
        guard let bits = report.coding.encoding.integerBits, source.resolution > bits,
            !source.isContinuous, report.sampleRate == reader.format.sampleRate, fold == nil,
            options.gainDB == 0, options.ceilingDB == nil, options.offsets.isEmpty,
            !options.edges.isFaded, var reader = try? SoundFileReader(path: inputPath)
        else { return false }
        let block = SampleBlock<Int32>(channels: reader.format.channels)
        let rest = Int32.max >> Int32(bits - 1)
        while let frames = try? reader.read(steps: block.samples), frames > 0 {
            let samples = block.first(frames * reader.format.channels)
            if samples.contains(where: { $0 & rest != 0 }) { return false }
        }
        return true
    }

    private mutating func rewriteWide(_ progress: (Double) -> Void) throws(AudioError) {
        let channels = reader.format.channels
        let block = SampleBlock<Double>(channels: channels)
        var chain = try RewriteChain(
            path: inputPath, options: options, source: source, format: reader.format,
            report: report, fold: fold, order: order, isExact: isExact)
        let fades = FadeCurve(
            options.edges, sampleRate: reader.format.sampleRate,
            total: options.range.map { Int64($0.count) } ?? .max)
        var isLast = false
        while !isLast {
            let room = wanted(block.samples.count)
            let frames = room == 0 ? 0 : try reader.read(into: block.first(room))
            isLast = frames == 0
            let samples = block.first(frames * channels)
            SoundOffset.remove(options.offsets, from: samples)
            fades.apply(to: samples, channels: channels, at: report.framesIn)
            report.framesOut += try chain.push(
                UnsafeBufferPointer(samples), isLast: isLast, to: &writer)
            report(read: frames, progress)
        }
        report.clippedSamples = chain.clipped
    }

    /// Metadata of the output, in the two ways that it gets there.
    private struct Metadata {
        /// Metadata that libsndfile writes.
        let known: SoundMetadata
        /// Metadata that is put in byte for byte; nil where the containers have too little in
        /// common.
        let raw: SoundChunks?
        /// Names of what neither of them carries over.
        private let losses: [String]

        init(_ metadata: SoundMetadata, of input: String, plan: RewritePlan, change: SoundChange) {
            let (file, container) = (ByteSource(path: input), plan.source.container)
            let chunks = file.flatMap(SoundChunks.init)
            var held = chunks?.held(by: plan.coding.container, from: container)
            held?.apply(change)
            raw = held
            losses =
                held?.lost ?? chunks?.names ?? file.map { OtherTags.names(in: $0, container) } ?? []
            var known = held == nil ? metadata.cut(to: change) : SoundMetadata()
            known.channelMap = plan.channels == plan.format.channels ? metadata.channelMap : []
            self.known = known
        }

        /// Returns the names of what the complete output at `path` does not say.
        func lost(in path: String) -> [String] {
            let kept = (try? SoundFileReader(path: path))?.metadata ?? SoundMetadata()
            return known.missing(in: kept) + losses
        }
    }
}
