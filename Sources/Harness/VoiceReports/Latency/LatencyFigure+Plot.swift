internal import VoiceDiff
internal import VoiceJSON

extension LatencyFigure {
    /// More values than this are drawn as every n-th of them.
    private static var dotLimit: Int { 400 }

    /// Returns the data that `plots.js` draws, on the scale of all up to `most` microseconds.
    func plot(golden: LatencyFigure?, upTo most: Int64) -> JSONObject {
        let step = max(1, values.count / Self.dotLimit)
        let shown = stride(from: 0, to: values.count, by: step).map { values[$0] }
        func times(_ isAtLeast: Bool) -> JSONValue {
            .array(shown.filter { $0.isAtLeast == isAtLeast }.map { .integer($0.microseconds) })
        }
        let percentiles = percentiles?.all.map(\.value) ?? []
        var plot: JSONObject = [
            "kind": "strip",
            "label": .string(
                "\(metric.rawValue): every value and its percentiles, 0 to"
                    + " \(percentiles.last.map { LatencyValues.text($0) } ?? "0") ms"),
            "values": times(false), "atLeast": times(true), "most": .integer(most),
            "percentiles": .array(percentiles.dropLast().map { .integer($0.microseconds) }),
        ]
        if let median = golden?.percentiles?.p50.microseconds {
            plot["golden"] = .integer(median)
        }
        return plot
    }
}
