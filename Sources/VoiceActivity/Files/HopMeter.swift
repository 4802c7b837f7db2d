/// Measures hops of sound, each for itself, so that pieces of one sound can be measured side by
/// side.
protocol HopMeter: ~Copyable, SendableMetatype {
    /// What is measured of a hop.
    associatedtype Reading: BitwiseCopyable & Sendable

    /// The samples in a hop.
    static var hopFrames: Int { get }
    /// The samples looked at before a hop.
    static var lead: Int { get }
    /// The samples looked at after a hop.
    static var lag: Int { get }

    /// The reading that stands where none was taken yet.
    static var nothing: Reading { get }

    /// Measures `readings.count` hops.
    ///
    /// - Parameter samples: the lead, the hops, the lag.
    mutating func measure(
        _ samples: UnsafeBufferPointer<Int16>, into readings: UnsafeMutableBufferPointer<Reading>)
}

/// Decides from the readings of hops, given in order.
protocol HopJudge: ~Copyable, SendableMetatype {
    /// What it decides from.
    associatedtype Reading: BitwiseCopyable & Sendable

    /// Takes the readings of the next hops.
    mutating func take(_ readings: UnsafeBufferPointer<Reading>)
}
