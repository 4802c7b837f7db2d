package import VoiceEngine
internal import VoiceTime

/// What is wrong with the table of an engine's settings, in sentences: each property has one entry,
/// whose name is its own, and each entry sets its property and no other.
package func faults<Settings: EngineSettings>(ofTable settings: Settings.Type) -> [String] {
    func values(_ named: [String: Int]) -> [String: String] {
        let filled = Settings(named, rate: .standard)
        return Dictionary(
            uniqueKeysWithValues: Mirror(reflecting: filled).children.map {
                ($0.label ?? "", "\($0.value)")
            })
    }
    let standard = values([:])
    var faults: [String] = []
    var unset = Set(standard.keys)
    for setting in Settings.declared {
        let isUpper = setting.standard == setting.range.upperBound
        let other = isUpper ? setting.range.lowerBound : setting.range.upperBound
        let changed = values([setting.name: other]).filter { standard[$0.key] != $0.value }.keys
        let word = setting.name.split(separator: ".").last.map(String.init) ?? ""
        let stem = word.hasSuffix("Ms") ? word.dropLast(2) + "Frames" : word[...]
        if changed.sorted() != [String(stem)] {
            faults.append("\(setting.name) sets \(changed.sorted()) and not \(stem)")
        }
        if !setting.range.contains(setting.standard) {
            faults.append("the standard of \(setting.name) lies outside its range")
        }
        unset.subtract(changed)
    }
    return faults + unset.sorted().map { "no entry sets the property \($0)" }
}
