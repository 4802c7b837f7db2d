/// Puts the measures of consecutive stretches together, in order, in constant memory.
struct FactsBuilder {
    private var total = PieceMeter.Measure()
    private var gate = LoudnessGate()
    private var levels = LevelHistogram()
    private var pieces = 0

    /// Takes the stretch that follows.
    mutating func add(_ measure: PieceMeter.Measure) {
        total.add(measure)
        for power in measure.weighted { gate.add(power) }
        for power in measure.plain { levels.add(power) }
        pieces += measure.weighted.count
    }

    /// The frames so far.
    var frames: Int64 { total.frames }

    /// What it all amounts to.
    func facts(_ reader: borrowing SoundFileReader) -> SoundFacts {
        var format = reader.format
        format.frames = total.frames
        let samples = Double(total.frames) * Double(format.channels)
        return SoundFacts(
            format: format, coding: reader.coding, metadata: reader.metadata,
            isCutShort: reader.isCutShort(after: total.frames),
            peak: Decibels.of(Double(total.peak)),
            truePeak: Decibels.of(Double(total.truePeak)),
            rms: Decibels.of(power: total.squares / samples), offset: total.sum / samples,
            clippedSamples: total.clipped, noiseFloor: levels.tenth,
            integrated: pieces >= 4 ? gate.integrated : nil,
            momentary: pieces >= 4 ? gate.momentary : nil,
            shortTerm: pieces >= 30 ? gate.shortTerm : nil, range: gate.range)
    }
}
