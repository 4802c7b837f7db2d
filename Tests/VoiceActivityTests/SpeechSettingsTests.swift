import Testing
import VoiceActivity

@Suite struct SpeechSettingsTests {
    @Test("lists every setting once, in the order of the schema, within its range")
    func listing() {
        let settings = SpeechSettings()
        let names = settings.named.map(\.name)
        #expect(names == SpeechSettings.ranges.map(\.name))
        #expect(Set(names).count == names.count)
        #expect(names.allSatisfy { $0.hasPrefix("speech.") })
        for (entry, limit) in zip(settings.named, SpeechSettings.ranges) {
            #expect(limit.range.contains(entry.value), "\(entry.name)")
        }
    }

    @Test("sets each setting by name")
    func setting() throws {
        for (name, range) in SpeechSettings.ranges {
            var settings = SpeechSettings()
            try settings.set(name, to: range.upperBound)
            #expect(settings.named.first { $0.name == name }?.value == range.upperBound)
        }
    }

    @Test("keeps its defaults for speech and silence")
    func defaults() {
        #expect(SpeechSettings().endSilenceMs == 500)
        #expect((60...120).contains(SpeechSettings().minSpeechMs))
    }

    @Test("names what was probably meant")
    func nearMiss() {
        var settings = SpeechSettings()
        let error = #expect(throws: ActivityError.self) {
            try settings.set("speech.minSpechMs", to: 100)
        }
        #expect(
            error?.description
                == "there is no setting 'speech.minSpechMs'. Did you mean speech.minSpeechMs?")
    }

    @Test("names no look-alike when there is none")
    func farMiss() {
        var settings = SpeechSettings()
        let error = #expect(throws: ActivityError.unknownSetting(name: "volume", near: [])) {
            try settings.set("volume", to: 100)
        }
        #expect(
            error?.description == "there is no setting 'volume'. "
                + "The names begin with 'speech.'; list them to choose.")
    }

    @Test("refuses a value out of range and names the range", arguments: [9, 60_001])
    func range(value: Int) {
        var settings = SpeechSettings()
        let error = #expect(throws: ActivityError.self) {
            try settings.set("speech.endSilenceMs", to: value)
        }
        #expect(
            error?.description
                == "cannot set speech.endSilenceMs to \(value). Pick 10 to 60000.")
        #expect(settings == SpeechSettings())
    }
}
