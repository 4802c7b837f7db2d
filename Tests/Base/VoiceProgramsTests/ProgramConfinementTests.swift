#if canImport(Glibc)
    import Glibc
    import Testing
    import VoiceTestSupport

    @testable import VoicePrograms

    /// What this system lets a program have.
    private enum System {
        static let python = ProgramStart.path(of: "python3", in: nil)
        static let givesNetwork = apart().refusal() == nil
        static let givesView: Bool = {
            let project = TemporaryFolder()
            let changes = TemporaryFolder()
            return viewing(project, changes).refusal() == nil
        }()
    }

    /// A confinement from the network.
    private func apart() -> ProgramConfinement {
        var confinement = ProgramConfinement()
        confinement.hasNetwork = false
        return confinement
    }

    /// A confinement to a view of `project`.
    private func viewing(
        _ project: TemporaryFolder, _ changes: TemporaryFolder
    ) -> ProgramConfinement {
        var confinement = ProgramConfinement()
        confinement.view = FolderView(of: project.path, changes: changes.path)
        return confinement
    }

    /// The lines that a program writes until it ends.
    private func lines(
        of words: [String], in folder: String? = nil, _ confinement: ProgramConfinement?
    ) throws -> [String] {
        let pipes = try ChildPipes(program: words[0])
        var program = try GuardedProgram(
            ProgramStart(program: words[0], arguments: Array(words.dropFirst()), folder: folder),
            pipes, confinement: confinement)
        var bytes: [UInt8] = []
        while ChildPipes.drain(pipes.output.ours, into: &bytes) {}
        _ = program.end()
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    private func shell(
        _ script: String, in folder: String? = nil, _ confinement: ProgramConfinement?
    ) throws -> [String] {
        try lines(of: ["/bin/sh", "-c", script], in: folder, confinement)
    }

    @Suite(
        "A program without a network",
        .enabled(if: System.givesNetwork, "the system refuses namespaces"))
    struct ProgramWithoutNetworkTests {
        /// Connects to each address at a port, and to a port that it serves itself.
        private static let caller = """
            import errno, socket, sys
            def name(number): return errno.errorcode.get(number, str(number))
            for address in sys.argv[2:]:
                print(name(socket.socket().connect_ex((address, int(sys.argv[1])))))
            for kind, address in (socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1"):
                server = socket.create_server((address, 0), family=kind)
                client = socket.create_connection(server.getsockname()[:2])
                server.accept()[0].sendall(b"served")
                print(client.recv(6).decode())
            """

        @Test(
            "reaches no listener of the system, and what it serves itself",
            .enabled(if: System.python != nil, "there is no python3"), arguments: [true, false])
        func reachesItself(hasNetwork: Bool) throws {
            let listener = Listener()
            let addresses = ["127.0.0.1"] + Listener.outerAddresses().prefix(1)
            var confinement = ProgramConfinement()
            confinement.hasNetwork = hasNetwork
            let words = [try #require(System.python), "-c", Self.caller, "\(listener.port)"]
            let found = try lines(of: words + addresses, confinement)
            let refused = ["ECONNREFUSED", "ENETUNREACH"].prefix(addresses.count)
            let outcome = hasNetwork ? addresses.map { _ in "0" } : Array(refused)
            #expect(found == outcome + ["served", "served"])
            #expect(listener.connections() == (hasNetwork ? addresses.count : 0))
        }

        @Test("has the user, the group and the name of the machine that it has without")
        func keepsItsUser() throws {
            let facts = "id -u; id -g; uname -n"
            #expect(try shell(facts, apart()) == shell(facts, nil))
        }

        @Test("has another name of the machine where that is asked for")
        func otherName() throws {
            var confinement = apart()
            confinement.hostName = "elsewhere"
            #expect(try shell("uname -n", confinement) == ["elsewhere"])
        }

        @Test("is ended with what it started in sessions of their own")
        func endsSessions() throws {
            let pipes = try ChildPipes(program: "/bin/sh")
            let script = "setsid sh -c 'echo $$; exec sleep 600' & wait; sleep 600"
            var program = try GuardedProgram(
                ProgramStart(program: "/bin/sh", arguments: ["-c", script]), pipes,
                confinement: apart())
            var bytes: [UInt8] = []
            while bytes.last != UInt8(ascii: "\n"),
                ChildPipes.drain(pipes.output.ours, into: &bytes)
            {}
            let process = try #require(Int32(String(decoding: bytes.dropLast(), as: UTF8.self)))
            #expect(program.end() == 128 + 9)
            #expect(kill(process, 0) != 0)
        }
    }

    @Suite(
        "A program with a view of a folder",
        .enabled(if: System.givesView, "the system refuses a view of a folder"))
    struct FolderViewTests {
        private let project = TemporaryFolder()
        private let changes = TemporaryFolder()

        init() throws {
            try project.write("old\n", to: "kept, :\\/text")
            try project.write("gone\n", to: "removed")
        }

        private static let change =
            "cd 'kept, :\\'; echo new > text; mkdir -m 700 ../made; echo x > ../made/file;"
            + " rm ../removed; sh -c 'cat text'; cd ..; ls; pwd -P"

        @Test("sees its changes as what it starts does, and leaves the folder as it was")
        func changesNothing() throws {
            let path = try #require(try shell("pwd -P", in: project.path, nil).first)
            let found = try shell(Self.change, in: project.path, viewing(project, changes))
            #expect(found == ["new", "kept, :\\", "made", path])
            #expect(try project.names() == ["kept, :\\", "removed"])
            #expect(try shell("cat kept*/text", in: project.path, nil) == ["old"])
        }

        @Test("has the permissions of the folder")
        func permissions() throws {
            #expect(chmod(project.path, 0o751) == 0)
            let found = try shell("stat -c %a,%u .", in: project.path, viewing(project, changes))
            #expect(found == ["751,\(geteuid())"])
        }

        @Test("finds what the one before it left")
        func goesOn() throws {
            let confinement = viewing(project, changes)
            _ = try shell(Self.change, in: project.path, confinement)
            let found = try shell(
                "rm -r made; mkdir made; ls made kept*", in: project.path, confinement)
            #expect(found == ["kept, :\\:", "text", "made:"])
        }

        @Test("does not see the changes of another one at the same time")
        func twoAtOnce() throws {
            let other = TemporaryFolder()
            let script = "while read -r word; do case $word in look) cat f;; *) echo $word > f;"
            let start = ProgramStart(
                program: "/bin/sh", arguments: ["-c", script + " echo done;; esac; done"],
                folder: project.path)
            let dialogs = try [changes, other].map {
                try ProgramDialog(start, confinement: viewing(project, $0), lineLimit: 100)
            }
            let asked = ["one", "two", "look", "look"].enumerated().map { place, word in
                (dialogs[place % 2], Array(word.utf8))
            }
            let answers = try asked.map { dialog, word in
                String(decoding: try dialog.exchange(word, within: 60_000), as: UTF8.self)
            }
            #expect(answers == ["done", "done", "one", "two"])
            #expect(dialogs.allSatisfy { $0.refusal == nil })
        }

        @Test("runs below the view where the folder of this process is the one that is viewed")
        func currentFolder() throws {
            let (confinement, path) = (viewing(project, changes), project.path)
            let found = onOwnThread {
                enter(path) ? (try? shell("echo x > seen; ls", confinement)) ?? [] : []
            }
            #expect(found == ["kept, :\\", "removed", "seen"])
            #expect(try project.names() == ["kept, :\\", "removed"])
        }

        @Test("may be without a network and have another name of the machine as well")
        func allTogether() throws {
            var confinement = viewing(project, changes)
            confinement.hasNetwork = false
            confinement.hostName = "elsewhere"
            let found = try shell(
                "rm removed; ls; uname -n; ls /proc/self/net/dev_snmp6", in: project.path,
                confinement)
            #expect(found.starts(with: ["kept, :\\", "elsewhere"]))
            #expect(Set(found.dropFirst(2)).isSubset(of: ["lo"]))
            #expect(try project.names() == ["kept, :\\", "removed"])
        }
    }

    @Suite("A program that the system does not keep apart")
    struct ConfinementRefusalTests {
        private static let start = ProgramStart(
            program: "/bin/sh", arguments: ["-c", "read -r line; echo \"<$line>\""])

        /// What comes of a start where the system refuses namespaces: its refusal, and an answer.
        private static func outcome(
            of confinement: ProgramConfinement
        ) -> Result<[String], ProgramError> {
            onOwnThread {
                guard refuseNamespaces() else { return .success(["seccomp is missing"]) }
                do throws(ProgramError) {
                    let dialog = try ProgramDialog(
                        start, confinement: confinement, lineLimit: 100)
                    let answer = try dialog.exchange(Array("one".utf8), within: 60_000)
                    let refusal = dialog.refusal == confinement.refusal()
                    return .success([
                        "\(dialog.refusal?.number ?? 0)", String(decoding: answer, as: UTF8.self),
                        "\(refusal)",
                    ])
                } catch {
                    return .failure(error)
                }
            }
        }

        @Test("starts all the same where it may, and says so")
        func startsOpen() {
            var confinement = apart()
            confinement.isRequired = false
            #expect(Self.outcome(of: confinement) == .success(["\(EPERM)", "<one>", "true"]))
        }

        @Test("does not start where it must be kept apart", arguments: [true, false])
        func doesNotStart(hasView: Bool) {
            let (project, changes) = (TemporaryFolder(), TemporaryFolder())
            var confinement = hasView ? viewing(project, changes) : apart()
            // A program with a view must be.
            confinement.isRequired = !hasView
            let refusal = ConfinementRefusal(.namespaces, EPERM)
            let error = ProgramError.notConfined(program: "/bin/sh", refusal: refusal)
            #expect(Self.outcome(of: confinement) == .failure(error))
        }

        @Test(
            "does not start with changes where no view can keep them",
            .enabled(if: System.givesView, "the system refuses a view of a folder"),
            arguments: ["below", "nowhere"])
        func wrongChanges(place: String) throws {
            let project = TemporaryFolder()
            var confinement = ProgramConfinement()
            #expect(mkdir(project.path("below"), 0o700) == 0)
            let changes = place == "below" ? project.path("below") : "/proc/voicetest"
            confinement.view = FolderView(of: project.path, changes: changes)
            let refusal = try #require(confinement.refusal())
            #expect(refusal.step == .view)
            #expect(throws: ProgramError.notConfined(program: "/bin/sh", refusal: refusal)) {
                _ = try shell("touch written", in: project.path, confinement)
            }
            #expect(try !project.names().contains("written"))
        }

        @Test("does not start with a view that would lack what is mounted below the folder")
        func mounts() throws {
            let changes = TemporaryFolder()
            var confinement = ProgramConfinement()
            // The system mounts folders below it, such as that of terminals.
            confinement.view = FolderView(of: "/dev", changes: changes.path)
            #expect(confinement.refusal() == ConfinementRefusal(.view, EINVAL))
        }

        @Test(
            "does not start under a name that no machine may have",
            .enabled(if: System.givesNetwork, "the system refuses namespaces"))
        func longName() {
            var confinement = ProgramConfinement()
            confinement.hostName = String(repeating: "x", count: 65)
            #expect(confinement.refusal() == ConfinementRefusal(.host, EINVAL))
        }

        @Test(
            "says what is refused and what to do",
            arguments: [
                (ConfinementRefusal(.users, EPERM), "namespaces (Operation not permitted). On Li"),
                (ConfinementRefusal(.host, EINVAL), "the name of the machine (Invalid argument)."),
                (ConfinementRefusal(.view, EINVAL), "a view of the folder (Invalid argument). Ke"),
            ])
        func says(refusal: ConfinementRefusal, text: String) {
            let error = ProgramError.notConfined(program: "/bin/sh", refusal: refusal)
            #expect("\(error)".hasPrefix("/bin/sh is not started: the system refuses \(text)"))
        }
    }
#endif
