import KeenASR
import VoiceAudio
import VoiceFiles
import VoiceRecognition
import VoiceTestSupport

/// A recognizer as graphs and pronunciations see it.
struct TestRecognizer: KIOSRecognizing {
    let asrBundlePath: String
    let locations: KIOSLocations?
    var asrBundleName: String { DiskFile.name(of: asrBundlePath) }
}

/// A model of a few words, bundles made of it, and the folders of a user.
struct KeenFixtures {
    let folder = TemporaryFolder()

    /// Words, among them one with two pronunciations.
    static let dictionary = """
        cold K OW L D
        go G OW
        hello HH AH L OW
        one W AH N
        read R IY D
        read(2) R EH D
        two T UW
        up AH P

        """

    init(dictionary: String = dictionary) throws { try writeModel(dictionary) }

    var model: String { folder.path("model") }

    /// The installed model with the words of `phrases` alone: its dictionary is read in no time.
    func installedModel(saying phrases: [String]) throws -> String {
        let (from, to) = (SpeechModel().folder, folder.path("installed"))
        for name in try DiskFile.names(in: "\(from)/en-us") {
            let bytes = try DiskFile.read("\(from)/en-us/\(name)", limit: 1 << 27)
            try DiskFile.write(bytes, to: "\(to)/en-us/\(name)")
        }
        let words = Set(phrases.flatMap { $0.lowercased().split(separator: " ") })
        let dictionary = "cmudict-en-us.dict"
        let text = try DiskFile.read("\(from)/\(dictionary)", limit: 1 << 24)
        let lines = text.split(separator: 0x0A).filter { line in
            let word = line.prefix { $0 != 0x20 && $0 != 0x28 }
            return words.contains(Substring(decoding: word, as: UTF8.self))
        }
        try DiskFile.write(
            Array(lines.joined(separator: [0x0A])) + [0x0A], to: "\(to)/\(dictionary)")
        return to
    }

    var locations: KIOSLocations {
        KIOSLocations(
            applicationSupport: folder.path("support"), caches: folder.path("caches"))
    }

    func writeModel(_ dictionary: String) throws {
        for name in [
            "feat.params", "mdef", "means", "variances", "transition_matrices", "sendump",
            "noisedict",
        ] {
            try folder.write("content of \(name)", to: "model/en-us/\(name)")
        }
        try folder.write(dictionary, to: "model/cmudict-en-us.dict")
    }

    /// The path of a bundle that is made now.
    func bundle(_ name: String = "english", replacing: Bool = false) throws -> String {
        let path = folder.path("bundles/\(name)")
        _ = try KIOSASRBundle.make(
            at: path, model: model, copiesModel: true, replacing: replacing)
        return path
    }

    /// A recognizer with a bundle that is made now.
    func recognizer(_ bundleName: String = "english") throws -> TestRecognizer {
        TestRecognizer(asrBundlePath: try bundle(bundleName), locations: locations)
    }

    /// The folder of a graph.
    func graphFolder(_ name: String, _ bundle: String = "english") -> String {
        "\(locations.decodingGraphs)/\(name)-\(bundle)"
    }
}

/// The error that `body` throws; nil where it throws none or another.
func thrown<Failure: Error>(_ type: Failure.Type, by body: () throws -> Void) -> Failure? {
    do { try body() } catch { return error as? Failure }
    return nil
}

/// Reasons for which graphs are refused, and what each says to do.
struct GraphReasons: Sendable {
    let error: KIOSGraphError
    let step: String

    static let all = [
        GraphReasons(error: .noLocation, step: "Set HOME."),
        GraphReasons(error: .name(name: "a/b", why: "has a '/'"), step: "Choose another name."),
        GraphReasons(
            error: .nameTaken(path: "/p", graph: "a", bundle: "b-c"), step: "Choose another"),
        GraphReasons(error: .unknown(name: "digits", bundle: "english"), step: "Create it first."),
        GraphReasons(error: .noGraph(path: "/p"), step: "manifest.json"),
        GraphReasons(error: .noPhrases(context: 3), step: "context 3"),
        GraphReasons(error: .noPhrases(context: nil), step: "Give it a phrase"),
        GraphReasons(error: .digits(phrase: "4", context: 2), step: "as they are said"),
        GraphReasons(error: .phraseTooLong(bytes: 9, limit: 8, context: nil), step: "Split it."),
        GraphReasons(error: .tooMany(what: "phrases", count: 9, limit: 8), step: "several graphs"),
        GraphReasons(error: .spokenNoise(probability: 2), step: "0.5 is neutral"),
        GraphReasons(error: .emptyTrigger, step: "Give the words"),
        GraphReasons(error: .damaged(path: "/p", what: "x"), step: "Create the graph again."),
        GraphReasons(error: .newer(path: "/p", version: 9), step: "Update voicetest"),
        GraphReasons(
            error: .wrongBundle(path: "/p", graph: "a", recognizer: "b"),
            step: "with this recognizer"),
    ]
}
