/// The library `VoiceFlow` under the name of the original's module, so that an app keeps its
/// `import STVoiceFlow`.
@_exported public import VoiceFlow
