package import VoiceEngine
public import VoiceHypothesis
package import VoiceMedia
public import VoiceTrace

/// Everything a run is made of, fixed when the app asked for it; what the app calls until the run
/// begins counts from its beginning.
@MainActor
public struct RunPlan {
    /// Parts that an engine brings to a run.
    package struct Engine {
        /// Declaration of the engine.
        package var declaration: EngineDeclaration
        /// Whether it listens for words.
        package var recognizes: Bool
        /// Whether a run is worth having where no recognizer can be had: the engine is then told
        /// that `speechRecognition` is `unavailable`.
        package var runsWithoutRecognizer = false
        /// The folder name of the language.
        package var language: String
        /// Its files, as a session holds them.
        package var files: [String: [UInt8]]
        /// Sources of ``files``, by their names; empty where the app has no files.
        package var sources: [String: [AppInputs.Source]] = [:]
        /// Names of every file that the app can hand over.
        package var fileNames: Set<String> = []
        /// The model that its words are recognised with; nil for the host's.
        package var model: SpeechModel?
        /// Maker of the engine.
        package var make: (EngineSetup) throws -> any EngineUnderTest

        /// An engine of these parts.
        package init(
            declaration: EngineDeclaration, recognizes: Bool, language: String,
            files: [String: [UInt8]], model: SpeechModel? = nil,
            make: @escaping (EngineSetup) throws -> any EngineUnderTest
        ) {
            self.declaration = declaration
            self.recognizes = recognizes
            self.language = language
            self.files = files
            self.model = model
            self.make = make
        }
    }

    let facade: any RunFacade
    /// The app's calls that come before the run.
    let calls: [EngineCall]
    private var engine: Engine
    /// Owner of the façade, which is not to go before the run begins.
    private let owner: AnyObject

    /// A plan of the façade of `owner`; `calls` come before those that are made until it begins.
    package init(
        facade: any RunFacade, of owner: AnyObject, engine: Engine, calls: [EngineCall]
    ) {
        self.facade = facade
        self.owner = owner
        self.engine = engine
        self.calls = calls
    }

    /// Whether anything of the engine listens for words.
    public var recognizes: Bool { engine.recognizes }

    /// The model that words are recognised with: the app's own, else the host's.
    public var model: SpeechModel { engine.model ?? facade.host.conditions.model }

    /// Whether the run begins where no recognizer can be had.
    package var runsWithoutRecognizer: Bool {
        get { engine.runsWithoutRecognizer }
        set { engine.runsWithoutRecognizer = newValue }
    }

    /// Inputs that the app hands to the engine beside its calls.
    var inputs: AppInputs {
        var inputs = AppInputs(language: engine.language)
        inputs.documents = engine.files
        inputs.sources = engine.sources
        inputs.names = engine.fileNames.union(engine.files.keys)
        for case .audioSession(.configured(let setup), _) in facade.firstInputs(
            facade.host.conditions)
        {
            inputs.audioSession = setup.others
        }
        return inputs
    }

    /// Makes the run and starts the engine at frame 0, where `inputs` come before all else; nil
    /// where its conditions are impossible, which the façade is told.
    public func start(after inputs: [SessionInput] = []) -> EngineRun? {
        start(after: inputs, script: nil)
    }

    /// As ``start(after:)``; a `script` takes the place of the microphone.
    package func start(
        after inputs: [SessionInput] = [], script: SoundScript?
    ) -> EngineRun? {
        var conditions = facade.host.conditions
        conditions.model = model
        // There is no sound, and the engine asks for words.
        if script != nil { conditions.tap = .speech }
        let setup = EngineSetup(
            files: engine.files, settings: conditions.engine, language: engine.language,
            seed: conditions.seed, sampleRate: conditions.sampleRate)
        let calls = calls + facade.takeWaiting()
        do {
            var loop = try FrameLoop(
                engine: try engine.make(setup), host: RunBridge(facade: facade),
                rate: conditions.sampleRate, settings: conditions.media, tap: conditions.tap,
                script: script)
            loop.keepsTrace = conditions.keepsTrace
            loop.receivers = engine.declaration.receivers
            loop.waitsForCallbacks = conditions.waitsForCallbacks
            for input in inputs + facade.firstInputs(conditions) { loop.schedule(input, at: 0) }
            for call in calls { loop.schedule(.call(call), at: 0) }
            loop.schedule(.run, at: 0)
            let run = EngineRun(
                loop: loop, facade: facade,
                origin: RunParts(
                    declaration: engine.declaration, setup: setup, conditions: conditions))
            facade.began(run)
            return run
        } catch {
            facade.refused(.engine, "\(error)")
            return nil
        }
    }

    /// Tells the façade that the run cannot begin.
    public func refuse(_ failure: RunFailure, _ why: String) {
        _ = facade.takeWaiting()
        facade.refused(failure, why)
    }
}
