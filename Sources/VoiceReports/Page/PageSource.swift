internal import VoiceTrace

/// Where a page's details and sound come from.
public struct PageSource: Sendable {
    let detail: @Sendable (SessionRecord) throws(ReportError) -> SessionDetail?
    let sound: @Sendable (String) throws(ReportError) -> [UInt8]

    /// A result folder.
    static func folder(_ folder: ResultFolder) -> PageSource {
        PageSource(
            detail: { (record) throws(ReportError) in try folder.detail(of: record) },
            sound: { (name) throws(ReportError) in try folder.sound(named: name) })
    }

    /// One session's detail, for a page without a folder.
    public static func memory(_ detail: SessionDetail) -> PageSource {
        let files = Dictionary(detail.files.map { ($0.name, $0.bytes) }) { first, _ in first }
        return PageSource(
            detail: { (_) throws(ReportError) in detail },
            sound: { (name) throws(ReportError) in
                guard let bytes = files[name] else {
                    throw .disk(.missing(path: name))
                }
                return bytes
            })
    }
}
