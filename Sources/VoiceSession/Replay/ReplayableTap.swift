public import VoiceMedia
public import VoiceTrace

extension SessionManifest {
    /// Where a replay begins that is asked to begin at `tap`: a session whose sound is not all
    /// there says from which tap on it can be replayed.
    public func firstTap(for tap: StartingTap) -> StartingTap {
        guard let text = self[other: JournalFolder.replayFromKey]?.string,
            let least = StartingTap(rawValue: text)
        else { return tap }
        let order = StartingTap.allCases
        let places = (order.firstIndex(of: tap) ?? 0, order.firstIndex(of: least) ?? 0)
        return places.0 < places.1 ? least : tap
    }
}
