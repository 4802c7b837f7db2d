import VoiceAudio
import VoiceJSON
import VoiceSession
import VoiceTime

/// The files of a scenario that is made of a session: its clips, its room, and itself.
struct ScenarioFiles {
    /// The caller.
    var script: CallerScript
    /// Notes for the user, in sentences without their full stops.
    var notes: [String]
    /// The names of the clips, one for each line; nil for keys, which need none.
    let clips: [String?]
    /// The sound files, by their names.
    private(set) var sounds: [(name: String, bytes: [UInt8])] = []
    /// Frames of all clips together.
    private(set) var frames: Frame = 0
    private var room = CallerScript.Room.usual
    private let session: String
    private let own: JSONObject?

    /// The files of `script`, which is called `name` and whose sound is cut from `sound`; `own` is
    /// the scenario of the `session`.
    init(
        _ script: CallerScript, _ sound: CallerClips, named name: String, of session: String,
        own: JSONObject?
    ) throws {
        self.script = script
        self.session = session
        self.own = own
        notes = script.notes
        clips = script.lines.enumerated().map { place, line in
            line.keys == nil ? "\(name)-\(place + 1).flac" : nil
        }
        for (line, name) in zip(script.lines, clips) {
            guard let name else { continue }
            let clip = try sound.clip(of: line)
            frames += Frame(clip.frames)
            sounds.append((name, try SoundFile.encodeFLAC(clip)))
        }
        guard let stretch = script.room else { return }
        let loop = try sound.room(in: stretch)
        let isSilent = loop.samples.allSatisfy { $0 == 0 }
        room = isSilent ? .silent : .file("\(name)-room.flac")
        if !isSilent { sounds.append(("\(name)-room.flac", try SoundFile.encodeFLAC(loop))) }
    }

    /// The scenario file of as many lines as `script` has.
    func scenario(_ script: CallerScript) -> [UInt8] {
        script.file(
            clips: Array(clips.prefix(script.lines.count)), room: room, of: session, own: own)
    }
}
