import Testing
import VoiceFiles

@testable import VoiceProject

@Suite struct PortableNamesTests {
    private func warnings(_ paths: String...) -> [String] {
        PortableNames(paths).warnings.map { "\($0.path): \($0.message)" }
    }

    @Test("a scenario and its session are one name, however often they are listed")
    func fine() {
        #expect(warnings("a/happy.scenario.json", "a/happy.vsession", "b/happy.vsession") == [])
    }

    @Test("two Unicode forms of one name are told, also of a scenario and a session")
    func forms() {
        let told = warnings("caf\u{E9}.scenario.json", "cafe\u{301}.vsession")
        #expect(told.count == 1)
        #expect(told.first?.contains("another Unicode form") == true)
    }

    @Test("names that differ by the case of letters only are told")
    func cases() {
        #expect(warnings("Happy.vsession", "happy.vsession").first?.contains("the case") == true)
        #expect(warnings("A/x.vsession", "a/x.vsession").count == 1)
    }

    @Test(
        "names that Windows refuses are told",
        arguments: [
            "a:b.vsession", "what?.scenario.json", "a\\b.vsession", "aux.vsession", "x /y.vsession",
            "a./y.vsession", "Com1.scenario.json",
        ])
    func windows(path: String) {
        #expect(warnings(path).count == 1)
        #expect(warnings(path).first?.contains("on Windows") == true)
    }

    @Test("names are told apart by their bytes, and stand in one order")
    func bytes() {
        let (one, two) = ("caf\u{E9}", "cafe\u{301}")
        #expect(one == two && NameBytes(one) != NameBytes(two))
        #expect(
            [one, two].sorted(by: NameBytes.precedes).map { Array($0.utf8) } == [
                Array(two.utf8), Array(one.utf8),
            ])
        #expect(NameBytes(two).text.utf8.elementsEqual(two.utf8))
    }
}
