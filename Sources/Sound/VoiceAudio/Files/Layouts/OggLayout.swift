/// The layout of an Ogg file: a link for every chained stream.
///
/// A link begins with the first pages of its streams; such a page behind other pages begins the
/// next link, also where its number is that of a stream before.
/// Source: RFC 3533, sections 4 and 6.
enum OggLayout {
    /// The most links that are read.
    private static let linkLimit = 10_000
    /// The bytes of a page's head without its table, and of the longest table.
    private static let headBytes = 27
    private static let tableBytes = 255
    /// The most stretches of other bytes that are passed over.
    private static let gapLimit = 1_000

    static func layout(of source: ByteSource, start: Int64) -> SoundLayout {
        var links = [start..<start]
        var isInside = false
        var gaps = 0
        var position = start
        while position < source.count {
            guard let page = Page(source, position) else {
                gaps += 1
                guard gaps <= gapLimit, let next = search(source, from: position + 1) else { break }
                position = next
                continue
            }
            if page.isFirst, isInside {
                links.append(position..<position)
                guard links.count <= linkLimit else {
                    return .refused("it has more than \(linkLimit) chained streams")
                }
            }
            isInside = !page.isFirst
            position += page.length
            links[links.count - 1] = links[links.count - 1].lowerBound..<position
        }
        guard links.count > 1 else { return .plain }
        return SoundLayout(links: links.map { SoundLayout.Link(segments: [.range($0)]) })
    }

    /// Returns the start of the next page.
    private static func search(_ source: ByteSource, from start: Int64) -> Int64? {
        var position = start
        while position < source.count {
            let bytes = source.bytes(at: position, 1 << 16)
            for index in bytes.indices.dropLast(3) where bytes[index] == UInt8(ascii: "O") {
                if bytes[index..<index + 4].elementsEqual("OggS".utf8) {
                    return position + Int64(index)
                }
            }
            guard bytes.count > 3 else { return nil }
            position += Int64(bytes.count - 3)
        }
        return nil
    }

    /// A page, as far as its head says.
    private struct Page {
        let isFirst: Bool
        let length: Int64

        init?(_ source: ByteSource, _ position: Int64) {
            let head = source.bytes(at: position, headBytes + tableBytes)
            guard head.count >= headBytes, head.starts(with: Array("OggS".utf8)), head[4] == 0,
                head.count >= headBytes + Int(head[26])
            else { return nil }
            isFirst = head[5] & 2 != 0
            let table = head[headBytes..<headBytes + Int(head[26])]
            length = table.reduce(Int64(headBytes + table.count)) { $0 + Int64($1) }
        }
    }
}
