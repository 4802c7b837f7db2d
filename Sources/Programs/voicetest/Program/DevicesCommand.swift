import ArgumentParser
import VoiceDevices
import VoiceJSON

struct DevicesCommand: AsyncParsableCommand, NotingCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices",
        abstract: "Lists the devices that capture and play.",
        discussion: """
            Give one of the names to `voicetest record --device`. Exits 69 when there is neither \
            a device nor a sound server.

            JSON: {"devices": [{"name", "host", "inputChannels", "outputChannels", "defaultRate", \
            "isDefault"}]}

            Example:
              voicetest devices
            """)

    @Option(help: "How the devices are printed.")
    var format = OutputFormat.text

    @OptionGroup var notes: NoteOptions

    func run() async throws {
        try await reporting {
            let devices = try DeviceSystem().devices
            switch format {
            case .text:
                for device in devices { try Console.print(line: Self.line(of: device)) }
            case .json:
                let listed = devices.map { device -> JSONValue in
                    [
                        "name": .string(device.name), "host": .string(device.host),
                        "inputChannels": .integer(Int64(device.inputChannels)),
                        "outputChannels": .integer(Int64(device.outputChannels)),
                        "defaultRate": .integer(Int64(device.defaultRate)),
                        "isDefault": .bool(device.isDefault),
                    ]
                }
                try Console.print(json: ["devices": .array(listed)])
            }
            if devices.isEmpty { throw DeviceError.noDevices }
        }
    }

    private static func line(of device: SoundDevice) -> String {
        let mark = device.isDefault ? "*" : " "
        return "\(mark) \(device.name)  (\(device.host), in \(device.inputChannels),"
            + " out \(device.outputChannels), \(device.defaultRate) Hz)"
    }
}
