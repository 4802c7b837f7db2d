internal import Foundation

/// The language that the user's environment asks for.
enum PreferredLanguage {
    /// Returns the base code, such as "en", of `LC_ALL`, `LC_MESSAGES` or `LANG`; "en" for the C
    /// locale.
    static func code(
        in environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> String {
        let names = ["LC_ALL", "LC_MESSAGES", "LANG"]
        let value = names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
        let code = base(of: value)
        return ["", "c", "posix"].contains(code) ? "en" : code
    }

    /// "en" of "en-US", "en_GB.UTF-8" and "EN".
    static func base(of tag: String) -> String {
        String(tag.lowercased().prefix { $0.isLetter })
    }
}
