package import VoiceTime

/// The settings of an engine in one run, as properties; each stands once, in ``table``.
///
///     struct CounterSettings: EngineSettings {
///         var pauseFrames: Frame = 0
///         var most = 0
///
///         static let table: [EngineSetting<Self>] = [
///             EngineSetting(\.pauseFrames, "counter.pauseMs", standard: 300, range: 0...2_000),
///             EngineSetting(\.most, "counter.most", standard: 8, range: 1...100),
///         ]
///     }
package protocol EngineSettings: Sendable {
    /// Properties that are still to be filled in.
    init()

    /// Every setting with the property that holds it.
    static var table: [EngineSetting<Self>] { get }
}

extension EngineSettings {
    /// Declared settings of the engine, in the order of ``table``.
    package static var declared: [EngineDeclaration.Setting] { table.map(\.declaration) }

    /// The settings of a set-up by their names, the standard where it names none; times become
    /// frames at `rate`.
    package init(_ named: [String: Int], rate: SampleRate) {
        self.init()
        for setting in Self.table {
            let declaration = setting.declaration
            setting.fill(&self, named[declaration.name] ?? declaration.standard, rate)
        }
    }
}

/// One setting of an engine, and the property that holds it.
package struct EngineSetting<Settings>: Sendable {
    /// Its name, its standard and its range.
    package let declaration: EngineDeclaration.Setting
    let fill: @Sendable (inout Settings, Int, SampleRate) -> Void

    /// A time, held in frames, no fewer than `least`. Its name ends in `Ms` or `Frames`.
    package init(
        _ path: any WritableKeyPath<Settings, Frame> & Sendable, _ name: String, standard: Int,
        range: ClosedRange<Int>, atLeast least: Frame = 0
    ) {
        let isInFrames = name.hasSuffix("Frames")
        precondition(isInFrames || name.hasSuffix("Ms"), "\(name) ends neither in Ms nor in Frames")
        declaration = EngineDeclaration.Setting(name, standard: standard, range: range)
        fill = { settings, value, rate in
            let frames = isInFrames ? Frame(value) : rate.frames(milliseconds: Int64(value))
            settings[keyPath: path] = max(least, frames)
        }
    }

    /// A number that is held as it is: a count, a share.
    package init(
        _ path: any WritableKeyPath<Settings, Int> & Sendable, _ name: String, standard: Int,
        range: ClosedRange<Int>
    ) {
        declaration = EngineDeclaration.Setting(name, standard: standard, range: range)
        fill = { settings, value, _ in settings[keyPath: path] = value }
    }
}
