import ArgumentParser
import VoiceCalls
import VoiceSession

/// Options on how recordings of calls are read: which side is the app's, and whether keys count.
struct CallSideOptions: ParsableArguments {
    @Option(
        name: .customLong("app-channel"),
        help: .init(
            """
            The channel of the app in recordings of calls, 1 or 2. Default: that of sides.json, \
            else the one that the sound, names and other calls of the folder show.
            """, valueName: "channel"))
    var appChannel: Int?

    @Flag(
        help: """
            Says that the app made the calls: the other side picks up and speaks first.
            """)
    var outbound = false

    @Option(
        name: .customLong("app-speaker"),
        help: .init(
            """
            The speaker of the app in labels of a call. Default: the one that is called app, \
            agent, assistant, bot, ivr or system, else the one that speaks first.
            """, valueName: "name"))
    var appSpeaker: String?

    @Flag(
        help: """
            Takes keys of a telephone that the caller of a recording presses (DTMF) for what the \
            caller says.
            """)
    var keys = false

    func validate() throws {
        if let appChannel, !(1...2).contains(appChannel) {
            throw ValidationError("--app-channel takes 1 or 2.")
        }
    }

    /// Way of reading that the options ask for.
    var reading: HeardCall.Reading {
        HeardCall.Reading(
            appChannel: appChannel.map { $0 - 1 }, appSpeaker: appSpeaker, hearsKeys: keys,
            isOutbound: outbound ? true : nil)
    }
}
