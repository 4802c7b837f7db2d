public import VoiceDiff
public import VoiceMedia
public import VoiceTrace

extension VoiceflowFactory {
    /// The modules of the flow and every way out of them.
    ///
    /// - Throws: ``FlowError`` when there is no flow, or none that can be read.
    public func graph(
        of files: [String: [UInt8]], name: String, named file: (String) -> String
    ) throws -> FlowGraph? {
        try Self.graph(of: files, name: name, file: file(FileName.flow))
    }

    /// What is wrong with flow, prompts and map, and what is worth a warning.
    ///
    /// - Throws: ``FlowError/notJSON(file:error:)``.
    public func findings(
        in files: [String: [UInt8]], named file: (String) -> String,
        surroundings: EngineSurroundings
    ) throws -> [Finding] {
        try Self.findings(
            in: files, named: file,
            surroundings: FlowSurroundings(
                fields: surroundings.values, hasMedia: surroundings.hasMedia))
    }
}
