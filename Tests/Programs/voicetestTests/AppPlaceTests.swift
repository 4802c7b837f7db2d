import Testing
import VoiceTestSupport

/// Places in an app's code, as code hosts need them: from the top of the repository.
@Suite struct AppPlaceTests {
    private let program = Program()

    /// A program that says two words from a line of a file in a folder of its own.
    private static let bot = """
        import hashlib, json, sys
        own = open("code/bot.py", "rb").read()
        files = {"code/bot.py": hashlib.sha1(b"blob %d\\0" % len(own) + own).hexdigest()}
        acts, frame = [{"kind": "play", "id": 1, "text": "Hello there.", "last": True,
                        "line": "bot.py:4"}, {"kind": "ended"}], 0

        """ + Program.doesItsActs

    private func makeRed() throws {
        try program.folder.write(Self.bot, to: "apps/pizza/code/bot.py")
        try program.folder.write(#"{"caller": []}"#, to: "apps/pizza/a.scenario.json")
        try program.folder.write(
            #"{"engine": "program", "programCommand": "/usr/bin/python3 code/bot.py"}"#,
            to: "apps/pizza/voicetest.json")
        #expect(try program.run(["test", "apps/pizza"]).status == 1)
        #expect(try program.run(["accept", "apps/pizza", "--reason", "new"]).status == 0)
        try program.folder.write(
            Self.bot.replacing("Hello there.", with: "Hello you."), to: "apps/pizza/code/bot.py")
    }

    @Test(arguments: [".", "apps", "apps/pizza"])
    func anAnnotationHasThePathBelowTheTopOfTheRepository(folder: String) throws {
        try makeRed()
        try program.folder.write("ref: refs/heads/main\n", to: ".git/HEAD")
        let project = ["apps/pizza": ".", "apps": "pizza"][folder] ?? "apps/pizza"
        // A replay starts the program in the working folder.
        let replay = "replay a.vsession --program-command '/usr/bin/python3 code/bot.py'"
        for command in ["test \(project)"] + (project == "." ? [replay] : []) {
            let red = try program.runShell("cd \(folder); voicetest \(command) --format github")
            #expect(red.status == 1, "\(red.messages)")
            #expect(
                red.output.contains("::error file=apps/pizza/code/bot.py,line=4,"), "\(red.output)")
        }
    }

    @Test func withoutARepositoryGitHubSaysWhereItsTopIs() throws {
        try makeRed()
        func place(_ workspace: String) throws -> String {
            try program.runShell(
                "cd apps; voicetest test pizza --format github",
                variables: ["GITHUB_WORKSPACE": workspace]
            ).output
        }
        let path = program.folder.path
        #expect(try place(path).contains("::error file=apps/pizza/code/bot.py,line=4,"))
        #expect(try place("").contains("::error file=pizza/code/bot.py,line=4,"))
        // The working folder is not below it.
        #expect(try place("\(path)/other").contains("::error file=pizza/code/bot.py,line=4,"))
    }
}
