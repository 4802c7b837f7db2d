// What recognizers are asked and answer is a module of its own, so that no engine waits for the
// recognizers to be built. An import of a recognizer brings it along.
@_exported public import VoiceHypothesis
