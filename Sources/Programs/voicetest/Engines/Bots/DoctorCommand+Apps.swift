import VoiceFiles
import VoicePrograms
import VoiceReports

/// Parts that apps of users are made with.
extension DoctorCommand {
    /// The parts that an app may need, each of them optional.
    static func appParts() -> [Part] {
        let frameworks = BotFramework.all
        let python = InstalledClient(packages: frameworks.map(\.package))
        return [
            Part(
                name: "Python", purpose: "apps in Python",
                found: python?.versions["python"].map(PrintableText.line),
                remedy: "Run `apt-get install python3`.", isOptional: true),
            client(python),
        ] + frameworks.map { part(of: $0, python) } + [node(), namespaces()]
    }

    private static func client(_ python: InstalledClient?) -> Part {
        let name = InstalledClient.package
        let found = python?.versions[name].map(PrintableText.line)
        let isOther = found.map { $0 != Voicetest.version } ?? false
        let remedy =
            "Run `pip install --no-index --find-links FOLDER \(InstalledClient.requirement)`,"
            + " where FOLDER has the files of the release"
        return Part(
            name: "client \(name)", purpose: "the client of apps in Python",
            found: isOther ? nil : found,
            remedy: isOther
                ? "It is \(found ?? ""), and this is voicetest \(Voicetest.version). \(remedy)."
                : "\(remedy); without it `voicetest init` copies the client.",
            state: isOther ? "other  " : "missing", isOptional: true)
    }

    private static func part(of framework: BotFramework, _ python: InstalledClient?) -> Part {
        let tested = framework.tested
        let found = python?.versions[framework.package].map(PrintableText.line)
        let isTested = tested.contains { found == $0 || found?.hasPrefix("\($0).") == true }
        let remedy = "Run `pip install '\(framework.package)==\(tested.last ?? "").*'`"
        return Part(
            name: framework.package, purpose: "bots of this framework",
            found: isTested ? found : nil,
            remedy: found.map {
                "It is \($0), and tested with \(tested.joined(separator: ", ")). Where a run"
                    + " differs without a cause: \(remedy)."
            } ?? "\(remedy), if your bot needs it.",
            state: found == nil ? "missing" : "other  ", isOptional: true)
    }

    private static func node() -> Part {
        var found: String?
        if let node = ProgramStart.path(of: "node", in: nil) {
            let start = ProgramStart(program: node, arguments: ["--version"])
            let told = try? ProgramRun(start, input: [], outputLimit: 1 << 10).run().output
            let line = told?.split(separator: UInt8(ascii: "\n")).first?.dropFirst()
            found = line.map { PrintableText.line(String(decoding: $0, as: UTF8.self)) }
        }
        let major = found.flatMap { Int($0.prefix { $0 != "." }) } ?? 0
        return Part(
            name: "Node", purpose: "apps in Node", found: major >= 20 ? found : nil,
            remedy: "Install Node 20 or newer from https://nodejs.org.",
            state: found == nil ? "missing" : "old    ", isOptional: true)
    }

    private static func namespaces() -> Part {
        var apart = ProgramConfinement()
        apart.hasNetwork = false
        let refusal = apart.refusal()
        return Part(
            name: "namespaces", purpose: "replays of apps kept from network and files",
            found: refusal == nil ? "allowed" : nil,
            remedy: refusal.map { "\($0)" } ?? "", state: "refused", isOptional: true)
    }
}
