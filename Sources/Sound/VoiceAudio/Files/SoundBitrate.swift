import CSndFile

/// The bits that a lossy file spends on its sound.
enum SoundBitrate {
    /// Returns the setting by which an encoder spends as many bits as a file's did; nil where that
    /// cannot be told or the encoding has no choice.
    static func setting(of path: String, _ coding: SoundCoding, _ format: SoundFormat)
        -> CoderSetting?
    {
        guard coding.encoding.isLossy, let file = ByteSource(path: path) else { return nil }
        switch coding.encoding {
        case .mp3:
            guard let frames = MPEGFrames(file) else { return nil }
            let kilobits = Int(frames.kilobits.rounded())
            return frames.isConstant ? .kilobits(kilobits) : .meanKilobits(kilobits)
        case .opus:
            return kilobits(file, .ogg, format).map { .kilobits(Int($0.rounded())) }
        case .vorbis:
            let nominal = OggHead(file)?.nominalBitrate.map(Double.init)
            guard let aim = nominal ?? kilobits(file, .ogg, format).map({ $0 * 1_000 }) else {
                return nil
            }
            return .quality(vorbisQuality(aim, format))
        default: return nil
        }
    }

    /// The mean of a file, in thousand bits a second; nil for a file of unknown length.
    static func kilobits(
        of path: String, _ container: SoundContainer, _ format: SoundFormat
    ) -> Double? {
        guard let file = ByteSource(path: path) else { return nil }
        return kilobits(file, container, format)
    }

    private static func kilobits(
        _ file: ByteSource, _ container: SoundContainer, _ format: SoundFormat
    ) -> Double? {
        guard (1..<Int64.max).contains(format.frames), format.sampleRate > 0 else { return nil }
        if container == .mp3, let frames = MPEGFrames(file) { return frames.kilobits }
        let head = container == .mp3 ? file.endOfTags() : OggHead(file)?.length ?? 0
        let seconds = Double(format.frames) / Double(format.sampleRate)
        return Double(max(0, file.count - head)) * 8 / 1_000 / seconds
    }

    /// Returns the quality at which libvorbis aims at so many bits a second.
    private static func vorbisQuality(_ aim: Double, _ format: SoundFormat) -> Double {
        var (low, high) = (0.0, 1.0)
        // Ten halvings tell thousandths, finer than any encoder's own scale.
        for _ in 0..<10 {
            let middle = (low + high) / 2
            guard let nominal = nominal(quality: middle, format) else { return 0.4 }
            if Double(nominal) < aim { low = middle } else { high = middle }
        }
        return high
    }

    /// Returns the bit rate that libvorbis states at a quality.
    private static func nominal(quality: Double, _ format: SoundFormat) -> Int? {
        var info = SF_INFO()
        info.samplerate = Int32(clamping: format.sampleRate)
        info.channels = Int32(clamping: format.channels)
        info.format = SoundCoding(.ogg, .vorbis).code
        let memory = MemoryFile()
        guard var handle = try? SoundHandle(memory: memory, info: info) else {
            return nil
        }
        handle.setEffort(1 - quality)
        let frame = [Int16](repeating: 0, count: format.channels)
        _ = frame.withUnsafeBufferPointer { handle.write($0, frames: 1) }
        _ = handle.close()
        // The first packet stands alone on its page, behind 28 bytes.
        return memory.bytes.little(28 + 20, 4)
    }
}
