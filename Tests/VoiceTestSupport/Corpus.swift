package import VoiceAudio
import VoiceFiles

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// Recordings of people, in a folder that `VOICETEST_SPEECH_CORPUS` names; not part of the package.
package enum Corpus {
    /// The folder; nil when the variable is unset or empty.
    package static var folder: String? {
        getenv("VOICETEST_SPEECH_CORPUS").map { String(cString: $0) }.flatMap {
            $0.isEmpty ? nil : $0
        }
    }

    /// How many recordings `VOICETEST_CORPUS_CLIPS` asks for; nil where it asks for none.
    package static var wantedClips: Int? {
        getenv("VOICETEST_CORPUS_CLIPS").flatMap { Int(String(cString: $0)) }
    }

    /// A clip at 16 kHz, by its path in the folder.
    package static func clip(_ name: String) throws -> MonoSound {
        try SoundFile.readMono(path: "\(folder ?? "")/\(name)", sampleRate: 16_000)
    }

    /// A recording of the folder, and what is said in it.
    package struct Recording: Sendable {
        /// Its path in the folder.
        package var name: String
        /// The words, separated by blanks.
        package var words: String
        /// Whether it is one spoken digit.
        package var isDigit: Bool
    }

    /// The digits from zero on.
    package static let digits = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine",
    ]

    /// The recordings of spoken digits, commands and sentences, by their names.
    package static func recordings() throws -> [Recording] {
        guard let folder else { return [] }
        var found: [Recording] = []
        for part in ["digits/fsdd", "digits/sc09"] {
            for name in try DiskFile.names(in: "\(folder)/\(part)").sorted()
            where name.hasSuffix(".wav") {
                let said = String(name.prefix { $0 != "_" })
                let words = Int(said).map { digits[$0] } ?? said
                found.append(Recording(name: "\(part)/\(name)", words: words, isDigit: true))
            }
        }
        for part in ["commands", "speech"] {
            for name in try DiskFile.names(in: "\(folder)/\(part)").sorted()
            where name.hasSuffix(".flac") {
                let text = try DiskFile.read(
                    "\(folder)/\(part)/\(name.dropLast(5)).txt", limit: 1 << 20)
                let words = String(decoding: text, as: UTF8.self)
                    .split(whereSeparator: \.isWhitespace).joined(separator: " ")
                found.append(Recording(name: "\(part)/\(name)", words: words, isDigit: false))
            }
        }
        return found
    }
}
