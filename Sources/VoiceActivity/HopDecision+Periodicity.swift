extension HopDecision {
    /// How alike the hop is to itself one pitch period earlier, in thousandths.
    public var periodicity: Int { Int(features.rest[HopFeatures.Place.periodicity]) }
}
