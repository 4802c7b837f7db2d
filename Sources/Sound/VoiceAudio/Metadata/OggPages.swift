internal import VoiceFiles

/// Puts other comments into an Ogg file.
///
/// Source: RFC 3533, section 6.
enum OggPages {
    /// Returns the bytes at the beginning of an Ogg file up to its sound, with other comments, and
    /// how many pages more than before they take.
    static func head(_ head: OggHead, comments: VorbisComments) -> (bytes: [UInt8], pages: Int) {
        var comments = comments
        let mark: [UInt8] = head.isOpus ? Array("OpusTags".utf8) : [3] + Array("vorbis".utf8)
        comments.vendor = VorbisComments(head.packets[1], from: mark.count)?.vendor ?? []
        // Vorbis ends its comments with a bit that is set.
        let packet = mark + comments.bytes + (head.isOpus ? [] : [1])
        let rest = pages(of: [packet] + head.packets[2...], serial: head.serial, from: 1)
        let first = pages(of: [head.packets[0]], serial: head.serial, from: 0, isFirst: true)
        return ((first + rest).flatMap(\.self), 1 + rest.count - head.pages)
    }

    /// Packets without a time, on pages of their own.
    private static func pages(
        of packets: [[UInt8]], serial: UInt32, from number: Int, isFirst: Bool = false
    ) -> [[UInt8]] {
        var lacing: [UInt8] = []
        for packet in packets {
            lacing += [UInt8](repeating: 255, count: packet.count / 255)
            lacing.append(UInt8(packet.count % 255))
        }
        let body = packets.flatMap(\.self)
        var (pages, taken, start) = ([[UInt8]](), 0, 0)
        while start < lacing.count {
            let part = lacing[start..<min(start + 255, lacing.count)]
            let size = part.reduce(0) { $0 + Int($1) }
            let isContinued = start > 0 && lacing[start - 1] == 255
            // A page on which no packet ends has no time at all.
            let endsNone = part.allSatisfy { $0 == 255 }
            var page = Array("OggS".utf8) + [0, (isContinued ? 1 : 0) | (isFirst ? 2 : 0)]
            page += [UInt8](repeating: endsNone ? 255 : 0, count: 8)
            page += little(serial) + little(UInt32(truncatingIfNeeded: number + pages.count))
            page += [0, 0, 0, 0, UInt8(part.count)] + part + body[taken..<taken + size]
            seal(&page)
            pages.append(page)
            taken += size
            start += part.count
        }
        return pages
    }

    /// Counts on every page of a file from `place` on by `more`, in the file itself.
    ///
    /// - Throws: ``DiskError/writeFailed(path:reason:)`` where it is no Ogg.
    static func renumber(
        _ file: ByteSource, from place: Int64, by more: Int,
        write: (_ bytes: [UInt8], _ place: Int64) throws(DiskError) -> Void
    ) throws(DiskError) {
        var place = place
        while place < file.count {
            let head = file.bytes(at: place, 282)
            guard head.has("OggS"), head.count > 27, let number = head.little(18, 4) else { return }
            let count = Int(head[26])
            let size = head.dropFirst(27).prefix(count).reduce(27 + count) { $0 + Int($1) }
            var page = file.bytes(at: place, size)
            page.replaceSubrange(
                18..<22, with: little(UInt32(truncatingIfNeeded: number + more)))
            seal(&page)
            try write(page, place)
            place += Int64(size)
        }
    }

    /// Sets a page's check sum.
    private static func seal(_ page: inout [UInt8]) {
        page.replaceSubrange(22..<26, with: [0, 0, 0, 0])
        var sum: UInt32 = 0
        for byte in page { sum = sum << 8 ^ table[Int(UInt8(sum >> 24) ^ byte)] }
        page.replaceSubrange(22..<26, with: little(sum))
    }

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index) << 24) { sum, _ in
            sum & 0x8000_0000 == 0 ? sum << 1 : sum << 1 ^ 0x04C1_1DB7
        }
    }

    private static func little(_ number: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> UInt32(8 * $0)) }
    }
}
