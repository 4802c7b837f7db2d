internal import VoiceEngine
internal import VoiceTime
internal import VoiceTrace

extension FrameLoop {
    /// Tells `job` how loud the microphone is; where it is not heard, how loud it was recorded.
    mutating func measureLevel(for job: Int) {
        let label = core.hasSeveralListeners ? job : nil
        guard let level = tap == .audio ? frontEnd.level : takeRecordedLevel(for: label) else {
            return
        }
        emit(CrossingText.event(level: level, job: label))
        engineEvents.append(.media(.level(job: job, milliDecibels: level)))
    }

    private mutating func takeRecordedLevel(for job: Int?) -> Int? {
        let past = recordedLevels.prefix { $0.frame < now }.count
        recordedLevels.removeFirst(past)
        let index = recordedLevels.prefix { $0.frame == now }.firstIndex {
            CrossingText.job(of: $0) == job
        }
        return index.flatMap { CrossingText.level(recordedLevels.remove(at: $0)) }
    }
}
