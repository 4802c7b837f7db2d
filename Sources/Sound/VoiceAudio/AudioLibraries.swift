internal import CEbur128
internal import CFFTW
internal import CSampleRate
internal import CSndFile

/// The C libraries behind this target, as they say of themselves.
package enum AudioLibraries {
    /// Name and version of the libraries that transform sound.
    package static var transforms: [(name: String, version: String)] {
        [("FFTW", String(cString: voicetest_fftw_version()))]
    }

    /// Name and version of the libraries that read, write, convert and measure it.
    package static var versions: [(name: String, version: String)] {
        [
            ("libsndfile", String(cString: sf_version_string())),
            ("libsamplerate", String(cString: src_get_version())),
            ("libebur128", loudnessVersion),
        ]
    }

    private static var loudnessVersion: String {
        var (major, minor, patch): (Int32, Int32, Int32) = (0, 0, 0)
        ebur128_get_version(&major, &minor, &patch)
        return "libebur128-\(major).\(minor).\(patch)"
    }
}
