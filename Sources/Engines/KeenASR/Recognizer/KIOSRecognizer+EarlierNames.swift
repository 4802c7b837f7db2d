/// Names of releases before and after that of the reference.
extension KIOSRecognizer {
    /// ``dataDirectory`` as releases before and after 2.0 call it.
    public var recordingsDir: String? { dataDirectory }

    /// The sound file that was saved last of a recent response; nil before.
    @available(*, deprecated, message: "Use audioFilename of the response")
    public var lastRecordingFilename: String? { responses.lastSaved(\.audioFilename) }

    /// The JSON file that was saved last of a recent response; nil before.
    @available(*, deprecated, message: "Use jsonFilename of the response")
    public var lastJSONMetadataFilename: String? { responses.lastSaved(\.jsonFilename) }

    /// Loads a graph that was created on this machine, without pronunciation scores.
    @available(
        *, deprecated,
        message: "Use prepareForListeningWithDecodingGraph(withName:withGoPComputation:)"
    )
    @discardableResult
    public func prepareForListeningWithCustomDecodingGraph(withName dgName: String) -> Bool {
        prepareForListeningWithDecodingGraph(withName: dgName, withGoPComputation: false)
    }

    /// Loads a graph from its folder, without pronunciation scores.
    @available(
        *, deprecated,
        message: "Use prepareForListeningWithDecodingGraph(atPath:withGoPComputation:)"
    )
    @discardableResult
    public func prepareForListeningWithCustomDecodingGraph(atPath dgPath: String) -> Bool {
        prepareForListeningWithDecodingGraph(atPath: dgPath, withGoPComputation: false)
    }

    /// Listens to a sound file; false where it cannot be read, and as ``startListening(_:)``.
    @available(*, deprecated, message: "Use startListening(from:)")
    @discardableResult
    public func startListening(fromAudioFile pathToAudioFile: String) -> Bool {
        Self.succeeds { () throws(KIOSRecognizerError) in
            try startListening(from: .file(path: pathToAudioFile))
        }
    }

    /// Does what ``setBluetoothA2DPOutput(_:)`` does.
    @available(*, deprecated, renamed: "setBluetoothA2DPOutput(_:)")
    public func enableBluetoothOutput(_ value: Bool) { setBluetoothA2DPOutput(value) }

    /// Does what ``setBluetoothA2DPOutput(_:)`` does.
    @available(*, deprecated, renamed: "setBluetoothA2DPOutput(_:)")
    public func enableBluetoothA2DPOutput(_ value: Bool) { setBluetoothA2DPOutput(value) }
}
