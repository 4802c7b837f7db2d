package import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

extension CallerScript {
    /// Sound where the caller is silent.
    package enum Room: Sendable, Equatable {
        /// Nothing at all.
        case silent
        /// The sound file of this name, looped.
        case file(String)
        /// The room that every scenario has.
        case usual
    }

    /// The scenario file: one line for each of `clips`, which are the names of the sound files, in
    /// order (nil for keys), heard in a `room`. `own` is the scenario that the session was made by,
    /// whose app is taken over; `name` is what the file calls the session.
    ///
    /// Shape: JSON, keys sorted, a line of the caller or an expectation on one line each.
    package func file(
        clips: [String?], room: Room, of name: String, own: JSONObject? = nil
    ) -> [UInt8] {
        precondition(
            clips.map { $0 == nil } == lines.map { $0.keys != nil }, "all but keys have a clip")
        var root: JSONObject = [
            "_COMMENT_": .string("The caller of \(name), cut from its sound."),
            "caller": .array(caller(clips, silentLines(beside: own?["app"]))),
            "expect": .array(expectations),
            "limits": ["seconds": .integer(min(seconds + Self.spareSeconds, Self.longestSeconds))],
        ]
        for key in Self.keptKeys where own?[key] != nil { root[key] = own?[key] }
        switch room {
        case .silent: root["silence"] = "digital"
        case .file(let file): root["noise"] = ["play": .string(file)]
        case .usual: break
        }
        return JSONWriter.prettyBytes(.object(root), levels: 2)
    }

    /// Keys of a scenario that do not say what the microphone hears: that is in the sound.
    private static let keptKeys = ["app", "recognizerDelayMs", "limits"]
    /// Time by which the scenario may take longer than the session, in seconds.
    private static let spareSeconds: Int64 = 30
    private static let longestSeconds = SessionManifest.secondsLimit

    /// The lines of the caller, with sound and without, in the order in which they begin.
    private func caller(_ clips: [String?], _ silentLines: [SilentLine]) -> [JSONValue] {
        var silent = silentLines[...]
        var all: [JSONValue] = []
        func value(of line: SilentLine) -> JSONValue {
            var object = start(line.anchor, line.delayMilliseconds)
            object[line.key] = line.value
            return .object(object)
        }
        for (line, clip) in zip(lines, clips) {
            while let next = silent.first, next.frame < line.clip.lowerBound {
                all.append(value(of: silent.removeFirst()))
            }
            all.append(self.value(of: line, clip))
        }
        return all + silent.map(value)
    }

    private func start(_ anchor: CallerAnchor, _ milliseconds: Int64) -> JSONObject {
        guard var after = anchor.pattern else { return ["atMs": .integer(milliseconds)] }
        if anchor.count > 1 {
            after[ScenarioReader.countKey] = .integer(Int64(anchor.count))
        }
        return ["after": .object(after), "delayMs": .integer(milliseconds)]
    }

    private func value(of line: Line, _ clip: String?) -> JSONValue {
        var object = start(line.anchor, line.delayMilliseconds)
        object["play"] = clip.map { .string($0) }
        guard clip != nil else {
            object["keys"] = line.keys.map { .string($0) }
            return .object(object)
        }
        let start = rate.microseconds(line.speech.lowerBound - line.clip.lowerBound) / 1_000
        let end = rate.microseconds(line.speech.upperBound - line.clip.lowerBound) / 1_000
        object["speech"] = [
            "startMs": .integer(start), "endMs": .integer(max(start + 1, end)),
        ]
        object["words"] = line.words.map { .string($0) }
        object["fails"] = line.failure.map { .string($0) }
        return .object(object)
    }
}
