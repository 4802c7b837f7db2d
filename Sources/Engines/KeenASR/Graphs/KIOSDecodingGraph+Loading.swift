public import Foundation
internal import VoiceFiles
internal import VoiceJSON
public import VoiceRecognition

/// A decoding graph that was loaded, ready for a recognizer.
public struct KIOSLoadedGraph: Sendable, Equatable {
    /// The graph's name.
    public let name: String
    /// Phrases that may be said, by context; one for a graph without contexts.
    public let contexts: [RecognitionGraph]
    /// Whether the graph has contexts, of which one counts at a time.
    public let isContextual: Bool
    /// Words in upper case that the lexicon does not have: their pronunciation is guessed when the
    /// graph is made, and kept with it.
    public let unknownWords: Set<String>
    /// Whether bundle or decoder have changed since the graph was made, so that it was made again.
    public let isRebuilt: Bool
}

extension KIOSDecodingGraph {
    /// Makes a graph and saves it for later; one of this name is replaced.
    ///
    /// `date` says when the graph is created; nil is now.
    ///
    /// - Throws: ``KIOSGraphError``; a graph of this name stays as it is then.
    @discardableResult
    public static func create(
        _ plan: KIOSGraphPlan, named name: String, for recognizer: any KIOSRecognizing,
        at date: Date? = nil
    ) throws(KIOSGraphError) -> KIOSLoadedGraph {
        let store = try GraphStore(recognizer, name: name)
        let language = try GraphLanguage(recognizer)
        let normal = try plan.normalized(phones: language.phones)
        let unknown = try language.wordsUnknown(in: normal)
        let created = (date ?? OutsideWorld.date()).timeIntervalSince1970 * 1_000
        let manifest = GraphManifest(
            name: name, bundleName: recognizer.asrBundleName,
            bundleDigest: language.bundle.digest, decoder: GraphManifest.decoder,
            created: Int64(created.rounded()), plan: normal,
            unknownWords: unknown, guessed: try language.guesses(of: unknown, for: normal))
        try store.write(manifest)
        return loaded(manifest, language, isRebuilt: false)
    }

    /// Loads a graph that was created on this machine.
    ///
    /// - Throws: ``KIOSGraphError``, for example ``KIOSGraphError/unknown(name:bundle:)``.
    public static func load(
        named name: String, for recognizer: any KIOSRecognizing
    ) throws(KIOSGraphError) -> KIOSLoadedGraph {
        let store = try GraphStore(recognizer, name: name)
        guard let manifest = try store.read() else {
            throw .unknown(name: name, bundle: recognizer.asrBundleName)
        }
        return try load(manifest, from: store, for: recognizer)
    }

    /// Loads a graph from its folder, which may be anywhere.
    ///
    /// - Throws: ``KIOSGraphError``, for example
    ///   ``KIOSGraphError/wrongBundle(path:graph:recognizer:)``.
    public static func load(
        atPath path: String, for recognizer: any KIOSRecognizing
    ) throws(KIOSGraphError) -> KIOSLoadedGraph {
        let store = GraphStore(path: path)
        guard let manifest = try store.read() else { throw .noGraph(path: path) }
        return try load(manifest, from: store, for: recognizer)
    }

    private static func load(
        _ manifest: GraphManifest, from store: GraphStore, for recognizer: any KIOSRecognizing
    ) throws(KIOSGraphError) -> KIOSLoadedGraph {
        guard manifest.bundleName == recognizer.asrBundleName else {
            throw .wrongBundle(
                path: store.path, graph: manifest.bundleName, recognizer: recognizer.asrBundleName)
        }
        let language = try GraphLanguage(recognizer)
        guard
            manifest.decoder != GraphManifest.decoder
                || manifest.bundleDigest != language.bundle.digest
        else { return loaded(manifest, language, isRebuilt: false) }
        var rebuilt = manifest
        rebuilt.plan = try manifest.plan.normalized(phones: language.phones)
        rebuilt.bundleDigest = language.bundle.digest
        rebuilt.decoder = GraphManifest.decoder
        rebuilt.unknownWords = try language.wordsUnknown(in: rebuilt.plan)
        rebuilt.guessed = try language.guesses(of: rebuilt.unknownWords, for: rebuilt.plan)
        // A graph that an app brings along may stand where nothing can be written.
        try? store.write(rebuilt)
        return loaded(rebuilt, language, isRebuilt: true)
    }

    private static func loaded(
        _ manifest: GraphManifest, _ language: GraphLanguage, isRebuilt: Bool
    ) -> KIOSLoadedGraph {
        KIOSLoadedGraph(
            name: manifest.name,
            contexts: manifest.plan.graphs(phones: language.phones, guessed: manifest.guessed),
            isContextual: manifest.plan.isContextual,
            unknownWords: Set(manifest.unknownWords), isRebuilt: isRebuilt)
    }
}

