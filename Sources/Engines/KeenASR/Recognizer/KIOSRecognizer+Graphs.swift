public import Foundation
internal import VoiceJSON
internal import VoiceRecognition

/// Decoding graphs: which one is listened with.
extension KIOSRecognizer {
    /// Loads a graph that was created on this machine. False for an unknown name, one of another
    /// bundle, a contextual one, and while the recognizer listens; the graph before stays prepared.
    ///
    /// `computeGoP` says whether final results carry pronunciation scores of phones.
    @discardableResult
    public func prepareForListeningWithDecodingGraph(
        withName dgName: String, withGoPComputation computeGoP: Bool
    ) -> Bool {
        Self.succeeds { () throws(KIOSRecognizerError) in
            try prepare(graphNamed: dgName, computeGoP: computeGoP)
        }
    }

    /// Loads a graph from its folder, which may come with the app. False as
    /// ``prepareForListeningWithDecodingGraph(withName:withGoPComputation:)``.
    @discardableResult
    public func prepareForListeningWithDecodingGraph(
        atPath dgPath: String, withGoPComputation computeGoP: Bool
    ) -> Bool {
        Self.succeeds { () throws(KIOSRecognizerError) in
            try prepare(graphAtPath: dgPath, computeGoP: computeGoP)
        }
    }

    /// Loads one context of a contextual graph that was created on this machine: 0 up to, not
    /// including, the number of contexts. False for any other, and as
    /// ``prepareForListeningWithDecodingGraph(withName:withGoPComputation:)``.
    @discardableResult
    public func prepareForListeningWithContextualDecodingGraph(
        withName dgName: String, andContextId contextId: NSNumber,
        withGoPComputation computeGoP: Bool
    ) -> Bool {
        Self.succeeds { () throws(KIOSRecognizerError) in
            try prepare(
                graphNamed: dgName, context: contextId.intValue, computeGoP: computeGoP)
        }
    }

    /// Loads a contextual graph from its folder. False as the method that takes its name.
    @discardableResult
    public func prepareForListeningWithContextualDecodingGraph(
        atPath dgPath: String, andContextId contextId: NSNumber,
        withGoPComputation computeGoP: Bool
    ) -> Bool {
        Self.succeeds { () throws(KIOSRecognizerError) in
            try prepare(
                graphAtPath: dgPath, context: contextId.intValue, computeGoP: computeGoP)
        }
    }

    /// Loads a graph by its name; `context` is nil for a graph without contexts.
    ///
    /// - Throws: ``KIOSRecognizerError/graph(_:)``, ``KIOSRecognizerError/refused(call:_:)``.
    public func prepare(
        graphNamed name: String, context: Int? = nil, computeGoP: Bool = false
    ) throws(KIOSRecognizerError) {
        try check(.prepareForListening)
        let loaded: KIOSLoadedGraph
        do throws(KIOSGraphError) {
            loaded = try KIOSDecodingGraph.load(named: name, for: self)
        } catch { throw .graph(error) }
        try prepare(loaded, context: context, computeGoP: computeGoP)
    }

    /// Loads a graph from its folder; `context` is nil for a graph without contexts.
    ///
    /// - Throws: ``KIOSRecognizerError/graph(_:)``, ``KIOSRecognizerError/refused(call:_:)``.
    public func prepare(
        graphAtPath path: String, context: Int? = nil, computeGoP: Bool = false
    ) throws(KIOSRecognizerError) {
        try check(.prepareForListening)
        let loaded: KIOSLoadedGraph
        do throws(KIOSGraphError) {
            loaded = try KIOSDecodingGraph.load(atPath: path, for: self)
        } catch { throw .graph(error) }
        try prepare(loaded, context: context, computeGoP: computeGoP)
    }

    private func prepare(
        _ loaded: KIOSLoadedGraph, context: Int?, computeGoP: Bool
    ) throws(KIOSRecognizerError) {
        let graph = KeenGraph(
            contexts: loaded.contexts, isContextual: loaded.isContextual,
            unknownWords: loaded.unknownWords.sorted())
        if let refusal = KeenMachine.refusal(of: context, in: graph) {
            report(refusal, of: GuardedCall.prepareForListening.rawValue)
            throw .refused(call: GuardedCall.prepareForListening.rawValue, refusal)
        }
        if sentGraphs[loaded.name] == nil, replayedGraphs.contains(loaded.name) {
            sentGraphs[loaded.name] = loaded
        }
        if sentGraphs[loaded.name] != loaded {
            for part in GraphParts(graph, name: loaded.name).calls {
                send(part.name, part.arguments)
            }
            sentGraphs[loaded.name] = loaded
        }
        currentDecodingGraphName = loaded.name
        send(
            .prepareForListening,
            [
                "graph": .string(loaded.name), "computeGoP": .bool(computeGoP),
                "context": context.map { .integer(Int64($0)) } ?? .null,
            ])
    }
}

/// Splits a graph into calls of at most one trace line each.
struct GraphParts {
    /// Bytes of phrases in one call.
    static let room = 300_000

    private(set) var calls: [(name: String, arguments: JSONObject)] = []

    init(_ graph: KeenGraph, name: String) {
        var left = Self.room
        var rests: [(context: Int, phrases: ArraySlice<String>)] = []
        var firsts: [[String]] = []
        for (index, context) in graph.contexts.enumerated() {
            let (first, rest) = Self.split(context.phrases[...], room: &left)
            firsts.append(first)
            if !rest.isEmpty { rests.append((index, rest)) }
        }
        var graph = graph
        // Words to guess are told of as far as there is room: without them phones get scores.
        graph.unknownWords = Self.split(graph.unknownWords[...], room: &left).first
        calls.append(
            (
                "loadGraph",
                ["name": .string(name), "graph": .object(graph.value(phrases: firsts))]
            ))
        for (context, phrases) in rests {
            var rest = phrases
            while !rest.isEmpty {
                var room = Self.room
                let (part, more) = Self.split(rest, room: &room)
                calls.append(
                    (
                        "addPhrases",
                        [
                            "name": .string(name), "context": .integer(Int64(context)),
                            "phrases": .array(part.map { .string($0) }),
                        ]
                    ))
                rest = more
            }
        }
    }

    /// Returns as many texts as there is room for, and the rest.
    private static func split(
        _ texts: ArraySlice<String>, room: inout Int
    ) -> (first: [String], rest: ArraySlice<String>) {
        var end = texts.startIndex
        while end < texts.endIndex {
            // A letter takes up to six bytes where JSON escapes it.
            let size = texts[end].utf8.count * 2 + 8
            guard size <= room else { break }
            room -= size
            end += 1
        }
        return (Array(texts[..<end]), texts[end...])
    }
}
