#if canImport(Glibc)
    import Testing

    @testable import VoicePrograms

    /// What this system lets a program have.
    private enum System {
        static let python = ProgramStart.path(of: "python3", in: nil)
        static let isGiven = confinement.refusal() == nil
        static var confinement: ProgramConfinement {
            var confinement = ProgramConfinement()
            confinement.hasNetwork = false
            return confinement
        }
    }

    @Suite(
        "The network that a program has for itself",
        .enabled(if: System.isGiven, "the system refuses namespaces"),
        .enabled(if: System.python != nil, "there is no python3"))
    struct OwnNetworkTests {
        /// What a script writes, and how often it asked for what is not there.
        private func run(_ script: String, _ word: String = "") throws -> (String, Int) {
            let python = try #require(System.python)
            let pipes = try ChildPipes(program: python)
            var program = try GuardedProgram(
                ProgramStart(program: python, arguments: ["-c", script, word]), pipes,
                confinement: System.confinement)
            var bytes: [UInt8] = []
            while ChildPipes.drain(pipes.output.ours, into: &bytes) {}
            let failures = program.networkFailures
            _ = program.end()
            return (String(decoding: bytes, as: UTF8.self), failures)
        }

        @Test("has no sockets that are files, but pairs")
        func refusesFiles() throws {
            let script = """
                import errno, socket
                for kind in socket.AF_UNIX, socket.AF_VSOCK:
                    try: socket.socket(kind)
                    except OSError as error: print(errno.errorcode[error.errno])
                one, other = socket.socketpair()
                one.send(b"sent")
                print(other.recv(4).decode())
                """
            let (output, failures) = try run(script)
            #expect(output == "EACCES\nEACCES\nsent\n" && failures == 0)
        }

        @Test(
            "counts what is asked for and not there, and not what is served",
            arguments: [true, false])
        func counts(isServed: Bool) throws {
            let script = """
                import socket, sys
                for kind, address in (socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1"):
                    server = socket.socket(kind, socket.SOCK_DGRAM)
                    server.bind((address, 0))
                    place = (address, server.getsockname()[1])
                    if sys.argv[1] == "no": server.close()
                    asker = socket.socket(kind, socket.SOCK_DGRAM)
                    asker.sendto(b"x", place)
                    if sys.argv[1] == "no": socket.socket(kind).connect_ex(place)
                if sys.argv[1] == "no": asker.connect_ex(("2001:db8::1", 53))
                """
            #expect(try run(script, isServed ? "yes" : "no").1 == (isServed ? 0 : 5))
        }
    }
#endif
