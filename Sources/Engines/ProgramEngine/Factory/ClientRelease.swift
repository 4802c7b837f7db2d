/// Release of the client that a program runs under, as its `ready` tells it.
///
/// Any client of protocol 1 runs; what a client of another release does otherwise shows in traces.
struct ClientRelease: Equatable {
    /// Release of this program, and of the clients that it brings.
    static let version = "0.1.0"
    /// Oldest release whose client this program runs. Clients before the first release call
    /// themselves 1.0; they count as this one.
    static let oldest = "0.0.9"

    /// Commands that bring a client out of the files of a release, before and behind the version,
    /// by the client's name.
    private static let commands = [
        "voicetest_app": ("pip install --no-index --find-links FOLDER voicetest-app==", ""),
        "voicetest-app": ("npm install FOLDER/voicetest-app-", ".tgz"),
    ]

    private let name: String
    private let said: String
    private let number: [Int]

    /// Reads the text "voicetest_app 0.1.0, Python 3.11.7"; nil for a client that no release of
    /// voicetest brings.
    init?(_ text: String?) {
        let words = (text ?? "").split(maxSplits: 2) { $0 == " " || $0 == "," }.map(String.init)
        guard words.count > 1, Self.commands[words[0]] != nil,
            let number = Self.number(words[1] == "1.0" ? Self.oldest : words[1])
        else { return nil }
        (name, said, self.number) = (words[0], words[1], number)
    }

    private static func number(_ text: String) -> [Int]? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let numbers = parts.prefix(4).compactMap { UInt16($0).map(Int.init) }
        return numbers.count == parts.count ? numbers : nil
    }

    /// Returns why a program of release `version` does not run this client, in words that follow
    /// "the program"; nil where it does.
    func refusal(by version: String = Self.version, from oldest: String = Self.oldest) -> String? {
        guard let first = Self.number(oldest), number.lexicographicallyPrecedes(first) else {
            return nil
        }
        return "runs under \(name) \(said), and voicetest \(version) needs the client \(oldest) or"
            + " a newer one. \(remedy(version))"
    }

    /// Returns a sentence on a client of another release than `version`; nil for one of the same.
    func note(for version: String = Self.version) -> String? {
        guard let own = Self.number(version), number != own else { return nil }
        let age = number.lexicographicallyPrecedes(own) ? "older" : "newer"
        return "the client \(name) \(said) is \(age) than voicetest \(version). \(remedy(version))"
    }

    private func remedy(_ version: String) -> String {
        let (before, behind) = Self.commands[name] ?? ("", "")
        return "Run `\(before)\(version)\(behind)`, where FOLDER has the files of that release, or"
            + " copy the client of a new `voicetest init --vendor` project."
    }
}
