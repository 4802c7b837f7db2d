internal import VoiceEngine
internal import VoiceJSON
internal import VoiceMedia
package import VoiceTime
package import VoiceTrace

extension EngineFactory {
    /// The files of a session, or those in their place. Files that its engine answers from are
    /// added empty where the session lacks them: a replay asks nobody outside.
    func files(of parts: SessionParts, _ options: ReplayOptions) -> [String: [UInt8]] {
        var files = options.sources?.replacing(parts.flowFiles) ?? parts.flowFiles
        for name in filesToAnswerFrom where files[name] == nil { files[name] = [] }
        return files
    }
}

extension SessionManifest {
    private static let programFramesKey = "programFrames"

    /// Number of frames for which a replay runs the program that is its app: behind them the
    /// session goes on with what the program did. Nil where the program runs to the end.
    package var programFrames: Frame? {
        get { self[other: Self.programFramesKey]?.integer.map { max(0, $0) } }
        set { self[other: Self.programFramesKey] = newValue.map { .integer($0) } }
    }
}

extension ReplayResult {
    /// The result with what `settings` say, and an engine beside its trace: files that it keeps,
    /// why the run proves nothing, and which call asks something else. Calls of a copy whose words
    /// are hidden are not compared: what they ask is hidden, too.
    ///
    /// - Throws: ``SessionError/brokenDown(reason:)`` where it broke down.
    func taking(
        from loop: borrowing FrameLoop<ReplayHost>, _ factory: any EngineFactory,
        _ settings: SessionSettings, isRedacted: Bool
    ) throws(SessionError) -> ReplayResult {
        if let reason = loop.breakdown { throw .brokenDown(reason: reason) }
        var result = self
        result.standards = settings.standards
        result.unknownSettings = settings.unknown(of: manifest.settings)
        result.objections = loop.objections
        let kept = loop.keptFiles
        result.ownDescriptions = factory.ownDescriptions(before: flowFiles, now: kept)
        result.declaredOtherwise = factory.declaredOtherwise(
            in: flowFiles, manifest.vocabulary, now: vocabulary)
        let hidesCalls = isRedacted || manifest.programFrames != nil
        if !hidesCalls { result.changedCall = factory.callChange(from: flowFiles, to: kept) }
        result.flowFiles.merge(kept) { $1 }
        return result
    }
}
