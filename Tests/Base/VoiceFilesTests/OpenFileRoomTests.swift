import Testing
import VoiceFiles

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

@Suite("Room for open files")
struct OpenFileRoomTests {
    @Test("is refused by name where the system gives too few", arguments: [0, 1, 11])
    func tooFew(allowed: Int) {
        var left = allowed
        let refusal = OpenFileRoom.refusal {
            guard left > 0 else { return -1 }
            left -= 1
            return open("/", O_RDONLY | O_CLOEXEC)
        }
        #expect(
            refusal
                == "too many open files: the system lets this process open \(allowed) more, and 12"
                + " are needed. Allow more with `ulimit -n 256`.")
    }

    @Test("is there where the system gives enough, and what was opened is closed")
    func enough() {
        var opened: [Int32] = []
        let refusal = OpenFileRoom.refusal {
            // Numbers that no other test is given meanwhile.
            let file = open("/", O_RDONLY | O_CLOEXEC)
            let copy = fcntl(file, F_DUPFD_CLOEXEC, 700)
            close(file)
            opened.append(copy)
            return copy
        }
        #expect(refusal == nil)
        #expect(opened.count == 12)
        #expect(opened.allSatisfy { fcntl($0, F_GETFD) < 0 })
    }

    @Test("is there in this process")
    func here() { #expect(OpenFileRoom.refusal() == nil) }
}
