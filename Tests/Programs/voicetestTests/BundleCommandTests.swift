import Testing
import VoiceFiles
import VoiceJSON
import VoiceTestSupport

struct BundleCommandTests {
    private let program = Program()

    init() throws {
        for name in [
            "feat.params", "mdef", "means", "variances", "transition_matrices", "sendump",
            "noisedict",
        ] {
            try program.folder.write("content of \(name)", to: "model/en-us/\(name)")
        }
        try program.folder.write("go G OW\nread R IY D\nread(2) R EH D\n", to: dictionary)
    }

    private let dictionary = "model/cmudict-en-us.dict"
    private var model: String { program.folder.path("model") }
    private var bundle: String { program.folder.path("bundles/english") }

    private func make(_ options: [String] = []) throws -> Program.Outcome {
        try program.run(["bundle", "make", bundle, "--model", model] + options)
    }

    @Test("makes a bundle of a model and says what it holds")
    func makes() throws {
        let made = try make(["--copy"])
        #expect(made.status == 0, "\(made.messages)")
        #expect(made.output.contains("2 words, 3 pronunciations, 8 phones"))
        #expect(
            try DiskFile.names(in: bundle) == [
                "MANIFEST.txt", "decode.conf", "lang", "model", "model.conf",
            ])
    }

    @Test("checks a bundle and prints its facts as JSON")
    func checks() throws {
        _ = try make()
        let checked = try program.run(["bundle", "check", bundle, "--format", "json"])
        #expect(checked.status == 0, "\(checked.messages)")
        let object = try JSONReader.value(of: Array(checked.output.utf8)).object
        #expect(
            object?.members.map(\.key) == [
                "acousticModel", "name", "path", "phones", "pronunciations", "recognizerType",
                "settingsWithoutEffect", "sha256", "words",
            ])
        #expect(object?["name"] == "english")
        #expect(object?["recognizerType"] == "GMM")
        #expect(object?["acousticModel"]?.string == DiskFile.realPath(model))
    }

    @Test("a name that is taken is 73, and --force replaces a bundle only")
    func keepsWhatIsThere() throws {
        _ = try make()
        #expect(try make().status == 73)
        #expect(try make(["--force"]).status == 0)
        try DiskFile.remove(bundle + "/MANIFEST.txt")
        #expect(try make(["--force"]).status == 73)
    }

    @Test("a model that is not installed is 69, also where it vanishes later")
    func needsModel() throws {
        _ = try make()
        try DiskFile.remove(model + "/en-us/mdef")
        #expect(try program.run(["bundle", "check", bundle]).status == 69)
        let absent = try program.run(
            ["bundle", "make", program.folder.path("new"), "--model", "/absent"])
        #expect(absent.status == 69)
        #expect(absent.messages.contains("pocketsphinx-en-us"))
    }

    @Test("a changed file is 65, a missing one 66, and the file is named")
    func findsDamage() throws {
        _ = try make()
        #expect(try program.run(["bundle", "check", "/absent"]).status == 66)
        try DiskFile.write(Array("--beam=1".utf8), to: bundle + "/decode.conf")
        let changed = try program.run(["bundle", "check", bundle])
        #expect(changed.status == 65)
        #expect(changed.messages.contains(bundle + "/decode.conf"))
        try DiskFile.remove(bundle + "/decode.conf")
        #expect(try program.run(["bundle", "check", bundle]).status == 66)
        try program.folder.write("a AH\nx\n", to: dictionary)
        let malformed = try program.run(
            ["bundle", "make", program.folder.path("new"), "--model", model])
        #expect(malformed.status == 65)
        #expect(malformed.messages.contains("cmudict-en-us.dict:2:"))
    }
}
