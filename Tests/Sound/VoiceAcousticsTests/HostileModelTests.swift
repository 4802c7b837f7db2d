import Testing
import VoiceTestSupport
import VoiceTime

@testable import VoiceAcoustics

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Model files that were damaged: each is refused with its path, and none ends the process.
struct HostileModelTests {
    private static let tiny = TinyModel(triphones: [
        .init(position: .inside, phone: 1, left: 0, right: 2)
    ])

    /// The files of a model; what `change` gives for one of them replaces it.
    private static func model(
        changing name: String, to bytes: [UInt8]
    ) throws -> AcousticModel {
        let folder = TemporaryFolder()
        try tiny.write(to: folder)
        try folder.write(bytes, to: name)
        return try withExtendedLifetime(folder) { try AcousticModel(folder: folder.path) }
    }

    /// What a model is refused for, without its folder.
    private static func fault(_ name: String, _ bytes: [UInt8]) -> String? {
        do {
            _ = try model(changing: name, to: bytes)
            return nil
        } catch let AcousticModelError.damaged(path, what) {
            return path.hasSuffix("/\(name)") ? what : "another file: \(path)"
        } catch {
            return "\(error)"
        }
    }

    private static let files: [(name: String, bytes: [UInt8])] = [
        ("mdef", tiny.mdef()), ("means", tiny.means()), ("variances", tiny.variances()),
        ("transition_matrices", tiny.transitions()), ("sendump", tiny.weights()),
        ("feat.params", Array(TinyModel.parameters.utf8)),
    ]

    @Test("reads the files that are not damaged")
    func readsUndamaged() throws {
        let model = try Self.tiny.model()
        #expect(model.phones.names == TinyModel.names)
        #expect(model.phones.silence == TinyModel.silence)
        #expect(model.phones.senoneCount == 15)
    }

