internal import VoiceEngine
internal import VoiceJSON
internal import VoiceTime

/// The telephone of a session.
extension ProgramEngineFactory {
    /// Returns the fault of the file of a telephone; nil for none.
    static func fault(inTelephone bytes: [UInt8]) -> (what: String, path: JSONPath)? {
        do throws(ProgramFault) {
            _ = try TelephoneSettings.read(from: [TelephoneFile.name: bytes])
        } catch {
            return (
                "\"telephone\" of voicetest.json \(error.what)", path(of: error.what, in: bytes)
            )
        }
        return nil
    }

    /// Returns the way to the key that a fault names first; to the root where it names none.
    private static func path(of what: String, in bytes: [UInt8]) -> JSONPath {
        let object = (try? JSONReader.value(of: bytes))?.object ?? [:]
        let named = what.split(separator: "\"", omittingEmptySubsequences: false)
            .enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
        let key = what.hasPrefix("has a carrier") ? "carrier" : named.first ?? ""
        return object[key] == nil ? .root : .root.key(key)
    }

    /// Whether the carrier of a session recognizes what the caller says.
    static func hearsWords(_ setup: EngineSetup) -> Bool {
        (try? TelephoneSettings.read(from: setup.files))?.hearsWords ?? false
    }

    /// Returns the telephone of the session; nil for one without.
    ///
    /// - Throws: ``ProgramFileError`` for a file that cannot be used.
    static func telephone(of setup: EngineSetup) throws(ProgramFileError) -> Telephone? {
        do throws(ProgramFault) {
            guard let settings = try TelephoneSettings.read(from: setup.files) else { return nil }
            guard settings.carrier.sampleRate == setup.sampleRate.hertz else {
                throw ProgramFault(
                    "is for \(settings.carrier.sampleRate) Hz, and the session has"
                        + " \(setup.sampleRate.hertz) Hz")
            }
            let world = setup.files[SessionWorld.fileName].flatMap { SessionWorld(bytes: $0) }
            return Telephone(
                settings, rate: setup.sampleRate, seed: setup.seed, caller: world?.caller ?? 1)
        } catch { throw ProgramFileError(file: TelephoneFile.name, what: error.what) }
    }
}
