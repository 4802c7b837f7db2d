public import VoiceFiles
public import VoiceRecognition

/// Reason why a decoding graph is not made or not loaded.
public enum KIOSGraphError: Error, Equatable, Sendable {
    /// The bundle cannot be used.
    case bundle(KIOSBundleError)
    /// A file or folder of the graph cannot be read or written.
    case disk(DiskError)
    /// The user has no folder for files of apps.
    case noLocation
    /// A graph needs another name; `why` follows "it".
    case name(name: String, why: String)
    /// The folder belongs to a graph whose name and bundle have the same combination.
    case nameTaken(path: String, graph: String, bundle: String)
    /// The bundle has no graph of this name.
    case unknown(name: String, bundle: String)
    /// The folder at this path holds no graph.
    case noGraph(path: String)
    /// No phrase with a word; `context` is nil for a graph without contexts.
    case noPhrases(context: Int?)
    /// A phrase with digits.
    case digits(phrase: String, context: Int?)
    /// A phrase with too many bytes.
    case phraseTooLong(bytes: Int, limit: Int, context: Int?)
    /// There are more parts than a graph takes.
    case tooMany(what: String, count: Int, limit: Int)
    /// A probability that is not from 0 to 1.
    case spokenNoise(probability: Float)
    /// A trigger phrase without a word.
    case emptyTrigger
    /// Words that the lexicon does not have and whose pronunciation cannot be guessed.
    case words(RecognitionError)
    /// A pronunciation that is not valid.
    case pronunciation(KIOSPronunciationFault)
    /// A manifest that cannot be read, or was changed.
    case damaged(path: String, what: String)
    /// A manifest of a later version.
    case newer(path: String, version: Int64)
    /// A graph that was made for another bundle.
    case wrongBundle(path: String, graph: String, recognizer: String)
}

extension KIOSGraphError: CustomStringConvertible {
    /// Message on what is wrong, where, why, and the next step.
    public var description: String {
        switch self {
        case .bundle(let error): error.description
        case .disk(let error): error.description
        case .words(let error): error.description
        case .noLocation:
            "decoding graphs have no folder: neither HOME nor XDG_DATA_HOME is an absolute"
                + " path. Set HOME."
        case .name(let name, let why):
            "the graph's name '\(name.prefix(40))' cannot be used: it \(why). Choose another name."
        case .nameTaken(let path, let graph, let bundle):
            "\(path): belongs to the graph \(graph) of the bundle \(bundle). Choose another name."
        case .unknown(let name, let bundle):
            "the bundle \(bundle) has no graph '\(name.prefix(40))'. Create it first."
        case .noGraph(let path):
            "\(path): holds no decoding graph. Give the folder of one, with manifest.json in it."
        case .noPhrases(let context?):
            "context \(context) has no phrase with a word. Give each context a phrase at least."
        case .noPhrases(nil):
            "the graph has no phrase with a word. Give it a phrase at least."
        case .digits(let phrase, let context):
            "the phrase '\(phrase.prefix(60))'\(Self.place(context)) has digits. Write numbers as"
                + " they are said, as in TWELVE."
        case .phraseTooLong(let bytes, let limit, let context):
            "a phrase\(Self.place(context)) has \(bytes) bytes, the limit is \(limit). Split it."
        case .tooMany(let what, let count, let limit):
            "\(count) \(what) are too many for one graph, the limit is \(limit). Use several"
                + " graphs."
        case .spokenNoise(let probability):
            "the probability of spoken noise is \(probability). Use 0 to 1; 0.5 is neutral."
        case .emptyTrigger:
            "the trigger phrase has no word. Give the words that have to be said first."
        case .pronunciation(let fault): fault.description
        case .damaged(let path, let what):
            "\(path): is damaged: \(what). Create the graph again."
        case .newer(let path, let version):
            "\(path): format version \(version); this KeenASR reads up to"
                + " \(GraphManifest.formatVersion). Update voicetest, or create the graph again."
        case .wrongBundle(let path, let graph, let recognizer):
            "\(path): is a graph for the bundle \(graph), and the recognizer has \(recognizer)."
                + " Create the graph with this recognizer."
        }
    }

    private static func place(_ context: Int?) -> String {
        context.map { " of context \($0)" } ?? ""
    }
}
