public import VoiceEngine
public import VoiceFiles

/// Reason why an ASR bundle is not usable.
public enum KIOSBundleError: Error, Equatable, Sendable {
    /// A file or folder of the bundle cannot be read or written.
    case disk(DiskError)
    /// A file that every bundle needs is not in its manifest.
    case fileMissing(bundle: String, file: String)
    /// A file differs from the manifest.
    case fileChanged(path: String)
    /// A line that cannot be understood; lines count from 1.
    case malformed(path: String, line: Int, what: String)
    /// A file is beyond the limits of its kind.
    case tooLarge(path: String, what: String)
    /// A file of the acoustic model is not there.
    case modelMissing(path: String)
    /// A file of the acoustic model is another one than when the bundle was made.
    case modelChanged(path: String)
    /// A bundle with an acoustic model that no decoder here reads.
    case modelUnsupported(bundle: String, type: KIOSRecognizerType)
    /// A bundle without the files that graphs are built with.
    case noLanguage(bundle: String)
    /// The folder that is to be replaced is not a bundle.
    case notABundle(path: String)

    /// Runs `body`, whose file errors become this type's.
    static func disk<Value: ~Copyable>(
        _ body: () throws(DiskError) -> Value
    ) throws(KIOSBundleError) -> Value {
        do { return try body() } catch { throw .disk(error) }
    }
}

extension KIOSBundleError: CustomStringConvertible {
    /// Message on what is wrong, where, why, and the next step.
    public var description: String {
        switch self {
        case .disk(let error): error.description
        case .fileMissing(let bundle, let file):
            "\(bundle): \(file) is missing from the bundle. Make the bundle again with"
                + " `voicetest bundle make`."
        case .fileChanged(let path):
            "\(path): its size or SHA-256 is not the one in MANIFEST.txt. Restore the file, or make"
                + " the bundle again with `voicetest bundle make`."
        case .malformed(let path, let line, let what):
            "\(path):\(line): \(what)."
        case .tooLarge(let path, let what):
            "\(path): \(what). Use a smaller file."
        case .modelMissing(let path):
            "the acoustic model lacks \(path). Install the package pocketsphinx-en-us, or make the"
                + " bundle from another model with `voicetest bundle make --model`."
        case .modelChanged(let path):
            "\(path): is not the file that the bundle was made for. Make the bundle again with"
                + " `voicetest bundle make`."
        case .modelUnsupported(let bundle, let type):
            "\(bundle): holds a model of the type \(type), which this decoder cannot read. Make a"
                + " bundle with `voicetest bundle make`."
        case .noLanguage(let bundle):
            "\(bundle): lang/lexicon.txt or lang/phones.txt is missing, so no graph can be built."
                + " Make the bundle again with `voicetest bundle make`."
        case .notABundle(let path):
            "\(path): is no bundle and is left as it is. Choose another name."
        }
    }
}

extension KIOSBundleError: EngineError {
    /// Kind of the fault: of the bundle, its model or a file.
    public var fault: EngineFault {
        switch self {
        case .disk(let error): .caused(by: error)
        case .modelMissing: .notInstalled
        case .notABundle: .cannotCreate
        case .fileMissing, .noLanguage: .missing
        case .fileChanged, .malformed, .tooLarge, .modelChanged, .modelUnsupported: .badData
        }
    }
}
