internal import VoiceTrace

/// Which module was active when.
struct ModuleTimeline {
    private var positions: [Int] = []
    private var names: [String] = []
    private let events: [TraceEvent]

    init(_ events: [TraceEvent]) {
        self.events = events
        for (position, event) in events.enumerated() where event.kind == "moduleStart" {
            guard let name = event.fields["module"]?.string else { continue }
            positions.append(position)
            names.append(name)
        }
    }

    /// The module that the event at `position` names, or the last one started by then.
    func module(at position: Int) -> String? {
        if let own = events[position].fields["module"]?.string { return own }
        var low = 0
        var high = positions.count
        while low < high {
            let middle = (low + high) / 2
            if positions[middle] <= position { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? names[low - 1] : nil
    }
}
