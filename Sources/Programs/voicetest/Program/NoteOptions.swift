import ArgumentParser

/// Whether a verb says how far it is, and what else it notes.
struct NoteOptions: ParsableArguments {
    @Flag(
        name: [.customShort("q"), .customLong("quiet")],
        help: "Prints no progress and no notes; results, warnings and errors stay.")
    var isQuiet = false
}

/// A verb that prints progress or notes, and has `--quiet`.
protocol NotingCommand: SendableMetatype {
    /// The options that say so.
    var notes: NoteOptions { get }
}

extension TestCommand: NotingCommand { var notes: NoteOptions { display.notes } }

extension ReplayCommand: NotingCommand { var notes: NoteOptions { display.notes } }

extension DiffCommand: NotingCommand { var notes: NoteOptions { display.notes } }

extension ReviewCommand: NotingCommand { var notes: NoteOptions { display.notes } }

extension GainCommand: NotingCommand { var notes: NoteOptions { batch.pace.notes } }

extension ResampleCommand: NotingCommand { var notes: NoteOptions { batch.pace.notes } }

extension ConvertCommand: NotingCommand { var notes: NoteOptions { batch.pace.notes } }

extension TrimCommand: NotingCommand { var notes: NoteOptions { batch.pace.notes } }

extension VadCommand: NotingCommand { var notes: NoteOptions { pace.notes } }

extension InfoCommand: NotingCommand { var notes: NoteOptions { pace.notes } }

extension EvaluateCommand: NotingCommand { var notes: NoteOptions { pace.notes } }
