import ArgumentParser
import VoiceAudio
import VoiceFiles
import VoiceReports
import VoiceSynthesis

struct SpeakCommand: AsyncParsableCommand, NotingCommand {
    static let configuration = CommandConfiguration(
        commandName: "speak",
        abstract: "Renders text to a sound file, the same every time.",
        discussion: """
            Examples:
              voicetest speak "go to sleep" caller.wav --voice en-us --wpm 160
              voicetest speak --voices
            """)

    @Argument(help: "What is said; - reads it from standard input.")
    var text: String?

    @Argument(
        help: "The sound file to write, .wav or .flac; - writes WAV to standard output.",
        completion: .file())
    var out: String?

    @Flag(help: "Lists the voices instead: language code, gender and name.")
    var voices = false

    @Option(help: "A voice of espeak-ng.")
    var voice = "en-us"

    @Option(help: "Words a minute, 80 to 450.")
    var wpm = 175

    /// The former name of the option.
    @Option(help: .hidden) var rate: Int?

    private var wordsPerMinute: Int { rate ?? wpm }

    @Option(help: "Words to say otherwise, one `word: replacement` a line.")
    var aliases: String?

    @Option(
        help: "Words and their pronunciation in IPA, one `word: ipa` a line; they win over aliases."
    )
    var phonemes: String?

    @Flag(help: "Replaces a file that is already there.")
    var force = false

    @OptionGroup var notes: NoteOptions

    func validate() throws {
        guard voices == (text == nil), voices == (out == nil) else {
            throw ValidationError(
                voices
                    ? "--voices lists the voices. Leave the text and the sound file out."
                    : "Give the text and the sound file to write.")
        }
        if !(80...450).contains(wordsPerMinute) {
            throw ValidationError("--wpm takes 80 to 450 words a minute.")
        }
    }

    func run() async throws {
        try await reporting {
            guard let text, let out else { return try Self.listVoices() }
            try Self.check(out)
            let lexicon = try Self.lexicon(aliases)
            let pronounced = try Self.lexicon(phonemes)
            for form in pronounced.forms
            where PhoneticSpelling.names(ipa: form.replacement) == nil {
                if PhoneticSpelling.isTooLong(ipa: form.replacement) {
                    throw CommandError(
                        .badData,
                        "\(phonemes ?? ""): the pronunciation of \(form.word) takes more than"
                            + " \(PhoneticSpelling.nameLimit) characters in espeak-ng's phoneme"
                            + " names. Give a shorter one.")
                }
                Console.report(
                    "warning: \(phonemes ?? ""): \(form.word): \(form.replacement) has a sound that"
                        + " the voice lacks; the word is spoken as written.")
            }
            let spoken = text == "-" ? try Self.readText() : text
            let synthesizer = SpeechSynthesizer(cacheFolder: SpeechSynthesizer.usualCacheFolder)
            let sound = try synthesizer.render(
                SpeechRequest(
                    text: spoken, voice: voice, wordsPerMinute: wordsPerMinute,
                    lexicon: lexicon.forms,
                    phonemes: pronounced.forms))
            let streams = try StandardStreams(
                readsInput: false, writesOutput: out == StandardStreams.sign)
            defer { streams.remove() }
            let path = streams.output(out)
            try DiskFile.makeFolder(DiskFile.parent(of: path))
            try SoundFile.writeMono(sound, path: path, overwrite: force)
            if streams.writesOutput { try streams.send() }
        }
    }

    /// Refuses a file of another container before anything is spoken.
    private static func check(_ out: String) throws {
        let ending = SoundContainer.ending(of: out)
        guard out != StandardStreams.sign, !["wav", "flac"].contains(ending) else { return }
        throw CommandError(
            .cannotCreate,
            "\(out): speak writes .wav and .flac only. Write one of them, and make another file of"
                + " it with `voicetest convert`.")
    }

    private static func lexicon(_ file: String?) throws -> Lexicon {
        guard let file else { return Lexicon(parsing: "") }
        let bytes = try DiskFile.read(file, limit: FileLimit.text)
        let lexicon = Lexicon(parsing: String(textFile: bytes))
        if let line = lexicon.overlongLine {
            throw CommandError(
                .badData,
                "\(file):\(line): the line is longer than \(Lexicon.lineLimit) bytes. Write one"
                    + " word and what is spoken for it a line.")
        }
        for line in lexicon.diagnostics { Console.report("warning: \(file): \(line)") }
        return lexicon
    }

    private static func listVoices() throws {
        let voices = try SpeechSynthesizer(cacheFolder: nil).voices()
        var table = TextTable(head: ["language", "gender", "voice"])
        for voice in voices { table.add([voice.language, voice.gender, voice.name]) }
        for line in table.lines(columns: Console.columns) { try Console.print(line: line) }
    }

    private static func readText() throws -> String {
        let bytes = try DiskFile.readStandardInput(limit: Int64(SpeechSynthesizer.textLimit))
        return String(textFile: bytes)
    }
}
