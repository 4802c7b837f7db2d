internal import CCarriedFiles
internal import VoiceFiles

/// A carrier whose file is carried inside the program.
package enum KnownCarrier: String, CaseIterable {
    case exotel, genesys, plivo, telnyx, twilio, vonage

    /// The bytes of its file.
    package var bytes: [UInt8] {
        switch self {
        case .exotel: carried_exotel_carrier_json().array
        case .genesys: carried_genesys_carrier_json().array
        case .plivo: carried_plivo_carrier_json().array
        case .telnyx: carried_telnyx_carrier_json().array
        case .twilio: carried_twilio_carrier_json().array
        case .vonage: carried_vonage_carrier_json().array
        }
    }
}
