internal import Logging
internal import VoiceJSON
internal import VoiceTrace

/// A runner's logs: its own and one for every component, each with the document's levels.
struct RunnerLog {
    static let runner = "STVoiceFlow"

    private var loggers: [String: Logger] = [:]
    private var silent: Set<String> = []
    private let makeHandler: ((String) -> any LogHandler)?

    /// Logs that write where `makeHandler` says, by label; nil writes where the process does.
    init(makeHandler: ((String) -> any LogHandler)? = nil) { self.makeHandler = makeHandler }

    /// The level of a component; nil for none.
    func level(of component: String) -> Logger.Level? {
        silent.contains(component) ? nil : loggers[component]?.logLevel ?? .notice
    }

    /// Sets a level by the document's word; an unknown one is warned about and changes nothing.
    mutating func set(_ word: String?, of component: String) {
        guard let word, let level = Self.levels[word.lowercased()] else {
            warn("\(word ?? "nil") is not a log level for \(component)")
            return
        }
        guard let level else {
            silent.insert(component)
            return
        }
        silent.remove(component)
        var logger = loggers[component] ?? logger(component)
        logger.logLevel = level
        loggers[component] = logger
    }

    /// The document's levels; `none` is nil.
    private static let levels: [String: Logger.Level?] = [
        "none": Logger.Level?.none, "fault": .critical, "error": .error, "default": .notice,
        "info": .info, "debug": .debug, "verbose": .trace,
    ]

    private func logger(_ component: String) -> Logger {
        var logger =
            makeHandler.map { Logger(label: component, factory: $0) } ?? Logger(label: component)
        logger.logLevel = .notice
        return logger
    }

    /// Writes an error to the runner's own log.
    mutating func error(_ text: @autoclosure () -> String) {
        write(.error, text(), to: Self.runner)
    }

    /// Writes a warning to the runner's own log.
    mutating func warn(_ text: @autoclosure () -> String) {
        write(.warning, text(), to: Self.runner)
    }

    private mutating func write(
        _ level: Logger.Level, _ text: @autoclosure () -> String, to component: String
    ) {
        guard !silent.contains(component) else { return }
        // Loggers are made at the first message: making one takes a lock.
        guard let logger = loggers[component] else {
            guard level >= .notice else { return }
            let logger = logger(component)
            loggers[component] = logger
            logger.log(level: level, "\(text())")
            return
        }
        logger.log(level: level, "\(text())")
    }

    /// Writes an event to the log of its component, at the debug level; the evidence of a decision
    /// follows it at the most detailed level.
    mutating func trace(_ event: TraceEvent) {
        let component = Self.component(of: event)
        guard let logger = loggers[component], logger.logLevel <= .debug,
            !silent.contains(component)
        else { return }
        write(.debug, "\(event.kind) \(JSONWriter.text(.object(event.fields)))", to: component)
        guard !event.why.isEmpty else { return }
        write(.trace, "\(event.kind) by \(JSONWriter.text(.object(event.why)))", to: component)
    }

    /// Writes a call of the app to the runner's own log, at the most detailed level.
    mutating func trace(_ call: EngineCall) {
        write(
            .trace, "called \(call.name) \(JSONWriter.text(.object(call.arguments)))",
            to: Self.runner)
    }

    private static func component(of event: TraceEvent) -> String {
        switch (event.kind, event.fields["function"]?.string) {
        case ("media", "playAudioSegment"): "AudioFilePlayer"
        case ("media", "playAudio"): "AudioPlayer"
        case ("media", "recordAudio"): "AudioRecorder"
        case ("media", "recognizeAudio"): "AppleSR"
        case ("media", "audioSession"): "AudioSession"
        case ("segment", _): "AppleSS"
        case ("permission", _): "MediaPermissions"
        case ("speechStart", _), ("speechEnd", _): "MediaRunner"
        case ("final", _), ("partial", _), ("rejected", _): "AppleSR"
        default: runner
        }
    }
}
