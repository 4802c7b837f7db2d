internal import CPortAudio

/// The versions of the libraries this target stands on.
public enum DeviceLibraries {
    /// PortAudio's own words.
    public static var versions: [(name: String, version: String)] {
        [("PortAudio", String(cString: Pa_GetVersionText()))]
    }
}
