internal import VoiceSystem

/// The folders that the files of an app go to.
public struct KIOSLocations: Sendable, Equatable {
    /// Absolute path of the data that an app keeps: decoding graphs are below it.
    public var applicationSupport: String
    /// Absolute path of data that can be had again: profiles, recordings, responses in a queue.
    public var caches: String
    /// The folder of the app's own below those that all apps of a user share: its bundle
    /// identifier or program's name.
    public var app: String

    /// Locations in these folders, which need not exist yet. Without `app` it is this program.
    public init(applicationSupport: String, caches: String, app: String? = nil) {
        self.applicationSupport = applicationSupport
        self.caches = caches
        let name = app ?? KIOSResponseOrigin.appName
        self.app = ["", ".", ".."].contains(name) || name.contains("/") ? "app" : name
    }

    /// Decoding graphs, a folder each.
    public var decodingGraphs: String { "\(applicationSupport)/KaldiIOS-decoding-graphs" }
    /// Speaker adaptation profiles, a file each.
    public var speakerProfiles: String { "\(caches)/KaldiIOS-speaker-profiles" }
    /// Audio and JSON of responses, where the app names no other folder.
    public var recordings: String { "\(caches)/keenasr-data/\(app)" }
    /// Folder of what else the recognizer keeps for the app.
    public var miscellaneous: String { "\(caches)/keenasr-misc/\(app)" }
    /// Responses that wait for a sink. Apps save nothing here themselves.
    public var queuedResponses: String { "\(caches)/KaldiIOS-queued-responses" }

    /// The locations of this user; nil without a home folder.
    public static var standard: KIOSLocations? {
        standard { name in getenv(name).map { String(cString: $0) } }
    }

    /// The locations that environment variables say: `$XDG_DATA_HOME` or `~/.local/share`, and
    /// `$XDG_CACHE_HOME` or `~/.cache`; on macOS the folders of `~/Library`.
    ///
    /// Source: XDG Base Directory Specification 0.8, by which a relative path is ignored.
    public static func standard(variable: (String) -> String?) -> KIOSLocations? {
        func absolute(_ name: String) -> String? {
            variable(name).flatMap { $0.hasPrefix("/") ? $0 : nil }
        }
        let home = absolute("HOME")
        #if os(macOS)
            let usual = (data: "Library/Application Support", caches: "Library/Caches")
        #else
            let usual = (data: ".local/share", caches: ".cache")
        #endif
        guard let data = absolute("XDG_DATA_HOME") ?? home.map({ "\($0)/\(usual.data)" }),
            let caches = absolute("XDG_CACHE_HOME") ?? home.map({ "\($0)/\(usual.caches)" })
        else { return nil }
        return KIOSLocations(applicationSupport: data, caches: caches)
    }
}

/// Facts that decoding graphs and pronunciations need to know of a recognizer.
public protocol KIOSRecognizing {
    /// Absolute path of the ASR bundle.
    var asrBundlePath: String { get }
    /// Last component of ``asrBundlePath``.
    var asrBundleName: String { get }
    /// Folders in which the recognizer keeps its files; nil where the user has no home folder.
    var locations: KIOSLocations? { get }

    /// The bundle, open and checked.
    ///
    /// - Throws: ``KIOSBundleError`` where it is missing or damaged.
    func asrBundle() throws(KIOSBundleError) -> KIOSASRBundle
}

extension KIOSRecognizing {
    /// The folders of this user.
    public var locations: KIOSLocations? { .standard }

    /// Opens the bundle at ``KIOSRecognizing/asrBundlePath``.
    public func asrBundle() throws(KIOSBundleError) -> KIOSASRBundle {
        try KIOSASRBundle(path: asrBundlePath)
    }
}
