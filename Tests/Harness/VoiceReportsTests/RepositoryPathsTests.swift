import Testing

@testable import VoiceReports

@Suite("Paths from the root of the repository")
struct RepositoryPathsTests {
    private let paths = RepositoryPaths(root: "/r", workingFolder: "/r/apps/pizza")

    @Test(
        "names a file of a subfolder from the root",
        arguments: [
            ("flow.json", "apps/pizza/flow.json"), ("./a/../b.json", "apps/pizza/b.json"),
            ("../taxi/flow.json", "apps/taxi/flow.json"), ("/r/flow.json", "flow.json"),
        ])
    func below(path: String, named: String) { #expect(paths.path(path) == named) }

    @Test(
        "leaves a path alone that leads out of the repository", arguments: ["../../../x", "/x/y"])
    func outside(path: String) { #expect(paths.path(path) == path) }

    @Test("a result folder's working folder names the same files")
    func kept() {
        #expect(paths.folder == "apps/pizza")
        #expect(RepositoryPaths(folder: paths.folder).path("flow.json") == "apps/pizza/flow.json")
        #expect(RepositoryPaths.asNamed.path("a/b") == "a/b")
    }
}
