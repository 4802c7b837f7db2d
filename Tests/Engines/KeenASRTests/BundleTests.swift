import KeenASR
import Testing
import VoiceFiles
import VoiceRecognition
import VoiceTestSupport

struct BundleTests {
    private let fixtures: KeenFixtures
    private let path: String
    private let folder: TemporaryFolder

    init() throws {
        fixtures = try KeenFixtures()
        folder = fixtures.folder
        path = try fixtures.bundle()
    }

    private func opening() -> KIOSBundleError? {
        thrown(KIOSBundleError.self) { _ = try KIOSASRBundle(path: path) }
    }

    /// Writes a file of the bundle and puts its digest into the manifest.
    private func put(_ text: String?, _ name: String) throws {
        let manifest = try DiskFile.read("\(path)/MANIFEST.txt", limit: 1 << 20)
        let lines = String(decoding: manifest, as: UTF8.self).split(separator: "\n")
        var kept = lines.filter { !$0.hasPrefix("\(name) ") }.map(String.init)
        if let text {
            let bytes = Array(text.utf8)
            try DiskFile.write(bytes, to: "\(path)/\(name)")
            kept.append("\(name) \(bytes.count) \(Digest.hex(of: bytes))")
        } else {
            try DiskFile.remove("\(path)/\(name)")
        }
        let table = kept.joined(separator: "\n") + "\n"
        try DiskFile.write(Array(table.utf8), to: "\(path)/MANIFEST.txt")
    }

