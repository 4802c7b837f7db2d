internal import VoiceEngine
internal import VoiceFiles
internal import VoiceJSON
public import VoiceRun
internal import VoiceTrace

/// Recognises speech against decoding graphs, and calls a delegate with what it understands.
///
///     KIOSRecognizer.initWithASRBundle("english")
///     let recognizer = KIOSRecognizer.sharedInstance()!
///     recognizer.delegate = self
///     recognizer.setVADParameter(.timeoutEndSilenceForGoodMatch, toValue: 0.8)
///     recognizer.prepareForListeningWithDecodingGraph(
///         withName: "colors", withGoPComputation: false)
///     recognizer.startListening(nil)
///
/// There is one recognizer at a time. It lives in the world that ``makeHost`` makes: a sound card,
/// files and streams, a test's hands, a recorded session. The methods that return a Boolean are
/// those of the original; those that throw say why. Nothing is printed.
@MainActor
public final class KIOSRecognizer: KIOSRecognizing {
    private static var shared: KIOSRecognizer?
    /// The release of KeenASR whose interface this is.
    nonisolated static let sdkVersion = "2.1"

    /// Makes the world of the next recognizer: without devices, but for sound that an app brings.
    /// Set it before the recognizer is initialised: `{ DeviceHost(task: .general) }` of `VoiceLive`
    /// listens to a sound card. Until it is set, listening to the microphone is refused.
    public static var makeHost: @MainActor () -> any RunHost = { SoundHost(hasNoMicrophone: true) }
    /// Folders in which the next recognizer keeps its files; nil keeps none.
    public static var standardLocations = KIOSLocations.standard
    /// Sink of responses that apps queue; nil where nothing takes them.
    public static var responseSink: (any KIOSResponseSink)?
    /// Amount that goes to ``logHandler``.
    public private(set) static var logLevel = KIOSRecognizerLogLevel.warning
    /// Handler of log lines; without one nothing is written.
    public static var logHandler: (@MainActor (KIOSRecognizerLogLevel, String) -> Void)?

    /// Hears of results; not kept alive.
    public weak var delegate: (any KIOSRecognizerDelegate)?
    /// Absolute path of the ASR bundle.
    public nonisolated let asrBundlePath: String
    /// Last component of ``asrBundlePath``.
    public nonisolated let asrBundleName: String
    /// Folders in which the recognizer keeps its files.
    public nonisolated let locations: KIOSLocations?
    /// The graph that was prepared last; nil before any.
    public internal(set) var currentDecodingGraphName: String?
    /// Whether the final result of a prebuilt graph is rescored with its language model. No graph
    /// here has one, so that the step is skipped.
    public var rescore = true { didSet { if rescore != oldValue { send("setRescore", rescore) } } }
    /// Whether the recognizer unwinds and sets up its audio stack when the audio session is
    /// interrupted and comes back; otherwise the app does, with ``deactivateAudioStack()`` and
    /// ``activateAudioStack()``.
    public var handleNotifications = true {
        didSet {
            if handleNotifications != oldValue, !isFollowing {
                send("setHandleNotifications", handleNotifications)
            }
        }
    }

    /// Number of other readings that final results hold, from the next start of listening on: 0 to
    /// 20, beyond which the nearest of them counts. 0 at first.
    public var maximumAlternatives = 0 {
        didSet {
            let count = min(max(0, maximumAlternatives), KeenMachine.mostAlternatives)
            if maximumAlternatives != count { maximumAlternatives = count }
            if count != oldValue, !isFollowing {
                send("setAlternatives", ["count": .integer(Int64(count))])
            }
        }
    }

