extension Collection<String> {
    /// Lists the first `limit` of the names, and how many more there are: `a, b and 3 more`.
    package func listed(upTo limit: Int) -> String {
        let more = count - limit
        return prefix(limit).joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    }
}
