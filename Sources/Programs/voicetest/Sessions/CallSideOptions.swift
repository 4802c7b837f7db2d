import ArgumentParser
import VoiceSession

/// Which side of a recording of a call is the app's.
struct CallSideOptions: ParsableArguments {
    @Option(
        name: .customLong("app-channel"),
        help: .init(
            """
            The channel of the app in recordings of calls, 1 or 2. Default: the one that speaks \
            first.
            """, valueName: "channel"))
    var appChannel: Int?

    @Option(
        name: .customLong("app-speaker"),
        help: .init(
            """
            The speaker of the app in labels of a call. Default: the one that is called app, \
            agent, assistant, bot, ivr or system, else the one that speaks first.
            """, valueName: "name"))
    var appSpeaker: String?

    func validate() throws {
        if let appChannel, !(1...2).contains(appChannel) {
            throw ValidationError("--app-channel takes 1 or 2.")
        }
    }

    /// What the options say.
    var naming: HeardCall.Naming {
        HeardCall.Naming(appChannel: appChannel.map { $0 - 1 }, appSpeaker: appSpeaker)
    }
}
