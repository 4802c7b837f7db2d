import Foundation
import Testing
import VoiceTestSupport

@testable import VoiceKit

@Suite("Where chosen voices are kept")
@MainActor
struct ProfilesFolderTests {
    @Test(
        "in VoiceIO of XDG_DATA_HOME where that is a path, else of the home folder",
        .fact("voicekit-2.11-9"),
        arguments: [
            (["XDG_DATA_HOME": "/data", "HOME": "/home/a"], "/data/VoiceIO"),
            (["XDG_DATA_HOME": "data", "HOME": "/home/a"], "/home/a/.local/share/VoiceIO"),
            (["XDG_DATA_HOME": "", "HOME": "/home/a"], "/home/a/.local/share/VoiceIO"),
            (["HOME": "/home/a"], "/home/a/.local/share/VoiceIO"),
        ] as [([String: String], String)])
    func folder(environment: [String: String], path: String) {
        #expect(VoiceProfilesStore.folder(in: environment).path == path)
    }

    @Test("the file has the keys of the original", .fact("voicekit-2.11-9"))
    func keys() throws {
        let file = VoiceProfilesFile(
            defaultVoiceID: "a", profilesByID: ["a": TTSVoiceProfile(id: "a")],
            activeVoiceIDs: ["a"], hiddenVoiceIDs: ["b"])
        let data = try JSONEncoder().encode(file)
        let object = try #require(
            JSONSerialization.jsonObject(with: data) as? [String: Any])
        #expect(
            object.keys.sorted() == [
                "activeVoiceIDs", "defaultVoiceID", "hiddenVoiceIDs", "profilesByID", "tuning",
            ])
        let profiles = try #require(object["profilesByID"] as? [String: [String: Any]])
        #expect(profiles["a"]?.keys.sorted() == ["id", "pitch", "rate", "volume"])
    }
}