/// Bundle and phones that graphs take from a recognizer.
private struct GraphLanguage {
    let bundle: KIOSASRBundle
    let phones: KIOSPhoneSet

    init(_ recognizer: any KIOSRecognizing) throws(KIOSGraphError) {
        do throws(KIOSBundleError) {
            bundle = try recognizer.asrBundle()
            phones = try bundle.phones()
        } catch { throw .bundle(error) }
    }

    func wordsUnknown(in plan: KIOSGraphPlan) throws(KIOSGraphError) -> [String] {
        do throws(KIOSBundleError) {
            return plan.wordsUnknown(to: try bundle.lexicon())
        } catch { throw .bundle(error) }
    }

    /// Returns the pronunciations of unknown words, as espeak-ng guesses; none without such words.
    func guesses(
        of words: [String], for plan: KIOSGraphPlan
    ) throws(KIOSGraphError) -> [WordPronunciation] {
        let guesses: [WordPronunciation]
        do throws(RecognitionError) {
            guesses = try WordGuess().ways(of: Set(words.map { $0.lowercased() }))
        } catch { throw .words(error) }
        let count = plan.pronunciations.count + guesses.count
        guard count <= KIOSGraphPlan.Limit.pronunciations else {
            throw .tooMany(
                what: "pronunciations with guessed ones", count: count,
                limit: KIOSGraphPlan.Limit.pronunciations)
        }
        return guesses
    }
}

/// The folder of one graph.
struct GraphStore {
    /// The folder's path.
    let path: String
    /// Name and bundle of the graph, where the folder's name is made of them.
    private let key: (name: String, bundle: String)?

    /// The folder of the graph `name` of a recognizer: `NAME-BUNDLE` among its decoding graphs.
    ///
    /// - Throws: ``KIOSGraphError/noLocation`` or ``KIOSGraphError/name(name:why:)``.
    init(_ recognizer: any KIOSRecognizing, name: String) throws(KIOSGraphError) {
        guard let locations = recognizer.locations else { throw .noLocation }
        let bundle = recognizer.asrBundleName
        if let why = Self.fault(of: name, bundle: bundle) { throw .name(name: name, why: why) }
        path = "\(locations.decodingGraphs)/\(name)-\(bundle)"
        key = (name, bundle)
    }

    /// A folder that an app names.
    init(path: String) {
        self.path = path
        key = nil
    }

    /// Returns what is wrong with a graph's name, in words that follow "it"; nil where it can be
    /// used.
    static func fault(of name: String, bundle: String) -> String? {
        if name.isEmpty { return "is empty" }
        if name == "." || name == ".." { return "stands for a folder of the system" }
        let whole = Array("\(name)-\(bundle)".utf8)
        if whole.contains(UInt8(ascii: "/")) { return "has a '/'" }
        if whole.contains(where: { $0 < 0x20 || $0 == 0x7F }) { return "has a control character" }
        // While it is written, a file's name is longer than its own.
        return whole.count > 200 ? "is too long for a folder's name" : nil
    }

    /// The manifest; nil if the folder has no such file.
    ///
    /// - Throws: ``KIOSGraphError`` where it is damaged, or a link is in its place.
    func read() throws(KIOSGraphError) -> GraphManifest? {
        // A folder that an app names may be a link; one among the graphs may not.
        if key != nil, DiskFile.isLink(path) { throw .disk(.link(path: path)) }
        let bytes: [UInt8]
        do throws(DiskError) {
            bytes = try DiskFile.read(
                GraphManifest.fileName, inside: path, limit: GraphManifest.byteLimit)
        } catch {
            if case .missing = error { return nil }
            throw .disk(error)
        }
        let file = "\(path)/\(GraphManifest.fileName)"
        let manifest = try GraphManifest(parsing: bytes, path: file)
        if let key, manifest.name != key.name || manifest.bundleName != key.bundle {
            throw .nameTaken(path: path, graph: manifest.name, bundle: manifest.bundleName)
        }
        return manifest
    }

    /// Writes the manifest in one step, and makes a missing folder.
    ///
    /// - Throws: ``KIOSGraphError/disk(_:)``; ``KIOSGraphError/nameTaken(path:graph:bundle:)``.
    func write(_ manifest: GraphManifest) throws(KIOSGraphError) {
        do throws(KIOSGraphError) {
            _ = try read()
        } catch {
            switch error {
            case .damaged, .newer: break
            default: throw error
            }
        }
        do throws(DiskError) {
            try DiskFile.write(
                JSONWriter.prettyBytes(manifest.value), to: "\(path)/\(GraphManifest.fileName)")
        } catch { throw .disk(error) }
    }
}
