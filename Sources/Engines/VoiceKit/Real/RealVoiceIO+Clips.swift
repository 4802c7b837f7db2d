public import Foundation
internal import VoiceJSON
internal import VoiceRun

/// Short sounds from files.
extension RealVoiceIO {
    /// Loads a clip and holds it at its first frame, so that it starts without a gap.
    ///
    /// `url` is a sound file on this machine: WAV, FLAC, OGG, AIFF, CAF or MP3. It is read once a
    /// run, whatever is written to it later. `gainDB` is a gain in decibels, up to 24; above 0 with
    /// a soft limit.
    ///
    /// - Throws: ``VoiceIOError/underlying(_:)`` for a file that cannot be read; nothing is
    ///   prepared then.
    public func prepareClip(url: URL, gainDB: Float) async throws {
        log(.info, "prepareClip(\(url.lastPathComponent)) gainDB=\(gainDB)")
        if isCI { return }
        do {
            _ = try await ask("prepareClip", try clipArguments(url, gainDB))
        } catch {
            log(.error, "prepareClip(\(url.path)): \(error)")
            throw error
        }
    }

    /// Starts the prepared clip from its first frame and returns at its end; returns at once when
    /// nothing is prepared. The clip stays prepared.
    ///
    /// - Throws: ``VoiceIOError/timedOut`` where it does not end in time,
    ///   ``VoiceIOError/cancelled`` after ``stopClip()`` and `stopAll`, `CancellationError` when
    ///   the task is cancelled, which stops the clip.
    public func startPreparedClip() async throws {
        log(.info, "startPreparedClip")
        if isCI { return }
        if try await played("startPreparedClip", ofChannel()) == nil {
            log(.warn, "startPreparedClip: no clip is prepared")
        }
    }

    /// Plays a clip and returns at its end; as ``prepareClip(url:gainDB:)`` and
    /// ``startPreparedClip()`` do one after the other.
    public func playClip(url: URL, gainDB: Float) async throws {
        log(.info, "playClip(\(url.lastPathComponent)) gainDB=\(gainDB)")
        if isCI { return }
        do {
            _ = try await played("playClip", try clipArguments(url, gainDB))
        } catch {
            log(.error, "playClip(\(url.path)): \(error)")
            throw error
        }
    }

    /// Stops the clip of this engine; nothing where none plays. Calls that wait for it throw
    /// ``VoiceIOError/cancelled``.
    public func stopClip() {
        log(.info, "stopClip")
        shared.facade?.send("stopClip", ofChannel())
    }

    /// The old name of ``prepareClip(url:gainDB:)``.
    public func prepareBoosted(url: URL, gainDB: Float) async throws {
        try await prepareClip(url: url, gainDB: gainDB)
    }

    /// Seconds from the last frame of an engine's speech to the first frame of the clip that
    /// followed it, for the clip that ended last; nil before any.
    public var lastClipGap: TimeInterval? { shared.lastClipGap }

    private func clipArguments(_ url: URL, _ gainDB: Float) throws(VoiceIOError) -> JSONObject {
        ofChannel([
            "file": .string(try shared.current().clipName(of: url)),
            "gainMilliDB": CallValues.milliDecibels(gainDB),
        ])
    }

    /// Makes a call that plays a clip; nil without a clip.
    private func played(_ name: String, _ arguments: JSONObject) async throws -> JSONObject? {
        guard let answer = try await ask(name, arguments, ifCancelled: "stopClip").object else {
            return nil
        }
        shared.lastClipGap = answer["gapFrames"]?.integer.map { _ in
            seconds(ofFrames: answer["gapFrames"])
        }
        return answer
    }
}
