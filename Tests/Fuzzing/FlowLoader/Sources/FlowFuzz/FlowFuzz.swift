import VoiceEngine
import VoiceFlow
import VoiceJSON

/// Any bytes are loaded as a flow, a prompt list and a map: they are refused in words or read, in
/// bounded time, and every finding has a place inside the text.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzFlowLoader(_ data: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: data, count: count))
    // A zero byte ends one file and begins the next, so that all three are reached together.
    let parts = bytes.split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
    let names = [
        VoiceflowFactory.FileName.flow, VoiceflowFactory.FileName.prompts,
        VoiceflowFactory.FileName.map,
    ]
    var files: [String: [UInt8]] = [:]
    for (name, part) in zip(names, parts) { files[name] = Array(part) }
    do throws(FlowError) {
        let findings = try VoiceflowFactory().findings(
            in: files, named: { $0 }, surroundings: EngineSurroundings(hasMedia: { _ in false }))
        for finding in findings {
            let size = files[finding.file]?.count ?? 0
            precondition(!finding.message.isEmpty, "a finding without words")
            precondition(finding.place.line >= 1 && finding.place.line <= size + 1, "no such line")
            precondition(finding.place.column >= 1, "no such column")
        }
        _ = try VoiceflowFactory.graph(of: files, name: "fuzzed")
    } catch {
        precondition(!error.description.isEmpty, "an error without a sentence")
    }
    return 0
}