    let facade: KeenFacade
    private let bundle: KIOSASRBundle
    /// Facts that decide which calls are taken, as far as the recognizer knows them here.
    var situation = RecognizerSituation()
    /// Calls that were taken here, and the machine has not told of yet.
    var pending: [GuardedCall] = []
    var responses = KeptResponses()
    var speaker = SpeakerState()
    /// Whether the app wants its own sound taken out of the microphone.
    var cancelsEcho = false
    /// Whether the app wants the audio devices.
    var wantsAudio = true
    /// The level told last, in thousandths of a decibel; nil for none.
    var level: Int?
    /// Graphs that the machine has.
    var sentGraphs: [String: KIOSLoadedGraph] = [:]
    /// Graphs that a replayed session brought in the app's place.
    var replayedGraphs: Set<String> = []
    /// Whether a replayed session changes a property, and not the app.
    var isFollowing = false
    private(set) var isTornDown = false
    /// Number of times that listening was started.
    var startCount = 0
    /// News that streams tell.
    let partialNews: AppNews<KIOSResult>
    let finalNews: AppNews<KIOSResponse>
    /// Numbers of the last listening that began, and of the last that gives no response.
    var begunNumber = 0
    var abandonedNumber = 0

    private init(_ bundle: KIOSASRBundle, host: any RunHost, locations: KIOSLocations?) {
        self.bundle = bundle
        asrBundlePath = bundle.path
        asrBundleName = bundle.name
        self.locations = locations
        facade = KeenFacade(host: host)
        partialNews = AppNews(tasks: host.appTasks)
        finalNews = AppNews(tasks: host.appTasks)
        facade.recognizer = self
        host.serve(facade)
        situation.mayRecord = host.answer(permission: .microphone) == .granted
        situation.offersEchoCancellation = host.offersEchoCancellation
        begin()
    }

    private func begin() {
        let factory = KeenASRFactory()
        facade.calls.prepare()
        send("setLevelInterval", ["milliseconds": 100])
        let engine = RunPlan.Engine(
            declaration: factory.declaration, recognizes: true,
            language: facade.resources.folders.language, files: [:], model: bundle.model
        ) { setup in try factory.make(setup) }
        facade.host.begin(RunPlan(facade: facade, of: self, engine: engine, calls: []))
    }

    /// The world that the recognizer lives in.
    public var host: any RunHost { facade.host }

    /// The run of the recognizer's machine; nil before it began. Its `record()` is a session.
    public var run: EngineRun? { facade.run }

    /// State of the recognizer at the moment.
    public var recognizerState: KIOSRecognizerState { situation.state }

    /// A folder of the app's own for audio and JSON of responses, made when the app asks for it;
    /// nil where the recognizer keeps no files.
    public var dataDirectory: String? { made(locations?.recordings) }

    /// A folder of the app's own for everything else, made as ``dataDirectory`` is.
    public var miscDataDirectory: String? { made(locations?.miscellaneous) }

    /// The path of a folder, which is made if need be; why it cannot be is logged.
    private func made(_ folder: String?) -> String? {
        guard let folder else { return nil }
        do throws(DiskError) {
            try DiskFile.makeFolder(folder)
        } catch { Self.log(.warning, error.description) }
        return folder
    }

    /// The bundle, open and checked.
    public nonisolated func asrBundle() throws(KIOSBundleError) -> KIOSASRBundle { bundle }

    // MARK: The one recognizer

    /// The recognizer; nil until it is initialised.
    public static func sharedInstance() -> KIOSRecognizer? { shared }

    /// Makes the recognizer from a bundle that comes with the app: in its resources, beside its
    /// program or in the current folder. False as ``initWithASRBundleAtPath(_:)``.
    @discardableResult
    public static func initWithASRBundle(_ bundleName: String) -> Bool {
        succeeds { () throws(KIOSRecognizerError) in
            _ = try initialize(bundleAtPath: BundleSearch.path(ofBundle: bundleName))
        }
    }

    /// Makes the recognizer from the bundle at a path. False where there is one already, and where
    /// the folder or a file that it needs is missing or damaged.
    @discardableResult
    public static func initWithASRBundleAtPath(_ pathToASRBundle: String) -> Bool {
        succeeds { () throws(KIOSRecognizerError) in
            _ = try initialize(bundleAtPath: pathToASRBundle)
        }
    }

