import Testing

@testable import VoiceActivity

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
                == "Unknown setting 'speech.minSpechMs'. Did you mean 'speech.minSpeechMs'?")
    }

    @Test("names no look-alike when there is none")
    func farMiss() {
        var settings = SpeechSettings()
        let error = #expect(throws: ActivityError.unknownSetting(name: "volume", near: [])) {
            try settings.set("volume", to: 100)
        }
        #expect(
            error?.description == "Unknown setting 'volume'. "
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

    @Test(
        "says what there is instead of a setting of the detector of before",
        arguments: [
            ("thresholdMilliDB", "Set speech.thresholdPermille"),
            ("thresholdLimitMilliDB", "Set speech.thresholdPermille"),
            ("restlessnessPermille", "Set speech.thresholdPermille"),
            ("hysteresisMilliDB", "Set speech.holdPermille"),
            ("floorMinimumMilliDB", "Set speech.levelMinimumMilliDB"),
            ("floorInitialMilliDB", "Leave the setting out."),
            ("floorWindowMs", "Leave the setting out."),
            ("pitchPermille", "no longer measures pitch"),
            ("pitchLimitPermille", "no longer measures pitch"),
            ("pitchSpreadPermille", "no longer measures pitch"),
            ("minPitchedMs", "no longer measures pitch"), ("headMs", "Leave the setting out."),
            ("tailMs", "Leave the setting out."),
        ])
    func removed(name: String, instead: String) {
        var settings = SpeechSettings()
        let error = #expect(throws: ActivityError.self) {
            try settings.set("speech.\(name)", to: 1)
        }
        let sentence = error?.description ?? ""
        #expect(sentence.hasPrefix("The setting 'speech.\(name)' no longer exists. "))
        #expect(sentence.contains(instead))
        #expect(!settings.named.map(\.name).contains("speech.\(name)"))
    }

    @Test("every constant of the detector has a name")
    func constants() {
        let found = Mirror(reflecting: SpeechConstants()).children.filter { $0.value is Int }
        #expect(found.count == Mirror(reflecting: SpeechConstants()).children.count)
        #expect(found.count == Set(SpeechConstants.scalars.map(\.path)).count)
        let names = SpeechConstants.scalars.map(\.name) + SpeechConstants.fixed.map(\.name)
        #expect(Set(names).count == names.count)
        #expect(names.allSatisfy { $0.hasPrefix("detector.") })
    }

    @Test("constants that no sound could be measured by crash nothing", arguments: [0, 1, 200])
    func senseless(value: Int) throws {
        let hop = (0..<160).map { Int16($0 * 37 % 2_000 - 1_000) }
        for way in SpeechConstants.scalars.map(\.path) {
            var settings = SpeechSettings()
            settings.constants[keyPath: way] = value
            var analyzer = try SpeechAnalyzer(sampleRate: 16_000, settings: settings)
            for _ in 0..<60 { _ = hop.withUnsafeBufferPointer { analyzer.analyze($0) } }
        }
    }
}
