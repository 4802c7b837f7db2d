internal import CFFTW

/// The C library behind this target, as it says of itself.
public enum ActivityLibraries {
    /// Name and version.
    public static var versions: [(name: String, version: String)] {
        [("FFTW", String(cString: voicetest_fftw_version()))]
    }
}