    @Test("names the file that is missing", arguments: files.map(\.name))
    func missing(name: String) throws {
        let folder = TemporaryFolder()
        for file in Self.files where file.name != name {
            try folder.write(file.bytes, to: file.name)
        }
        let path = "\(folder.path)/\(name)"
        let error = AcousticModelError.unreadable(path: path)
        defer { withExtendedLifetime(folder) {} }
        #expect(throws: error) { _ = try AcousticModel(folder: folder.path) }
        #expect(
            error.description == "the speech model lacks \(path). Install the package "
                + "pocketsphinx-en-us, or set VOICETEST_MODEL to a model's folder.")
    }

    @Test("refuses a file that ends early, wherever it ends", arguments: files.map(\.name))
    func truncated(name: String) throws {
        let bytes = try #require(Self.files.first { $0.name == name }).bytes
        let places = [0, 1, 3, 4, 7, 20, 37, 60, bytes.count / 2, bytes.count - 1]
        for count in places where count < bytes.count {
            let fault = Self.fault(name, Array(bytes.prefix(count)))
            #expect(fault != nil, "\(name) of \(count) bytes was taken")
        }
    }

    @Test("refuses a file that does not begin as its format does", arguments: files.map(\.name))
    func wrongMagic(name: String) throws {
        let bytes = try #require(Self.files.first { $0.name == name }).bytes
        #expect(Self.fault(name, Array("RIFF".utf8) + bytes.dropFirst(4)) != nil)
        #expect(Self.fault(name, [UInt8](repeating: 0xFF, count: 5_000)) != nil)
        #expect(Self.fault(name, []) != nil)
    }

    @Test("refuses a byte order that it does not know")
    func byteOrder() {
        let header = ModelBytes.withHeader().bytes.count
        let bytes = ModelBytes.changing(Self.tiny.means(), at: header - 4, to: 0x4433_2211)
        #expect(Self.fault("means", bytes) == "its byte order is not known")
        let rest = Array(bytes.dropFirst(header))
        #expect(Self.fault("means", rest) == "it does not begin with s3")
        #expect(Self.fault("means", Array("s3\n".utf8) + rest) == "it has no header")
    }

    /// Places of counts in the tiny model's files, and what is said of a lie.
    private static let lies: [(name: String, place: Int, what: String)] = {
        let header = ModelBytes.withHeader().bytes.count
        let dump = tiny.weights()
        let behindText = dump.count - 3 * 128 * tiny.senones - 8
        return [
            ("mdef", 8, "bytes of description"), ("mdef", 16, "phones"),
            ("mdef", 20, "phones with neighbours"), ("mdef", 32, "senones"),
            ("mdef", 36, "transition matrices"), ("mdef", 40, "sequences of senones"),
            ("mdef", 48, "nodes"), ("mdef", 52, "as the silence"),
            ("means", header, "codebooks"), ("means", header + 4, "streams"),
            ("means", header + 8, "Gaussians"), ("variances", header + 12, "dimensions"),
            ("variances", header + 24, "numbers"), ("transition_matrices", header, "matrices"),
            ("transition_matrices", header + 4, "states"),
            ("transition_matrices", header + 8, "states to go to"),
            ("transition_matrices", header + 12, "numbers"), ("sendump", 0, "bytes of a line"),
            ("sendump", behindText, "Gaussians"), ("sendump", behindText + 4, "senones"),
        ]
    }()

    @Test(
        "refuses a count that lies, by its name", arguments: lies.indices,
        [Int(Int32.min), -1, Int(Int32.max)])
    func lyingCounts(lie: Int, count: Int) throws {
        let (name, place, what) = Self.lies[lie]
        let bytes = try #require(Self.files.first { $0.name == name }).bytes
        let fault = Self.fault(name, ModelBytes.changing(bytes, at: place, to: count))
        #expect(fault?.hasPrefix("it counts \(count) \(what), not ") == true, "\(fault ?? "")")
    }

    @Test("refuses counts that are allowed and larger than the file")
    func hugeCounts() {
        let mdef = Self.tiny.mdef()
        for (place, count) in [(20, 2_000_000), (40, 1_000_000), (48, 4_000_000), (8, 65_536)] {
            let fault = Self.fault("mdef", ModelBytes.changing(mdef, at: place, to: count))
            #expect(fault != nil && !(fault ?? "").contains("another file"))
        }
    }

    @Test("refuses a file past 256 MB without reading it")
    func hugeFile() throws {
        let folder = TemporaryFolder()
        try Self.tiny.write(to: folder)
        let path = folder.path("sendump")
        #expect(truncate(path, (256 << 20) + 1) == 0)
        defer { withExtendedLifetime(folder) {} }
        #expect(throws: AcousticModelError.unreadable(path: path)) {
            _ = try AcousticModel(folder: folder.path)
        }
    }

    @Test("refuses a file with another checksum than it names, or without the one it speaks of")
    func checksum() {
        let (name, bytes) = ("variances", Self.tiny.variances())
        let start = ModelBytes.withHeader().bytes.count
        var file = ModelBytes(text: "s3\nversion 1.0\nchksum0 yes\nendhdr\n")
        file.add(words: [0x1122_3344])
        let whole = file.bytes + bytes.dropFirst(start)
        let sum = stride(from: start, to: bytes.count, by: 4).reduce(UInt32(0)) { sum, place in
            let word = bytes[place..<place + 4].reversed().reduce(UInt32(0)) {
                $0 << 8 | UInt32($1)
            }
            return (sum << 20 | sum >> 12) &+ word
        }
        var end = ModelBytes()
        end.add(words: [Int(Int32(bitPattern: sum))])
        #expect(Self.fault(name, whole + end.bytes) == nil)
        #expect(Self.fault(name, whole) == "it is too short")
        #expect(Self.fault(name, whole + end.bytes + [0]) == "more follows than it counts")
        var other = whole + end.bytes
        other[whole.count - 2] ^= 1
        #expect(Self.fault(name, other) == "it does not have the checksum that it names")
    }

    @Test("refuses steps that pocketsphinx would end the process at", arguments: [1, 4, 9])
    func stepsBack(number: Int) {
        let place = ModelBytes.withHeader().bytes.count + 16 + 4 * (number == 1 ? 3 : number)
        let step = Int(Int32(bitPattern: Float(0.5).bitPattern))
        let fault = Self.fault(
            "transition_matrices", ModelBytes.changing(Self.tiny.transitions(), at: place, to: step)
        )
        #expect(fault?.hasSuffix("is not of steps forward") == true, "\(fault ?? "")")
    }

    @Test(
        "refuses parameters of other features than it computes",
        arguments: ["-nfilt 40", "-feat 1s_c_d_dd_x", "-cmninit 1,2", "-new yes", "alone", "-agc"])
    func otherFeatures(line: String) {
        let name = line.split(separator: " ")[0]
        let lines = TinyModel.parameters.split(separator: "\n").filter { !$0.hasPrefix(name) }
        let text = (lines + [Substring(line)]).joined(separator: "\n") + "\n"
        #expect(Self.fault("feat.params", Array(text.utf8)) != nil)
    }

    @Test("refuses numbers that are not finite")
    func notFinite() {
        let header = ModelBytes.withHeader().bytes.count
        let infinity = Int(Int32(bitPattern: Float.infinity.bitPattern))
        let bytes = ModelBytes.changing(Self.tiny.variances(), at: header + 100, to: infinity)
        #expect(Self.fault("variances", bytes) == "it holds no finite numbers")
    }

    @Test("refuses phones whose transitions another file does not have")
    func fewerMatrices() {
        var file = ModelBytes.withHeader()
        file.add(words: [1, 3, 4, 12])
        file.add(floats: [0.5, 0.5, 0, 0, 0, 0.5, 0.5, 0, 0, 0, 0.5, 0.5])
        let fault = Self.fault("transition_matrices", file.bytes)
        #expect(fault == "it counts 1 matrices, not 4 to 255")
    }

    @Test("a few changed bytes are refused, or read as a model that can be searched")
    func changedBytes() throws {
        var chance = SeededChance(seed: 3).stream("bytes")
        var read = 0
        for (name, bytes) in Self.files {
            for _ in 0..<20 {
                var copy = bytes
                // The beginnings hold what other bytes are counted by.
                let reach = chance.below(2) == 0 ? min(400, bytes.count) : bytes.count
                for _ in 0...chance.below(3) {
                    copy[chance.below(reach)] = [0, 1, 0x7F, 0x80, 0xFF][chance.below(5)]
                }
                guard let model = try? Self.model(changing: name, to: copy) else { continue }
                read += 1
                Self.search(model)
            }
        }
        #expect(read > 10)
    }

    /// Goes through all that a recognizer does with a model.
    private static func search(_ model: AcousticModel) {
        let words = [[0, 1, 2], [2]].map { WordGraph.Word(text: "w", phones: $0) }
        let samples = SpeechLikeSound.syllables(frames: 3_200)
        for features in CepstralFrontEnd(model: model, warpsPermille: [1_000])
            .features(of: samples)
        {
            _ = ForcedAlignment(words, to: features, model: model)
        }
    }
}
