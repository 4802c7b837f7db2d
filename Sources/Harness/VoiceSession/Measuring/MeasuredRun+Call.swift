package import VoiceDiff
internal import VoiceJSON
internal import VoiceTrace

/// Sessions of recorded calls: their traces tell who spoke when, and no sound is asked again.
extension MeasuredRun {
    func callSubject() -> LatencySubject {
        var turns = ToldCall(events, frames: frames).turns
        if callSides == .labels {
            // A call whose labels were not laid on the sound has only them.
            let ends = manifest.call["labelledEnds"]?.array.map { Set($0.compactMap(\.integer)) }
            for index in turns.indices
            where ends?.contains(turns[index].active.upperBound) ?? true {
                turns[index].source = .clip
            }
        }
        var subject = LatencySubject(
            name: name, path: path, sampleRate: manifest.sampleRate, frames: frames,
            events: events, vocabulary: vocabulary, turns: turns)
        subject.tellsDecisions = false
        subject.settings = manifest.settings
        return subject
    }

    private var callSides: CallFigures.Sides {
        manifest.call["guess"]?.string.flatMap(CallFigures.Sides.init) ?? .speaksFirst
    }

    /// Figures of a call beside its latencies; nil of every other session.
    package var callFigures: CallFigures? {
        guard manifest.isCall else { return nil }
        let told = ToldCall(events, frames: frames)
        var figures = CallFigures(
            prompts: told.prompts, turns: told.turns,
            sampleRate: manifest.sampleRate, frames: frames)
        figures.sides = callSides
        figures.appChannel = manifest.call["appChannel"]?.integer.flatMap {
            (1...2).contains($0) ? Int($0) - 1 : nil
        }
        figures.findings = listed("findings")
        figures.unfit = listed("unfit")
        figures.seamlessEnds = Set(
            (manifest.call["seamlessEnds"]?.array ?? []).compactMap(\.integer))
        figures.hiddenEnds = (manifest.call["hiddenEnds"]?.array ?? []).compactMap { range in
            guard let places = range.array?.compactMap(\.integer), places.count == 2,
                0 <= places[0], places[0] < places[1], places[1] <= frames
            else { return nil }
            return places[0]..<places[1]
        }
        return figures
    }

    /// Returns the findings under `key` of the manifest.
    private func listed(_ key: String) -> [CallFigures.Finding] {
        (manifest.call[key]?.array ?? []).compactMap { finding in
            guard let name = finding.object?["kind"]?.string,
                let sentence = finding.object?["what"]?.string
            else { return nil }
            return CallFigures.Finding(name: name, sentence: sentence)
        }
    }

    /// Works out the run's latencies, with the figures of a call.
    ///
    /// - Throws: what ``subject()`` throws.
    package func latency() throws(SessionError) -> SessionLatency {
        var latency = SessionLatency(try subject())
        latency.call = callFigures
        latency.leaveOutUnfit()
        return latency
    }
}
