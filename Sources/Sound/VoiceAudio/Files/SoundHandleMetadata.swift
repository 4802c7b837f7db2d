import CSndFile

extension SoundHandle {
    /// Everything the file says beside its samples.
    func metadata() -> SoundMetadata {
        var metadata = SoundMetadata()
        for text in SoundMetadata.Text.allCases {
            if let words = string(text), !words.isEmpty { metadata.texts[text] = words }
        }
        metadata.cues = cues()
        metadata.channelMap = channelMap()
        metadata.broadcast = block(
            SFC_GET_BROADCAST_INFO,
            lengthAt: MemoryLayout.offset(of: \SF_BROADCAST_INFO.coding_history_size),
            textAt: MemoryLayout.offset(of: \SF_BROADCAST_INFO.coding_history))
        metadata.cart = block(
            SFC_GET_CART_INFO,
            lengthAt: MemoryLayout.offset(of: \SF_CART_INFO.tag_text_size),
            textAt: MemoryLayout.offset(of: \SF_CART_INFO.tag_text))
        metadata.instrument = instrument()
        return metadata
    }

    /// Says `metadata` in a file that has no samples yet, as far as the container holds it.
    ///
    /// libsndfile takes some things that it then leaves out: only reading the file tells.
    func put(_ metadata: SoundMetadata) {
        for text in SoundMetadata.Text.allCases {
            if let words = metadata.texts[text] { setString(text, words) }
        }
        if !metadata.cues.isEmpty { put(metadata.cues) }
        put(metadata.broadcast, SFC_SET_BROADCAST_INFO)
        put(metadata.cart, SFC_SET_CART_INFO)
        put(metadata.instrument, SFC_SET_INSTRUMENT)
        var map = metadata.channelMap
        let size = Int32(map.count * MemoryLayout<Int32>.size)
        if !map.isEmpty { _ = command(SFC_SET_CHANNEL_MAP_INFO, &map, size) }
    }

    private func cues() -> [SoundMetadata.Cue] {
        var count: UInt32 = 0
        let size = Int32(MemoryLayout<UInt32>.size)
        guard command(SFC_GET_CUE_COUNT, &count, size) == Int32(SF_TRUE),
            (1...Self.cueLimit).contains(Int(count))
        else { return [] }
        let stride = MemoryLayout<SF_CUE_POINT>.stride
        var bytes = [UInt8](repeating: 0, count: Self.cueOffset + Int(count) * stride)
        let filled = bytes.withUnsafeMutableBytes {
            command(SFC_GET_CUE, $0.baseAddress, Int32($0.count)) == Int32(SF_TRUE)
        }
        guard filled else { return [] }
        return bytes.withUnsafeBytes { all in
            (0..<Int(count)).map { index in
                let point = all.loadUnaligned(
                    fromByteOffset: Self.cueOffset + index * stride, as: SF_CUE_POINT.self)
                return SoundMetadata.Cue(
                    identifier: point.indx, frame: Int64(point.sample_offset),
                    name: withUnsafeBytes(of: point.name) {
                        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
                    })
            }
        }
    }

    private func put(_ cues: [SoundMetadata.Cue]) {
        let stride = MemoryLayout<SF_CUE_POINT>.stride
        var bytes = [UInt8](repeating: 0, count: Self.cueOffset + cues.count * stride)
        let data = Int32(bitPattern: 0x6174_6164)  // "data"
        let size = Int32(bytes.count)
        bytes.withUnsafeMutableBytes { all in
            all.storeBytes(of: UInt32(cues.count), as: UInt32.self)
            for (index, cue) in cues.enumerated() {
                var point = SF_CUE_POINT()
                point.indx = cue.identifier
                point.position = UInt32(clamping: cue.frame)
                point.fcc_chunk = data
                point.sample_offset = UInt32(clamping: cue.frame)
                withUnsafeMutableBytes(of: &point.name) {
                    $0.copyBytes(from: cue.name.utf8.prefix($0.count - 1))
                }
                all.storeBytes(
                    of: point, toByteOffset: Self.cueOffset + index * stride,
                    as: SF_CUE_POINT.self)
            }
            _ = command(SFC_SET_CUE, all.baseAddress, size)
        }
    }

    /// Start of the points in libsndfile's list: behind their 32-bit count.
    private static let cueOffset = 4
    /// The most cue points that are carried over; libsndfile's own limit when it reads.
    private static let cueLimit = 2_500

    private func channelMap() -> [Int32] {
        var map = [Int32](repeating: 0, count: Int(info.channels))
        let size = Int32(map.count * MemoryLayout<Int32>.size)
        if command(SFC_GET_CHANNEL_MAP_INFO, &map, size) == Int32(SF_TRUE) { return map }
        return ChannelOrder.map(SoundCoding(code: info.format), channels: map.count)
    }

    private func instrument() -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: MemoryLayout<SF_INSTRUMENT>.size)
        let size = Int32(bytes.count)
        return command(SFC_GET_INSTRUMENT, &bytes, size) == Int32(SF_TRUE) ? bytes : []
    }

    /// Reads a structure that ends in a text with its length before it.
    private func block(_ name: Int, lengthAt: Int?, textAt: Int?) -> [UInt8] {
        guard let lengthAt, let textAt else { return [] }
        var bytes = [UInt8](repeating: 0, count: textAt + Self.textLimit)
        let size = Int32(bytes.count)
        guard command(name, &bytes, size) == Int32(SF_TRUE) else { return [] }
        let length = bytes.withUnsafeBytes {
            Int($0.loadUnaligned(fromByteOffset: lengthAt, as: UInt32.self))
        }
        return Array(bytes.prefix(textAt + min(length, Self.textLimit)))
    }

    /// The longest text of a broadcast extension or cart; libsndfile refuses 16 KiB.
    private static let textLimit = 15 * 1_024

    private func put(_ bytes: [UInt8], _ name: Int) {
        var bytes = bytes
        let size = Int32(bytes.count)
        if size > 0 { _ = command(name, &bytes, size) }
    }
}
