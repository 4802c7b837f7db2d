internal import Synchronization
internal import VoiceDiff
internal import VoiceTime

/// The first causes that were proven so far in a run, for all its runners.
///
/// Whether a session is found here depends on which runner is faster, and so does how much of its
/// own is searched; what is told in the end does not (``Swift/Array/standTogether()``).
package final class SharedProofs: Sendable {
    /// Proofs by sample rate: the distance of two values in a cause is told in its time.
    private let proofs = Mutex<[Int: FirstProofs]>([:])

    /// No proof yet.
    package init() {}

    func note(_ causes: [Cause], at rate: SampleRate, of path: String, in place: Int) {
        proofs.withLock {
            $0[rate.hertz, default: FirstProofs()].note(causes, of: path, at: place)
        }
    }

    func session(with causes: [Cause], at rate: SampleRate, before place: Int) -> String? {
        proofs.withLock { $0[rate.hertz]?.session(with: causes, before: place) }
    }
}
