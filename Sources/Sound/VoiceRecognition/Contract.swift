// Questions to recognizers and their answers are a module of their own, so that no engine waits
// for the recognizers to be built. An import of a recognizer brings it along.
@_exported public import VoiceHypothesis
