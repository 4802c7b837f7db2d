import VoiceEngine
import VoiceSession

extension SettingOption {
    /// Refuses, before anything runs, settings that no engine has, and values that none takes.
    ///
    /// - Throws: ``SessionError/unknownSetting(name:known:)`` or ``SessionError/setting(reason:)``.
    static func check(_ options: [SettingOption]) throws {
        let engines = Engines.factories().map { SessionSettings(engine: $0.declaration) }
        for option in options where !option.name.hasPrefix(Engines.openSettings) {
            var refusals: [SessionError] = []
            for engine in engines {
                var settings = engine
                do throws(SessionError) {
                    try settings.set(option.name, to: option.value)
                } catch { refusals.append(error) }
            }
            guard refusals.count == engines.count else { continue }
            // A value out of range says more than an engine that lacks the setting.
            for case .setting(let reason) in refusals { throw SessionError.setting(reason: reason) }
            var known: [String] = []
            for name in engines.flatMap(\.names) where !known.contains(name) { known.append(name) }
            throw SessionError.unknownSetting(name: option.name, known: known)
        }
    }
}
