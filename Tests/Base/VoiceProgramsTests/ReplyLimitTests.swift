import Testing

@testable import VoicePrograms

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

#if os(Linux)
    @Suite("The limit of an answer")
    struct ReplyLimitTests {
        /// Which limit a program that runs `script` is over; of real time it may take an hour.
        private func end(_ script: String, milliseconds: Int) throws -> ProgramLateness {
            let pipes = try ChildPipes(program: "/bin/sh")
            let program = try GuardedProgram(
                ProgramStart(program: "/bin/sh", arguments: ["-c", script]), pipes, within: 0)
            var limit = ReplyLimit(
                milliseconds: milliseconds, realMilliseconds: 3_600_000,
                under: program.guardProcess)
            while true {
                if let lateness = limit.excess() { return lateness }
                _ = poll(nil, 0, limit.millisecondsLeft)
            }
        }

        @Test(
            "counts what a program runs, and what it starts",
            arguments: [
                "while :; do :; done", "(while :; do :; done) & wait",
                "(setsid sh -c 'while :; do :; done' &) ; read -r line",
                "while :; do sh -c ':'; done",
            ])
        func busy(script: String) throws {
            #expect(try end(script, milliseconds: 200) == .processor(milliseconds: 200))
        }

        @Test(
            "counts what a program waits",
            arguments: ["read -r line", "sleep 600 & wait", "while :; do sleep 0.05; done"])
        func blocked(script: String) throws {
            #expect(try end(script, milliseconds: 200) == .blocked(milliseconds: 200))
        }

        @Test("knows nothing of a guard that is gone")
        func gone() {
            #expect(FamilyTime.sample(under: -1) == nil)
        }
    }
#endif