    /// Makes the recognizer, in the world of `host` or else of ``makeHost``.
    ///
    /// - Throws: ``KIOSRecognizerError/exists(bundle:)``, ``KIOSRecognizerError/bundle(_:)``.
    @discardableResult
    public static func initialize(
        bundleAtPath path: String, host: (any RunHost)? = nil
    ) throws(KIOSRecognizerError) -> KIOSRecognizer {
        if let shared { throw .exists(bundle: shared.asrBundleName) }
        let bundle: KIOSASRBundle
        do throws(KIOSBundleError) {
            bundle = try KIOSASRBundle(path: path)
        } catch { throw .bundle(error) }
        let made = KIOSRecognizer(
            bundle, host: host ?? makeHost(), locations: standardLocations)
        shared = made
        return made
    }

    /// Releases the recognizer, for example to make one of another language.
    ///
    /// - Returns: whether no recognizer is left; false while it listens or works out the final
    ///   result. The app's references to it are dead then.
    @discardableResult
    public static func teardown() -> Bool {
        guard let recognizer = shared else { return true }
        guard recognizer.refusal(.teardown) == nil else { return false }
        recognizer.end()
        return true
    }

    /// The version of this SDK.
    public nonisolated static func version() -> String { sdkVersion }

    /// Sets the amount that goes to ``logHandler``.
    public static func setLogLevel(_ logLevel: KIOSRecognizerLogLevel) { self.logLevel = logLevel }

    /// Whether `body` does not throw; why is logged.
    static func succeeds(_ body: () throws(KIOSRecognizerError) -> Void) -> Bool {
        do {
            try body()
            return true
        } catch {
            log(.warning, error.description)
            return false
        }
    }

    static func log(_ level: KIOSRecognizerLogLevel, _ text: @autoclosure () -> String) {
        guard level.rawValue >= logLevel.rawValue, let logHandler else { return }
        logHandler(level, text())
    }

    // MARK: Calls

    /// Ends the run: nothing is called back any more.
    func end() {
        guard !isTornDown else { return }
        send(GuardedCall.teardown.rawValue)
        isTornDown = true
        delegate = nil
        endNews()
        responses.end()
        if Self.shared === self { Self.shared = nil }
    }

    /// The run is over, by a call of the app or by its host.
    func runEnded() {
        isTornDown = true
        delegate = nil
        endNews()
        if Self.shared === self { Self.shared = nil }
    }

    private func endNews() {
        partialNews.end()
        finalNews.end()
    }

    /// Ends everything where no run begins, as without a device: nothing is listened to.
    func isWithoutRun(_ why: String) {
        pending = []
        responses.end()
        situation.state = situation.idleState
        situation.isAudioActive = false
        situation.isUnavailable = true
        Self.log(.warning, why)
    }

    /// Returns the reason why a call is refused, which is reported; nil where it is allowed.
    func refusal(_ call: GuardedCall) -> KIOSRefusal? {
        if isTornDown { return .tornDown }
        guard let refusal = situation.refusal(of: call) else { return nil }
        report(refusal, of: call.rawValue)
        return refusal
    }

    func report(_ refusal: KIOSRefusal, of call: String) {
        send("noteRefusal", ["call": .string(call), "reason": .string(refusal.rawValue)])
        Self.log(.warning, "\(call): \(refusal)")
    }

    /// Sends a call that was taken; the situation changes at once.
    func send(_ call: GuardedCall, _ arguments: JSONObject = [:]) {
        situation.handle(call)
        pending.append(call)
        send(call.rawValue, arguments)
    }

    func send(_ name: String, _ arguments: JSONObject = [:]) {
        guard !isTornDown else { return }
        facade.calls.send(Self.call(name, arguments))
    }

    func send(_ name: String, _ value: Bool) { send(name, ["value": .bool(value)]) }

    static func call(_ name: String, _ arguments: JSONObject) -> EngineCall {
        EngineCall(facade: KeenASRFactory.kind, name: name, arguments: arguments)
    }
}
