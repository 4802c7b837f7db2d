import ArgumentParser
import VoiceActivity
import VoiceAudio
import VoiceDevices
import VoiceDiff
import VoiceEngine
import VoiceFiles
import VoiceHistory
import VoiceJSON
import VoiceMedia
import VoiceProject
import VoiceRecognition
import VoiceReports
import VoiceSession
import VoiceSynthesis
import VoiceTrace

extension ExitStatus {
    /// The code for what went wrong.
    init(_ error: any Error) {
        self =
            switch error {
            case let error as DiskError: Self(disk: error)
            case let error as TraceError: Self(trace: error)
            case let error as AudioError: Self(audio: error)
            case let error as SynthesisError: Self(synthesis: error)
            case let error as RecognitionError: Self(recognition: error)
            case let error as MediaError: Self(media: error)
            case let error as FolderError: Self(folder: error)
            case let error as SessionError: Self(session: error)
            case let error as DeviceError: Self(device: error)
            case let error as ReportError: Self(report: error)
            case let error as HistoryError: Self(history: error)
            case let error as ProjectError: Self(project: error)
            case DraftError.disk(let error): Self(disk: error)
            case is DraftError: .badData
            case let error as CommandError: error.status
            case let error as any EngineError: Self(engine: error.fault)
            case is DiffError, is JSONError: .badData
            case ActivityError.labels, ActivityError.otherSound: .badData
            case is ActivityError: .usage
            default: .bug
            }
    }

    private init(disk error: DiskError) {
        self =
            switch error {
            case .missing, .notAFile: .missing
            case .unreadable, .writeFailed: .inputOutput
            case .tooLarge, .folderTooLarge, .escapes, .link: .badData
            case .exists, .cannotCreate: .cannotCreate
            }
    }

    private init(device error: DeviceError) {
        self =
            switch error {
            case .noDevices: .notInstalled
            case .unknownDevice, .incapable: .missing
            case .unsupportedRate: .usage
            case .noPermission, .host: .inputOutput
            }
    }

    private init(trace error: TraceError) {
        if case .disk(let disk) = error { self.init(disk: disk) } else { self = .badData }
    }

    private init(project error: ProjectError) {
        switch error {
        case .disk(let error): self.init(disk: error)
        case .notJSON, .refused, .tooManyFiles: self = .badData
        case .notFound: self = .missing
        }
    }

    private init(audio error: AudioError) {
        self =
            switch error.kind {
            case .missing: .missing
            case .badData: .badData
            case .cannotCreate: .cannotCreate
            case .inputOutput: .inputOutput
            }
    }

    private init(synthesis error: SynthesisError) {
        self =
            switch error {
            case .emptyText, .textTooLong, .outputTooLong: .badData
            case .programFailed(_, let code, _) where code == ExitStatus.badData.rawValue: .badData
            case .programMissing, .cannotStart, .programFailed, .programStuck, .outputUnreadable:
                .notInstalled
            }
    }

    private init(recognition error: RecognitionError) {
        self =
            switch error {
            case .modelMissing, .modelRefused, .programMissing, .programNotStarted,
                .programUnready, .guessingUnavailable:
                .notInstalled
            case .commandMalformed: .usage
            default: .badData
            }
    }

    private init(report error: ReportError) {
        switch error {
        case .disk(let error): self.init(disk: error)
        case .damaged, .newerFormat, .notOneRun: self = .badData
        case .notAReport, .busy: self = .cannotCreate
        case .shard: self = .usage
        }
    }

    private init(media error: MediaError) {
        switch error {
        case .setting: self = .usage
        case .notText: self = .badData
        case .folder(let error): self.init(folder: error)
        case .disk(let error): self.init(disk: error)
        case .audio(let error): self.init(audio: error)
        case .synthesis(let error): self.init(synthesis: error)
        }
    }

    private init(folder error: FolderError) {
        switch error {
        case .language: self = .usage
        case .fileName, .unprintable: self = .badData
        case .disk(let error): self.init(disk: error)
        }
    }

    private init(history error: HistoryError) {
        self =
            switch error {
            case .damaged, .foreign, .newer: .badData
            case .cannotOpen: .cannotCreate
            case .failed: .inputOutput
            }
    }

    private init(engine fault: EngineFault) {
        self =
            switch fault {
            case .badData: .badData
            case .missing: .missing
            case .notInstalled: .notInstalled
            case .cannotCreate: .cannotCreate
            case .caused(by: let error): Self(error)
            }
    }

    private init(session error: SessionError) {
        switch error {
        case .disk(let error): self.init(disk: error)
        case .trace(let error): self.init(trace: error)
        case .audio(let error): self.init(audio: error)
        case .synthesis(let error): self.init(synthesis: error)
        case .missingClip: self = .missing
        case .commandMissing: self = .notInstalled
        case .brokenDown: self = .badData
        case .provesNothing: self = .differs
        case .unknownSetting, .setting, .unclearSides, .opposedSides, .unclearSpeakers,
            .noSpeaker:
            self = .usage
        case .malformed, .labels, .labelsOutside,
            .unknownEngine, .unknownRecognizer, .missingMicrophone, .lineTooLong,
            .noCaller, .callLog, .noCallerSound, .trackRate, .unfitCall, .sideAnswers,
            .callChannels, .callRates,
            .unreadable, .nothingUsable, .nothingRecorded, .cutCall, .notInterrupted:
            self = .badData
        case .notReplaceable, .interrupted, .stillRecording: self = .cannotCreate
        case .stopped: self = .inputOutput
        }
    }
}

/// Something a command refuses, with its exit code.
struct CommandError: Error, CustomStringConvertible {
    let status: ExitStatus
    let description: String

    init(_ status: ExitStatus, _ description: String) {
        self.status = status
        self.description = description
    }
}

/// Runs a command's work: an error becomes a message and the documented exit code.
func reporting(_ work: () async throws -> Void) async throws {
    defer { ProgressLine.makeRoom() }
    do {
        try await work()
    } catch let code as ExitCode {
        throw code
    } catch {
        Console.report("\(error)")
        throw ExitCode(ExitStatus(error).rawValue)
    }
}
