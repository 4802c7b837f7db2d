import VoiceActivity
import VoiceFiles
import VoiceRecognition
import VoiceReports

/// A sound file and what is said in it.
struct TranscribedSound: Sendable, Equatable {
    /// The file.
    let path: String
    /// Path of the sound below the folder.
    let name: String
    /// The words that are said; may be none.
    let transcript: String
    /// Whether the words are listened for; nil where the task decides.
    var isInGrammar: Bool?
    /// Times of the words; nil where no labels tell them.
    var truth: SoundTruth?
}

/// The sound files of a folder with their transcripts.
struct TranscribedFolder {
    /// The size of a transcript at most, in bytes.
    static let byteLimit: Int64 = 1 << 20

    /// The sounds with transcripts, in the order of their names.
    private(set) var sounds: [TranscribedSound] = []
    /// Number of sounds that a list says are not for evaluating.
    private(set) var setAside = 0
    /// Faults of other sounds, and of labels.
    private(set) var faults: [String] = []
    /// The gravest code of ``faults``.
    private(set) var status = ExitStatus.agrees

    /// Searches `folder` and the folders below it.
    ///
    /// `list` is a list of transcripts; one in the folder counts where none is named. `labels` is a
    /// folder of label files, which win over others.
    ///
    /// - Throws: `CommandError` 66 where there is no sound or no transcript at all, 65 where the
    ///   list is none.
    init(_ folder: String, list: String?, labels: String?) throws {
        guard DiskFile.isFolder(folder) else {
            let fault = DiskFile.exists(folder) ? "is a file, not a folder" : "no such folder"
            throw CommandError(
                .missing, "\(folder): \(fault). Name a folder of sounds and their transcripts.")
        }
        let found = try SoundSearch.files(folder)
        let listed = try Self.entries(folder, list)
        let labelled = try labels.map(Self.labels) ?? [:]
        var (bare, taken): ([String], Set<String>) = ([], [])
        for file in found {
            let entry = listed?.entries[DiskFile.realPath(file.path)]
            if entry != nil { taken.insert(DiskFile.realPath(file.path)) }
            if let entry, entry.transcript == nil {
                setAside += 1
                continue
            }
            do {
                guard let sound = try Self.sound(file, entry, listed?.folder, labelled) else {
                    bare.append(file.relative)
                    continue
                }
                sounds.append(sound)
            } catch { report("\(error)", ExitStatus(error)) }
        }
        noteMissing(in: folder, bare: bare, listed, taken)
        if let list, taken.isEmpty {
            report(
                "\(list): names none of the sounds in \(folder). Its files are relative to the"
                    + " folder of the list.", .missing)
        }
        let names = Set(found.map { DiskFile.name(of: $0.path) })
        if let labels, names.isDisjoint(with: labelled.keys) {
            report(
                "\(labels): no label file names a sound of \(folder). Name them as \"file\".",
                .missing)
        }
        guard !sounds.isEmpty || status == .badData else {
            throw CommandError(
                .missing,
                "\(folder): no transcript for any of \(found.count) sounds. Put NAME.txt beside"
                    + " NAME.wav, put transcripts.tsv into the folder, or name a list with"
                    + " --transcripts.")
        }
    }

    private mutating func report(_ fault: String, _ code: ExitStatus) {
        faults.append(fault)
        status = status.graver(code)
    }

    /// Notes sounds that have no transcript, and transcripts that have no sound.
    private mutating func noteMissing(
        in folder: String, bare: [String], _ listed: Listed?, _ taken: Set<String>
    ) {
        if let first = bare.first, !sounds.isEmpty {
            report(
                "\(folder): \(bare.count) sounds without a transcript, the first is \(first). Write"
                    + " them, or set their transcripts to null in a list.", .missing)
        }
        let root = DiskFile.realPath(folder) + "/"
        let lost = (listed?.entries ?? [:]).keys.filter {
            $0.hasPrefix(root) && !taken.contains($0)
        }.sorted()
        if let first = lost.first {
            report(
                "\(folder): \(lost.count) sounds of the list are missing, the first is \(first)."
                    + " Restore them, or remove them from the list.", .missing)
        }
    }

    /// A list of transcripts by the real paths of the sounds.
    private typealias Listed = (entries: [String: TranscriptList.Entry], folder: String)

    private static func entries(_ folder: String, _ list: String?) throws -> Listed? {
        let usual = TranscriptList.usualNames.map { "\(folder)/\($0)" }
            .first { DiskFile.exists($0) }
        guard let path = list ?? usual else { return nil }
        let parent = DiskFile.parent(of: path)
        let base = DiskFile.realPath(parent.isEmpty ? "." : parent)
        let entries = try TranscriptList(path: path).entries
        let keyed = entries.map { (DiskFile.realPath("\(base)/\($0.file)"), $0) }
        return (Dictionary(keyed) { first, _ in first }, base)
    }

    /// The labels of a folder by the names of the sounds they are about.
    private static func labels(_ folder: String) throws -> [String: SoundTruth] {
        var found: [String: SoundTruth] = [:]
        for name in try DiskFile.names(in: folder) where name.hasSuffix(".json") {
            let truth = try SoundTruth(path: "\(folder)/\(name)")
            guard let sound = truth.sound else {
                throw CommandError(
                    .badData,
                    "\(folder)/\(name): the labels name no \"file\". Add the sound's name.")
            }
            found[sound] = truth
        }
        guard !found.isEmpty else {
            throw CommandError(.missing, "\(folder): no label file. Name a folder with NAME.json.")
        }
        return found
    }

    /// The sound with its transcript; nil without one.
    private static func sound(
        _ file: SoundSearch.Found, _ entry: TranscriptList.Entry?, _ base: String?,
        _ labelled: [String: SoundTruth]
    ) throws -> TranscribedSound? {
        let stem = SoundSearch.withoutEnding(file.path)
        var transcript = entry?.transcript
        if transcript == nil, DiskFile.exists("\(stem).txt") {
            let bytes = try DiskFile.read("\(stem).txt", limit: byteLimit)
            transcript = String(textFile: bytes)
        }
        guard let transcript else { return nil }
        var sound = TranscribedSound(
            path: file.path, name: file.relative, transcript: transcript,
            isInGrammar: entry?.isInGrammar)
        if let known = labelled[DiskFile.name(of: file.path)] {
            sound.truth = known
        } else if let labels = entry?.labels, let base {
            let bytes = try DiskFile.read(labels, inside: base, limit: SpeechLabels.byteLimit)
            sound.truth = try SoundTruth(bytes: bytes, path: "\(base)/\(labels)")
        } else if let labels = SpeechLabels.beside(file.path) {
            sound.truth = try SoundTruth(path: labels)
        }
        try sound.truth?.check(beside: file.path)
        return sound
    }
}
