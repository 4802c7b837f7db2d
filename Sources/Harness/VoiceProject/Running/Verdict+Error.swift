package import VoiceDiff
internal import VoiceJSON

extension Verdict {
    /// The verdict on a session that `error` keeps from running, at the place that the error names.
    package init(name: String, path: String, error: any Error) {
        let place = (error as? any PlacedError)?.faultPlace
        self.init(
            name: name, path: path, reason: "\(error)", file: place?.file, line: place?.line)
    }
}
