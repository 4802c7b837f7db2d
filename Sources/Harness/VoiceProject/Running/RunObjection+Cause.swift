package import VoiceDiff
internal import VoiceEngine
internal import VoiceJSON
internal import VoiceMedia
package import VoiceSession

extension RecordedSession {
    /// Returns the causes that the run proves nothing, each with its place in the app; then the
    /// calls of the outside world that differ from `golden`, as one of the `factories` knows.
    func causes(
        _ golden: GoldenSession?, _ factories: [any EngineFactory], asksAnew: Bool
    ) -> [Cause] {
        let call = golden.flatMap { golden in
            factories.lazy.compactMap { $0.callChange(from: golden.files, to: files) }.first
        }
        var causes = objections.causes(call)
        for index in causes.indices { causes[index].comesFirst = asksAnew }
        return causes
    }
}

extension ReplayResult {
    /// Causes that the replay proves nothing, each with its place in the app; then the questions to
    /// the outside world, and the engine's description of itself, that differ from the recording.
    package var ownCauses: [Cause] {
        objections.causes(changedCall) + (ownDescriptions.map { Cause.declared($0) } ?? [])
    }
}

extension Cause {
    /// Changes of what a program declares. No file of the user's holds them.
    static func declared(_ descriptions: (before: [UInt8], now: [UInt8])) -> [Cause] {
        let before = (try? JSONReader.value(of: descriptions.before))?.object
        // A client that tells more than the one of the golden changes no setting.
        let toldNone = before?["settings"]?.object?.members.isEmpty ?? true
        return changes(
            before: descriptions.before, now: descriptions.now, file: ""
        ).compactMap { change in
            let isSetting = change.key.hasPrefix(settingsKey)
            guard !isSetting || !toldNone else { return nil }
            guard isSetting else {
                return Cause(
                    .file, key: "the app declares \(change.key)",
                    what: "the app declares \(change.what)", names: change.names)
            }
            return Cause(
                .setting, key: String(change.key.dropFirst(settingsKey.count)),
                what: "setting \(change.what.dropFirst(settingsKey.count))", names: change.names)
        }
    }

    private static let settingsKey = "settings."

    fileprivate init(call change: (what: String, names: [String])) {
        self.init(.flag, what: change.what, names: Set(change.names))
    }

    fileprivate init(_ objection: RunObjection) {
        let (file, line) = objection.fileAndLine
        self.init(
            .flag, file: file, line: line, what: objection.what, names: Set(objection.names))
        appName = .own
    }
}

extension [RunObjection] {
    /// The objections, and the call that asks something else where none of them tells of it.
    fileprivate func causes(_ call: (what: String, names: [String])?) -> [Cause] {
        let call = call.flatMap { call in contains { $0.names == call.names } ? nil : call }
        return map { Cause($0) } + (call.map { [Cause(call: $0)] } ?? [])
    }
}

extension RunObjection {
    /// The file and the line that the place names.
    fileprivate var fileAndLine: (file: String?, line: Int?) {
        guard let place else { return (nil, nil) }
        guard let colon = place.lastIndex(of: ":"),
            let line = Int(place[place.index(after: colon)...])
        else { return (place, nil) }
        return (String(place[..<colon]), line)
    }
}
