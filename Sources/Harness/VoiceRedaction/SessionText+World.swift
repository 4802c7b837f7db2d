internal import VoiceTrace

/// News of permissions, the audio session and devices: their own words and numbers stay.
extension SessionText {
    mutating func hidden(_ permission: Permission) -> Permission {
        Permission.known.contains(permission)
            ? permission : Permission(rawValue: mask.hide(permission.rawValue))
    }

    mutating func hidden(_ answer: PermissionAnswer) -> PermissionAnswer {
        PermissionAnswer.known.contains(answer)
            ? answer : PermissionAnswer(rawValue: mask.hide(answer.rawValue))
    }

    mutating func hidden(_ news: AudioSessionNews) -> AudioSessionNews {
        switch news {
        case .began, .ended: return news
        case .configured(var setup):
            setup.others = mask.hide(setup.others)
            return .configured(setup)
        case .other(let event): return .other(event: event.map { mask.hide($0) })
        }
    }

    mutating func hidden(_ news: DeviceNews) -> DeviceNews {
        switch news {
        case .opened(let name, let rate, let latency):
            .opened(name: mask.hide(name), rate: rate, latency: latency)
        case .lost(let name): .lost(name: mask.hide(name))
        case .saved(.failed(let reason)): .saved(.failed(reason: hidden(reason: reason)))
        case .underrun, .saved: news
        case .recordingFailed(let reason): .recordingFailed(reason: hidden(reason: reason))
        case .playbackFailed(let reason): .playbackFailed(reason: hidden(reason: reason))
        case .other(let event): .other(event: event.map { mask.hide($0) })
        }
    }

    private mutating func hidden(reason: String) -> String {
        Self.systemWords.contains(reason) ? reason : mask.hide(reason)
    }

    private mutating func hidden(reason: String?) -> String? {
        reason.map { hidden(reason: $0) }
    }
}
