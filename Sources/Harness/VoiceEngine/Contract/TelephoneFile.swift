internal import CCarriedFiles
internal import VoiceFiles

/// File of a session that says which telephone its program has, and the carriers that voicetest
/// has files of.
package enum TelephoneFile {
    /// The name of the file in a session's `flow` folder.
    package static let name = "telephone.json"

    /// Values of what a project leaves out, by key.
    package static let defaults = [
        "host": "bot.example", "from": "+15550100", "to": "+15550199", "token": "voicetest",
    ]

    /// Names of the carriers.
    package static let carriers: [String] = Carrier.allCases.map(\.rawValue)

    private enum Carrier: String, CaseIterable {
        case exotel, plivo, telnyx, twilio

        var file: carried_file {
            switch self {
            case .exotel: carried_exotel_carrier_json()
            case .plivo: carried_plivo_carrier_json()
            case .telnyx: carried_telnyx_carrier_json()
            case .twilio: carried_twilio_carrier_json()
            }
        }
    }

    /// Returns the file of the carrier called `name`; nil where voicetest has none.
    package static func carrier(named name: String) -> [UInt8]? {
        Carrier(rawValue: name)?.file.array
    }
}
