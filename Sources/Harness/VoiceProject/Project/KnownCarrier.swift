internal import VoiceFiles

/// A carrier whose file is carried inside the program.
package enum KnownCarrier: String, CaseIterable {
    case exotel, genesys, plivo, telnyx, twilio, vonage

    /// The bytes of its file.
    package var bytes: [UInt8] {
        CarriedFile.at("Engines/ProgramEngine/Carriers/\(rawValue).carrier.json").bytes
    }
}
