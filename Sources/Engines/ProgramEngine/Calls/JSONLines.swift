internal import VoiceJSON

/// Objects as the lines of a file.
enum JSONLines {
    /// One object a line, each with a line feed behind it.
    static func bytes(_ objects: [JSONObject]) -> [UInt8] {
        var writer = JSONWriter()
        var bytes: [UInt8] = []
        for object in objects {
            writer.removeAll()
            writer.write(.object(object))
            bytes += writer.bytes + [UInt8(ascii: "\n")]
        }
        return bytes
    }
}
