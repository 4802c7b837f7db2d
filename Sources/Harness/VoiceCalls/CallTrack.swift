package import VoiceAudio
internal import VoiceDiff
internal import VoiceSession
internal import VoiceTime

/// One side of a call in a sound file, as a session has it: at the session's rate, of its length,
/// with silence where only the other side speaks in the same channel.
struct CallTrack: Sendable {
    let path: String
    let choice: ChannelChoice
    let rate: SampleRate
    /// Length of the call in frames; what the file lacks is silence.
    let frames: Frame
    /// Stretches in which the other side alone speaks, ascending and apart.
    var muted: [Range<Frame>] = []

    private static let blockFrames = 1 << 16

    /// Shows the track in blocks, in order.
    ///
    /// - Throws: ``SessionError/audio(_:)``, and what `body` throws.
    func show(
        to body: (UnsafeBufferPointer<Int16>) throws(SessionError) -> Void
    ) throws(SessionError) {
        var stream: MonoStream
        do throws(AudioError) {
            stream = try MonoStream(
                path: path, choice: choice, rate: rate.hertz, quality: .best)
        } catch { throw .audio(error) }
        var block = [Int16](repeating: 0, count: Self.blockFrames)
        var place: Frame = 0
        var muted = muted[...]
        while place < frames {
            var count = 0
            do throws(AudioError) {
                count = try block.withUnsafeMutableBufferPointer {
                    (all) throws(AudioError) in try stream.read(into: all)
                }
            } catch { throw .audio(error) }
            if count == 0 {
                count = block.count
                for index in block.indices { block[index] = 0 }
            }
            count = Int(min(Frame(count), frames - place))
            Self.mute(&block, place..<place + Frame(count), &muted)
            try block.withUnsafeBufferPointer { (all) throws(SessionError) in
                try body(UnsafeBufferPointer(rebasing: all[..<count]))
            }
            place += Frame(count)
        }
    }

    private static func mute(
        _ block: inout [Int16], _ here: Range<Frame>, _ muted: inout ArraySlice<Range<Frame>>
    ) {
        while let first = muted.first, first.upperBound <= here.lowerBound { muted.removeFirst() }
        for range in muted {
            guard range.lowerBound < here.upperBound else { return }
            let part = range.clamped(to: here)
            for frame in part { block[Int(frame - here.lowerBound)] = 0 }
        }
    }
}

extension HeardCall {
    /// The file and the channel of it that hold the caller's side.
    package var callerSide: (path: String, choice: ChannelChoice) {
        recording.side(appChannel.map { 1 - $0 } ?? 0)
    }

    /// The file and the channel of it that hold the app's side.
    package var appSide: (path: String, choice: ChannelChoice) { recording.side(appChannel ?? 0) }

    /// The caller's side.
    var callerTrack: CallTrack {
        var track = track(of: appChannel.map { 1 - $0 } ?? 0)
        if labels != nil { track.muted = Self.parts(of: speech.app, without: speech.caller) }
        return track
    }

    /// The app's side.
    var appTrack: CallTrack { track(of: appChannel ?? 0) }

    private func track(of channel: Int) -> CallTrack {
        let side = recording.side(channel)
        return CallTrack(
            path: side.path, choice: side.choice, rate: speech.sampleRate, frames: speech.frames)
    }

    /// Returns the parts of `stretches` that lie in none of `others`; both ascending and apart.
    static func parts(
        of stretches: [Range<Frame>], without others: [Range<Frame>]
    ) -> [Range<Frame>] {
        var left = stretches
        for other in others {
            left = left.flatMap { range -> [Range<Frame>] in
                guard range.overlaps(other) else { return [range] }
                let before = range.lowerBound..<max(range.lowerBound, other.lowerBound)
                let after = min(range.upperBound, other.upperBound)..<range.upperBound
                return [before, after].filter { !$0.isEmpty }
            }
        }
        return left
    }
}
