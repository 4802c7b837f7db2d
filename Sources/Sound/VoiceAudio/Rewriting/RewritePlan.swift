/// Plan of what one file is to become, settled before its first sample is read.
package struct RewritePlan: Sendable, Equatable {
    /// Format that the input states.
    package let format: SoundFormat
    /// The input's container and encoding.
    let source: SoundCoding
    /// The output's container and encoding.
    package let coding: SoundCoding
    /// The output's rate in hertz.
    package let sampleRate: Int
    /// The output's channels.
    package let channels: Int
    /// Order in which channels are put before they are coded; nil leaves them.
    let order: ChannelOrder?
    /// Bit rate of a lossy output; nil leaves it to the encoder.
    let coder: CoderSetting?
    /// Notes on the options that could not be had, a sentence each.
    let notes: [String]

    /// Plans what the file at `input` becomes at `output`.
    ///
    /// - Throws: every ``AudioError`` about input; ``AudioError/unknownContainer(path:)``,
    ///   ``AudioError/cannotEncode(path:reason:)`` or
    ///   ``AudioError/cannotMix(path:channels:asked:)``.
    package init(
        from input: String, to output: String, options: RewriteOptions
    ) throws(AudioError) {
        try self.init(
            try SoundFileReader(path: input), from: input, to: output, options: options)
    }

    /// Plans what a file that is open becomes.
    init(
        _ reader: borrowing SoundFileReader, from input: String, to output: String,
        options: RewriteOptions
    ) throws(AudioError) {
        format = reader.format
        source = reader.coding ?? SoundCoding(.wav, .pcm16)
        sampleRate = options.sampleRate ?? format.sampleRate
        channels = options.channels ?? (options.pick == .best ? format.channels : 1)
        guard
            options.pick != .best || channels == 1 || format.channels == 1
                || channels == format.channels
        else {
            throw .cannotMix(path: input, channels: format.channels, asked: channels)
        }
        var container = options.container
        if container == nil {
            // A .wav file may be one of three containers; between equal names it stays what it is.
            let isAlike = SoundContainer.ending(of: input) == SoundContainer.ending(of: output)
            container = try SoundContainer.of(output, keeping: isAlike ? source.container : nil)
            // A plain WAV header does not say where channels stand.
            if container == .wav, !isAlike, channels > 2, channels == format.channels,
                !reader.metadata.channelMap.isEmpty
            {
                container = .wavex
            }
        }
        let choice = try SoundCoding.choose(
            for: output, container: container ?? .wav, asked: options.encoding, source: source,
            sampleRate: sampleRate, channels: channels)
        coding = choice.coding
        order = try ChannelOrder.written(
            to: output, as: coding, channels: channels,
            map: channels == format.channels ? reader.metadata.channelMap : [])
        var notes = choice.note.map { [$0] } ?? []
        if let coder = options.coder {
            let isTaken =
                coder.level(for: coding.encoding, sampleRate: sampleRate, channels: channels) != nil
            self.coder = isTaken ? coder : nil
            if !isTaken {
                notes.append(
                    "\(output): \(coding.encoding.rawValue) has no choice of quality or bitrate")
            }
        } else if coding.encoding == source.encoding {
            coder = SoundBitrate.setting(of: input, source, format)?
                .spread(over: channels, from: format.channels)
        } else {
            coder = nil
        }
        self.notes = notes
    }

    /// The encoder's effort as libsndfile's level, 0 through 1; nil is its own default.
    var effort: Double? {
        // Level 0 of FLAC packs less than the usual 5, but its bytes do not depend on the CPU.
        let usual = coding.container == .flac ? 0.0 : nil
        let level = coder?.level(
            for: coding.encoding, sampleRate: sampleRate, channels: channels)
        return level ?? usual
    }

    /// Returns what becomes of the frames that metadata points at.
    func change(_ options: RewriteOptions) -> SoundChange {
        var change = SoundChange(rateBefore: format.sampleRate, rateAfter: sampleRate)
        if let range = options.range { change.range = range }
        change.lead = SoundEdges.frames(options.edges.padBefore, sampleRate)
        change.gainDB = options.gainDB
        change.changesLevels =
            options.ceilingDB != nil || channels != format.channels || !options.offsets.isEmpty
            || options.edges != SoundEdges()
        return change
    }

    /// Whether the output would hold the very samples of the input, coded as they are.
    func changesNothing(_ options: RewriteOptions) -> Bool {
        coding == source && sampleRate == format.sampleRate && channels == format.channels
            && options.coder == nil && options.changesNoSample
    }
}

extension RewriteOptions {
    /// Whether every frame is taken as it is.
    var changesNoSample: Bool {
        range == nil && gainDB == 0 && ceilingDB == nil && offsets.isEmpty
            && edges == SoundEdges()
    }
}
