public import Foundation
internal import VoiceRun

/// The events of callbacks as streams. They end with the run.
extension RealVoiceIO {
    /// The words so far of every listen from now on; empty when a listen begins. A reader that is
    /// 1,024 elements behind loses the oldest ones.
    public var partialTranscripts: AsyncStream<String> { shared.partials.stream() }

    /// The microphone's levels while listening, 0 to 1, as ``onLevelChanged`` is told.
    public var levels: AsyncStream<CGFloat> { shared.levels.stream() }

    /// Short lines about what happens, nil when idle, as ``onStatusMessageChanged`` is told.
    public var statusMessages: AsyncStream<String?> { shared.statuses.stream() }
}
