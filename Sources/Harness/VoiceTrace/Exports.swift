// Events, inputs and manifests are made of JSON and stand in files: who uses them needs both.
@_exported public import VoiceFiles
@_exported public import VoiceJSON
