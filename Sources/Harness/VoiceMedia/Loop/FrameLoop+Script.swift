internal import VoiceTime

extension FrameLoop {
    /// Lets a sound of the loop's script be heard; what of it lies before the current frame counts
    /// for levels only.
    package mutating func hear(_ sound: ScriptedSound) {
        guard endReason == nil else { return }
        frontEnd.script?.add(sound)
        awaitScriptedHop()
    }

    /// Decides about the hop that ends now. Hops in which nothing can be decided are left out, so
    /// that silence takes no time.
    mutating func endScriptedHop() {
        scriptedHop = nil
        if let decision = frontEnd.decideByScript(at: now) {
            queue.schedule(.speech(decision), at: now, rank: Rank.speech.rawValue)
        }
        awaitScriptedHop()
    }

    private mutating func awaitScriptedHop() {
        if let scriptedHop { queue.cancel(scriptedHop) }
        scriptedHop = nil
        guard endReason == nil, let next = frontEnd.nextScriptedHop(after: now) else { return }
        scriptedHop = queue.schedule(.scriptedHop, at: next, rank: Rank.hop.rawValue)
    }
}
