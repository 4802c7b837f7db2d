internal import CSampleRate
internal import CSndFile

/// The C libraries behind this target, as they say of themselves.
public enum AudioLibraries {
    /// Name and version of each.
    public static var versions: [(name: String, version: String)] {
        [
            ("libsndfile", String(cString: sf_version_string())),
            ("libsamplerate", String(cString: src_get_version())),
        ]
    }
}
