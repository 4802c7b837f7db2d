extension VoiceChorus {
    /// A chorus of a ``RealVoiceIO`` and its siblings, in the world that ``RealVoiceIO/makeHost``
    /// makes.
    public convenience init() { self.init(engine: RealVoiceIO()) }
}
