import Foundation
import Testing

@testable import VoiceFiles

@Suite("Files that are being written")
struct UnfinishedFilesTests {
    @Test("none is left when the program ends, however many are begun at that moment")
    func removed() async {
        // A process of its own: the files of all other tests would go as well.
        await #expect(processExitsWith: .success) {
            let folder = FileManager.default.temporaryDirectory
                .appendingPathComponent("voicetest-\(UUID().uuidString)").path
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true)
            for writer in 0..<8 {
                Thread.detachNewThread {
                    for number in 0... {
                        let name = "\(folder)/\(writer)-\(number).partial"
                        _ = close(UnfinishedFiles.create(name, mode: 0o600))
                    }
                }
            }
            while try FileManager.default.contentsOfDirectory(atPath: folder).count < 100 {}
            UnfinishedFiles.removeAll {
                let left = try? FileManager.default.contentsOfDirectory(atPath: folder)
                try? FileManager.default.removeItem(atPath: folder)
                exit(left == [] ? 0 : 1)
            }
        }
    }
}
