/// Flow and prompt files, written short: what a test does not speak about is filled in.
enum Files {
    /// A module; `body` are more members, `goTo` are more keys of its goTo, both as JSON.
    static func module(
        _ id: String, _ type: String, to target: String = "VF_END", goTo: String = "",
        _ body: String = ""
    ) -> String {
        let members = body.isEmpty ? "" : "\(body), "
        let keys = goTo.isEmpty ? "" : ", \(goTo)"
        return #"{"id": "\#(id)", "type": "\#(type)", "name": "", \#(members)"#
            + #""goTo": {"DEFAULT": "\#(target)"\#(keys)}}"#
    }

    /// A module that plays `prompts` one after the other, or by `style`.
    static func play(
        _ id: String, _ prompts: [String], style: String = "combo", to target: String = "VF_END",
        goTo: String = ""
    ) -> String {
        let body = #""playAudioParams": {"style": "\#(style)", \#(collection(prompts))}"#
        return module(id, "playAudio", to: target, goTo: goTo, body)
    }

    /// A process module that sets fields: `"F": 1` sets the field F to 1.
    static func process(
        _ id: String, _ assignments: [(String, String)], to target: String = "VF_END"
    ) -> String {
        let entries = assignments.map { #"{"name": "$[\#($0.0)]", "value": \#($0.1)}"# }
        let list = entries.joined(separator: ", ")
        return module(
            id, "process", to: target,
            #""processParams": {"setValueForFieldNameCollection": [\#(list)]}"#)
    }

    /// A dialog; `says` are its prompt entries, `listens` its recordAudioParams.
    static func dialog(
        _ says: [String], id: String = "Ask", counts: String = #""timeout": 0, "garbage": 0"#,
        listens: String = "", to target: String = "VF_END", goTo: String = ""
    ) -> String {
        module(
            id, "audioDialog", to: target, goTo: goTo,
            #""recordAudioParams": {\#(listens)}, "audioDialogParams": {"#
                + #""dialogMaxRetryCount": {\#(counts)}, "#
                + #""dialogPromptCollection": [\#(says.joined(separator: ", "))]}"#)
    }

    /// A module that records; `records` are its recordAudioParams, `stops` its stop reasons.
    static func record(
        _ id: String = "Take", _ records: String, type: String = "recordAudio",
        stops: [String: String] = [:], goTo: String = "", to target: String = "VF_END"
    ) -> String {
        let reasons = stops.sorted { $0.key < $1.key }
            .map { #""\#($0.key)": "\#($0.value)""# }.joined(separator: ", ")
        let keys = [stops.isEmpty ? "" : #""stopRecordReason": {\#(reasons)}"#, goTo]
        return module(
            id, type, to: target, goTo: keys.filter { !$0.isEmpty }.joined(separator: ", "),
            #""recordAudioParams": {\#(records)}"#)
    }

    /// A listener that plays `prompt` first; `listens` are its recordAudioParams.
    static func listener(
        _ prompt: String, id: String = "Chat", listens: String = "", recognizes: String = "",
        to target: String = "VF_END", goTo: String = ""
    ) -> String {
        module(
            id, "audioListener", to: target, goTo: goTo,
            #""audioListenerParams": {"promptID": "\#(prompt)"}, "#
                + #""recordAudioParams": {\#(listens)}, "#
                + #""recognizeAudioParams": {\#(recognizes)}"#)
    }

    /// One entry of a dialog: what it says for `type`; `more` are more members.
    static func says(_ type: String, _ prompts: String..., more: String = "") -> String {
        let members = more.isEmpty ? "" : ", \(more)"
        return #"{"type": "\#(type)", \#(collection(prompts))\#(members)}"#
    }

    /// A prompt made of others.
    static func group(_ id: String, _ style: String, _ members: [String]) -> String {
        #"{"id": "\#(id)", "style": "\#(style)", \#(collection(members))}"#
    }

    /// A prompt that speaks for as many columns as its id has letters.
    static func text(_ id: String, _ text: String = "words") -> String {
        #"{"id": "\#(id)", "style": "single", "textString": "\#(text)"}"#
    }

    /// A list file of `elements`.
    static func list(_ elements: [String]) -> [UInt8] {
        Array("[\n\(elements.joined(separator: ",\n"))\n]".utf8)
    }

    /// A whole flow: `modules`, entered at the first, between the two ends.
    static func flow(_ modules: [String], from first: String) -> [UInt8] {
        list(
            [module("VF_START", "node", to: first)] + modules
                + [module("VF_END", "node", to: "")])
    }

    private static func collection(_ ids: [String]) -> String {
        let entries = ids.map { #"{"promptID": "\#($0)"}"# }.joined(separator: ", ")
        return #""promptCollection": [\#(entries)]"#
    }
}
