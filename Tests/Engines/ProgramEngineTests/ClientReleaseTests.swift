import Testing

@testable import ProgramEngine

/// Releases of clients, as `ready` tells them.
@Suite struct ClientReleaseTests {
    @Test func theClientOfThisReleaseIsNotNoted() throws {
        let client = try #require(ClientRelease("voicetest_app 0.1.0, Python 3.11.7"))
        #expect(client.note(for: "0.1.0") == nil)
        #expect(client.refusal(by: "0.1.0") == nil)
    }

    @Test func anOlderClientIsNotedWithBothVersionsAndTheCommand() throws {
        let python = try #require(ClientRelease("voicetest_app 0.1.0, Python 3.11.7"))
        #expect(
            python.note(for: "0.2.0")
                == "the client voicetest_app 0.1.0 is older than voicetest 0.2.0. Run `pip install"
                + " --no-index --find-links FOLDER voicetest-app==0.2.0`, where FOLDER has the"
                + " files of that release, or copy the client of a new `voicetest init --vendor`"
                + " project.")
        let node = try #require(ClientRelease("voicetest-app 0.9.0, Node 20.20.2"))
        #expect(node.note(for: "0.10.0")?.contains("is older than voicetest 0.10.0") == true)
        let told = node.note(for: "0.10.0") ?? ""
        #expect(told.contains("`npm install FOLDER/voicetest-app-0.10.0.tgz`"), "\(told)")
        #expect(node.note(for: "0.8.0")?.contains("is newer than voicetest 0.8.0") == true)
    }

    @Test func aClientBeforeTheOldestIsRefused() throws {
        let client = try #require(ClientRelease("voicetest_app 0.0.8, Python 3.11.7"))
        #expect(
            client.refusal(by: "0.1.0", from: "0.0.9")?.contains(
                "runs under voicetest_app 0.0.8, and voicetest 0.1.0 needs the client 0.0.9")
                == true)
        #expect(client.refusal(by: "0.1.0", from: "0.0.8") == nil)
    }

    @Test func clientsBeforeTheFirstReleaseAreTheOldest() throws {
        let client = try #require(ClientRelease("voicetest_app 1.0, Python 3.11.7"))
        #expect(client.refusal() == nil)
        #expect(client.note()?.contains("voicetest_app 1.0 is older than") == true)
    }

    @Test(arguments: [
        nil, "", "mine 0.0.1", "voicetest_app", "voicetest_app new", "voicetest_app 1.2.3.4.5.6",
        "voicetest_app 99999999999999999999", "voicetest_app -1", "voicetest_app ..",
    ])
    func otherClientsMeanNothing(_ text: String?) { #expect(ClientRelease(text) == nil) }
}
