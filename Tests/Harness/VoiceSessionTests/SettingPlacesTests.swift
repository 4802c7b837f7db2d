import Testing
import VoiceActivity
import VoiceDiff
import VoiceFiles
import VoiceMedia
import VoiceTrace

/// What a new setting of the detector needs: a property, its line in the schema, a row of the
/// article, a unit, and where it brings evidence a case of `CoreEvidence`, which does not compile
/// without a unit and a word for the redaction.
@Suite("Places of a setting of the detector")
struct SettingPlacesTests {
    private static let prefix = "speech."
    private static let root = String(#filePath.split(separator: "/Tests/")[0])

    private var settings: [(name: String, value: Int)] { MediaSettings().named }
    private var detector: [String] {
        settings.map(\.name).filter { $0.hasPrefix(Self.prefix) }
    }

    @Test("a property has a line in the schema, under its own name")
    func hasSchemaEntry() {
        let properties = Mirror(reflecting: SpeechSettings()).children.filter { $0.value is Int }
        #expect(properties.compactMap(\.label).map { Self.prefix + $0 } == detector)
    }

    @Test("a line of the schema sets the property of its name and no other")
    func setsItsProperty() throws {
        for (name, range) in SpeechSettings.ranges {
            var settings = SpeechSettings()
            let before = Mirror(reflecting: settings).children.map { ($0.label, $0.value as? Int) }
            let other = settings.named.first { $0.name == name }?.value == range.lowerBound
            try settings.set(name, to: other ? range.upperBound : range.lowerBound)
            let after = Mirror(reflecting: settings).children.map { $0.value as? Int }
            let changed = zip(before, after).filter { $0.1 != $1 }.compactMap { $0.0.0 }
            #expect(changed.map { Self.prefix + $0 } == [name])
        }
    }

    @Test("a setting has a row in the article, and a row is of a setting")
    func standsInArticle() throws {
        let path = "\(Self.root)/Sources/Programs/voicetest/voicetest.docc/Detector.md"
        let article = String(decoding: try DiskFile.read(path, limit: 1 << 20), as: UTF8.self)
        let table = try #require(
            article.split(separator: "| setting | meaning |\n|---|---|\n").last)
        let rows = table.split(separator: "\n\n")[0].split(separator: "\n")
        let names = rows.map { String($0.split(separator: "`")[1]) }
        #expect(Set(names) == Set(settings.map(\.name)))
        #expect(names.count == settings.count)
    }

    @Test("a setting says what its number counts")
    func hasUnit() {
        for (name, _) in settings {
            #expect(FieldUnit(field: name, in: .core) != .plain, "\(name)")
        }
    }
}