    @Test(
        "a bundle of a model has the layout of the specification",
        .fact("keenasr-3.2-11", "keenasr-3.11-3"))
    func makesLayout() throws {
        #expect(
            try DiskFile.names(in: path) == [
                "MANIFEST.txt", "decode.conf", "lang", "model", "model.conf",
            ])
        #expect(try DiskFile.names(in: "\(path)/lang") == ["lexicon.txt", "phones.txt"])
        let bundle = try KIOSASRBundle(path: path + "/")
        #expect(bundle.name == "english")
        #expect(bundle.path == path)
        #expect(bundle.recognizerType == .GMM)
        #expect(bundle.hasLanguage)
        #expect(bundle.settings == KIOSDecodeSettings())
        #expect(bundle.model.folder == "\(path)/model")
        #expect(try DiskFile.names(in: folder.path("bundles")) == ["english"])
    }

    @Test(
        "every file of the manifest has a name, its size and its SHA-256", .fact("keenasr-3.11-1"))
    func writesManifest() throws {
        let text = try DiskFile.read("\(path)/MANIFEST.txt", limit: 1 << 20)
        let lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
        #expect(lines.count == 12)
        for line in lines {
            let parts = line.split(separator: " ").map(String.init)
            let entry = try DiskFile.entry(of: "\(path)/\(parts[0])")
            #expect(parts == [parts[0], "\(entry.size)", entry.sha256])
        }
    }

    @Test("a bundle that names the model's folder is as good as one that holds the model")
    func namesModel() throws {
        let made = try KIOSASRBundle.make(at: folder.path("named"), model: fixtures.model)
        #expect(made.model == SpeechModel(folder: fixtures.model))
        #expect(!DiskFile.exists(folder.path("named/model")))
        #expect(made.digest != (try KIOSASRBundle(path: path)).digest)
    }

    @Test("the beam of decode.conf makes the search wider")
    func takesBeam() throws {
        #expect(try KIOSASRBundle(path: path).model.beamPermille == 1_000)
        try put("--beam=30\n", "decode.conf")
        #expect(try KIOSASRBundle(path: path).model.beamPermille == 2_000)
    }

    @Test("words are said as the lexicon says once it is another than the model's dictionary makes")
    func takesLexicon() throws {
        #expect(try KIOSASRBundle(path: path).model.lexicon == nil)
        let text = try DiskFile.read("\(path)/lang/lexicon.txt", limit: 1 << 20)
        try put(String(decoding: text, as: UTF8.self) + "ZORB G OW\n", "lang/lexicon.txt")
        #expect(try KIOSASRBundle(path: path).model.lexicon == "\(path)/lang/lexicon.txt")
    }

    @Test("the digest is the same for the same content and another for any other")
    func digestsContent() throws {
        let first = try KIOSASRBundle(path: path).digest
        let second = try KIOSASRBundle(path: try fixtures.bundle("copy")).digest
        try put("--beam=12\n", "decode.conf")
        #expect(first == second)
        #expect(try KIOSASRBundle(path: path).digest != first)
    }

    @Test(
        "the lexicon holds the model's words in upper case with all their pronunciations",
        .fact("keenasr-3.11-3", "keenasr-3.11-4"))
    func makesLexicon() throws {
        let bundle = try KIOSASRBundle(path: path)
        let phones = try bundle.phones()
        let lexicon = try bundle.lexicon()
        #expect(lexicon.wordCount == 7)
        #expect(lexicon.pronunciationCount == 8)
        #expect(lexicon.pronunciations(of: "READ") == [["R", "IY", "D"], ["R", "EH", "D"]])
        #expect(lexicon.pronunciations(of: "GO") == [["G", "OW"]])
        for word in ["G", "GOO", "", "go", "ZZZ", "READ(2)"] {
            #expect(!lexicon.contains(word))
            #expect(lexicon.pronunciations(of: word).isEmpty)
        }
        #expect(phones.names.suffix(2) == ["SIL", "SPN"])
        #expect(phones.names.contains("OW"))
    }

    @Test(
        "a changed file is seen, in the bundle and in its model", .fact("keenasr-3.11-1"),
        arguments: ["decode.conf", "lang/lexicon.txt", "lang/phones.txt", "model/en-us/mdef"])
    func seesChanges(name: String) throws {
        try DiskFile.write(Array("x".utf8), to: "\(path)/\(name)")
        #expect(opening() == .fileChanged(path: "\(path)/\(name)"))
    }

    @Test("a changed file of a model outside the bundle is seen, and so is one that is gone")
    func seesChangedModel() throws {
        let named = folder.path("named")
        _ = try KIOSASRBundle.make(at: named, model: fixtures.model)
        let file = DiskFile.realPath(fixtures.model) + "/en-us/means"
        func opening() -> KIOSBundleError? {
            thrown(KIOSBundleError.self) { _ = try KIOSASRBundle(path: named) }
        }
        try folder.write("other", to: "model/en-us/means")
        #expect(opening() == .modelChanged(path: file))
        try DiskFile.remove(file)
        #expect(opening() == .modelMissing(path: file))
    }

    @Test("a bundle that is not there, or has no manifest, says so", .fact("keenasr-3.2-14"))
    func refusesMissing() throws {
        #expect(
            thrown(KIOSBundleError.self) { _ = try KIOSASRBundle(path: "/absent") }
                == .disk(.missing(path: "/absent")))
        try DiskFile.remove("\(path)/MANIFEST.txt")
        #expect(opening() == .disk(.missing(path: "\(path)/MANIFEST.txt")))
    }

    @Test(
        "decode.conf and the acoustic model are required",
        .fact("keenasr-3.2-12", "keenasr-3.2-14"), arguments: ["decode.conf", "model.conf"])
    func requires(name: String) throws {
        try put(nil, name)
        #expect(opening() == .fileMissing(bundle: path, file: name))
    }

    @Test("without lang a bundle opens, and no graph can be built with it", .fact("keenasr-3.2-13"))
    func opensWithoutLanguage() throws {
        try put(nil, "lang/lexicon.txt")
        let bundle = try KIOSASRBundle(path: path)
        #expect(!bundle.hasLanguage)
        #expect(
            thrown(KIOSBundleError.self) { _ = try bundle.phones() } == .noLanguage(bundle: path))
        let recognizer = TestRecognizer(asrBundlePath: path, locations: fixtures.locations)
        #expect(
            thrown(KIOSGraphError.self) {
                try KIOSDecodingGraph.create(
                    KIOSGraphPlan(phrases: ["go"]), named: "digits", for: recognizer)
            } == .bundle(.noLanguage(bundle: path)))
    }

    @Test(
        "the type of a bundle of another maker is derived from its name and files, and refused",
        .fact("keenasr-3.2-11"),
        arguments: [
            ("keenAK3-nnet3chain-en-us", KIOSRecognizerType.nNet3Chain),
            ("keen-nnet3-en", .nNet3), ("librispeechQT-nnet2-en-us", .nNet),
            ("librispeech-gmm-en-us", .GMM), ("other", .unknown),
        ])
    func derivesType(name: String, type: KIOSRecognizerType) throws {
        let foreign = folder.path(name)
        let manifest = "final.mdl 1 \(Digest.hex(of: [120]))\n"
        try folder.write(manifest, to: "\(name)/MANIFEST.txt")
        #expect(
            thrown(KIOSBundleError.self) { _ = try KIOSASRBundle(path: foreign) }
                == .modelUnsupported(bundle: foreign, type: type))
    }

    @Test(
        "no link inside a bundle is followed", arguments: ["decode.conf", "lang", "MANIFEST.txt"])
    func followsNoLinks(name: String) throws {
        try DiskFile.move("\(path)/\(name)", to: folder.path("elsewhere"))
        folder.link("bundles/english/\(name)", to: folder.path("elsewhere"))
        guard case .disk = opening() else {
            Issue.record("the link is followed")
            return
        }
    }

    @Test("no name of a manifest leads out of the bundle", arguments: ["../secret", "/etc/passwd"])
    func staysInside(name: String) throws {
        try folder.write("secret", to: "bundles/secret")
        try put("--beam=12", "decode.conf")
        let old = try DiskFile.read("\(path)/MANIFEST.txt", limit: 1 << 20)
        let line = "\(name) 6 \(Digest.hex(of: Array("secret".utf8)))\n"
        try DiskFile.write(old + Array(line.utf8), to: "\(path)/MANIFEST.txt")
        #expect(opening() == .disk(.escapes(path: name, folder: path)))
    }

    @Test(
        "lines of a manifest that cannot be understood are named",
        arguments: [
            "decode.conf", "a 1", "a x \(Digest.hex(of: []))", "a -1 \(Digest.hex(of: []))",
            "a 1 abc", "a 2000000000 \(Digest.hex(of: []))", "key=value",
            "a b 1 \(Digest.hex(of: []))",
        ])
    func refusesManifest(line: String) throws {
        try DiskFile.write(Array("# names\n\n\(line)\n".utf8), to: "\(path)/MANIFEST.txt")
        guard case .malformed("\(path)/MANIFEST.txt", 3, _) = opening() else {
            Issue.record("line 3 is not named: \(line)")
            return
        }
    }

    @Test("a name that stands twice in a manifest is refused")
    func refusesRepeatedNames() throws {
        let line = "a 0 \(Digest.hex(of: []))\n"
        try DiskFile.write(Array((line + line).utf8), to: "\(path)/MANIFEST.txt")
        #expect(
            opening()
                == .malformed(path: "\(path)/MANIFEST.txt", line: 2, what: "a stands twice"))
    }

    @Test("a name that is taken is left as it is, unless a bundle is to be replaced")
    func replacesBundles() throws {
        #expect(
            thrown(KIOSBundleError.self) {
                _ = try KIOSASRBundle.make(at: path, model: fixtures.model)
            } == .disk(.exists(path: path)))
        try fixtures.writeModel("go G OW\n")
        _ = try KIOSASRBundle.make(at: path, model: fixtures.model, replacing: true)
        let bundle = try KIOSASRBundle(path: path)
        #expect(try bundle.lexicon().wordCount == 1)
        try DiskFile.makeFolder(folder.path("mine"))
        #expect(
            thrown(KIOSBundleError.self) {
                _ = try KIOSASRBundle.make(
                    at: folder.path("mine"), model: fixtures.model, replacing: true)
            } == .notABundle(path: folder.path("mine")))
        #expect(try DiskFile.names(in: folder.path("bundles")) == ["english"])
    }

    @Test("a model that lacks a file makes no bundle and leaves nothing behind")
    func needsWholeModel() throws {
        try DiskFile.remove(fixtures.model + "/en-us/sendump")
        let file = DiskFile.realPath(fixtures.model) + "/en-us/sendump"
        #expect(
            thrown(KIOSBundleError.self) {
                _ = try KIOSASRBundle.make(at: folder.path("new"), model: fixtures.model)
            } == .modelMissing(path: file))
        #expect(try folder.names() == ["bundles", "model"])
    }

    @Test(
        "every reason says the next step",
        arguments: [
            (KIOSBundleError.fileMissing(bundle: "/b", file: "decode.conf"), "bundle make"),
            (.fileChanged(path: "/b/x"), "Restore the file"),
            (.malformed(path: "/b/x", line: 3, what: "expected a phone"), "/b/x:3: expected"),
            (.tooLarge(path: "/b/x", what: "it has too many words"), "Use a smaller file"),
            (.modelMissing(path: "/m"), "pocketsphinx-en-us"), (.modelChanged(path: "/m"), "again"),
            (.modelUnsupported(bundle: "/b", type: .nNet3), "nNet3"),
            (.noLanguage(bundle: "/b"), "lang/lexicon.txt"),
            (.notABundle(path: "/b"), "another name"),
        ])
    func explains(error: KIOSBundleError, step: String) {
        #expect(error.description.contains(step))
    }
}
