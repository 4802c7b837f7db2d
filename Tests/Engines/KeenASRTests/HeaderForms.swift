// swift-format-ignore-file: NeverForceUnwrap
import Foundation
import KeenASR

/// An app as those of the original are written: it calls what the headers of 2.1 declare, in the
/// form in which Swift imports them.
@MainActor
final class HeaderApp: KIOSRecognizerDelegate {
    var lines: [String] = []
    var levels: [Float] = []
    var isUncertain = false
    var frameCount = 0

    func prepare() -> Bool {
        let recognizer = KIOSRecognizer.sharedInstance()
        recognizer?.delegate = self
        let name = "words"
        if !KIOSDecodingGraph.decodingGraph(withNameExists: name, for: recognizer!) {
            let twist = KIOSWordPronunciation(word: "READ", pronunciation: "R EH", tag: "CUT")
            guard twist.isValid(recognizer!), twist.getWord() == "READ", twist.getTag() == "CUT",
                twist.getPronunciation() == "R EH",
                KIOSDecodingGraph.createDecodingGraph(
                    fromPhrases: ["READ", "GO UP"], for: recognizer!,
                    usingAlternativePronunciations: [twist], andTask: KIOSSpeakingTask.default,
                    withSpokenNoiseProbability: 0.7, andSaveWithName: name)
            else { return false }
        }
        recognizer?.setVADParameter(KIOSVadParameter.timeoutForNoSpeech, toValue: 5)
        recognizer?.setVADParameter(KIOSVadParameter.timeoutEndSilenceForAnyMatch, toValue: 1)
        recognizer?.setVADParameter(KIOSVadParameter.timeoutEndSilenceForGoodMatch, toValue: 1)
        recognizer?.setVADParameter(KIOSVadParameter.timeoutMaxDuration, toValue: 15)
        recognizer?.setVadGating(false)
        return recognizer!.prepareForListeningWithDecodingGraph(
            withName: name, withGoPComputation: true)
    }

    func listen() -> String? {
        guard KIOSRecognizer.sharedInstance()?.recognizerState == .readyToListen else {
            return nil
        }
        var id: NSString?
        guard KIOSRecognizer.sharedInstance()!.startListening(&id) else { return nil }
        return id.map { "\($0)" }
    }

    func recognizerPartialResult(_ result: KIOSResult, for recognizer: KIOSRecognizer) {
        lines.append(String(format: "so far: %@", result))
        levels.append(recognizer.inputLevel())
    }

    func recognizerFinalResponse(_ response: KIOSResponse, for recognizer: KIOSRecognizer) {
        lines.append(String(format: "%@", response))
        let result = response.result
        let confidence = result?.confidence?.doubleValue
        isUncertain = (confidence?.isLess(than: 0.75))!
        for word in result?.words ?? [] {
            let end = (word.startTime?.doubleValue ?? 0) + (word.duration?.doubleValue ?? 0)
            lines.append(String(format: "%@ until %.1f%@", word, end, word.isTag ? "!" : ""))
            for phone in word.phones ?? [] where phone.pronunciationScore != nil {
                lines.append(phone.text)
            }
        }
        let quality: KIOSAudioQualityResult = response.audioQualityResult
        let clipped: UInt = quality.clippedSampleCount
        lines.append("\(clipped) of \(quality.frameRmsValues.count)")
        frameCount = quality.frameRmsValues.count
        let file: String = response.jsonFilename
        let sound: String = response.audioFilename
        lines.append("[\(file)\(sound)]")
    }

    func triggerPhraseDetected(_ recognizer: KIOSRecognizer) {}

    func recognizerReadyToListen(afterInterrupt recognizer: KIOSRecognizer) {}

    func unwindAppAudioBeforeAudioInterrupt() {}
}

/// Names of the headers that ``HeaderApp`` has no use for, each with its type.
@MainActor
enum HeaderNames {
    static func recognizer(_ recognizer: KIOSRecognizer) -> [Any] {
        let state: KIOSRecognizerState = recognizer.recognizerState
        let path: String = recognizer.asrBundlePath
        let graph: String? = recognizer.currentDecodingGraphName
        let folders: [String?] = [
            recognizer.dataDirectory, recognizer.recordingsDir, recognizer.miscDataDirectory,
        ]
        recognizer.rescore = false
        recognizer.handleNotifications = true
        let actions: [(KIOSRecognizer) -> Void] = [
            { $0.stopListening() }, { $0.adaptToSpeaker(withName: "ann") },
            { $0.resetSpeakerAdaptation() }, { $0.saveSpeakerAdaptationProfile() },
            { $0.setBluetoothA2DPOutput(true) }, { $0.reinitAudioStack() },
        ]
        let answers: [(KIOSRecognizer) -> Bool] = [
            { $0.prepareForListeningWithDecodingGraph(atPath: "/p", withGoPComputation: false) },
            {
                $0.prepareForListeningWithContextualDecodingGraph(
                    withName: "g", andContextId: 1, withGoPComputation: false)
            },
            {
                $0.prepareForListeningWithContextualDecodingGraph(
                    atPath: "/p", andContextId: NSNumber(value: 1), withGoPComputation: false)
            }, { $0.startListening(nil) }, { $0.performEchoCancellation(true) },
            { $0.deactivateAudioStack() }, { $0.activateAudioStack() },
        ]
        let types: [KIOSRecognizerType] = [.unknown, .GMM, .nNet, .nNet3, .nNet3Chain]
        return [state, path, graph as Any, folders, actions, answers, types]
    }

    static func classes() -> [Any] {
        let makers: [(String) -> Bool] = [
            KIOSRecognizer.initWithASRBundle, KIOSRecognizer.initWithASRBundleAtPath,
            KIOSRecognizer.removeSpeakerAdaptationProfiles,
        ]
        let answers: [() -> Bool] = [
            KIOSRecognizer.teardown, KIOSRecognizer.removeAllSpeakerAdaptationProfiles,
            KIOSRecognizer.echoCancellationAvailable,
        ]
        let levels: [KIOSRecognizerLogLevel] = [.debug, .info, .warning]
        KIOSRecognizer.setLogLevel(.warning)
        return [makers, answers, levels, KIOSRecognizer.version()]
    }

    static func graphs(_ recognizer: KIOSRecognizer) -> [Any] {
        let created: [() -> Bool] = [
            {
                KIOSDecodingGraph.createDecodingGraph(
                    fromPhrases: [], for: recognizer, usingAlternativePronunciations: nil,
                    andTask: .oralReading, andSaveWithName: "a")
            },
            {
                KIOSDecodingGraph.createContextualDecodingGraph(
                    fromPhrases: [[]], for: recognizer, usingAlternativePronunciations: nil,
                    andTask: .default, andSaveWithName: "b")
            },
            {
                KIOSDecodingGraph.createContextualDecodingGraph(
                    fromPhrases: [[]], for: recognizer, usingAlternativePronunciations: nil,
                    andTask: .default, withSpokenNoiseProbability: 0.5, andSaveWithName: "c")
            },
            {
                KIOSDecodingGraph.createDecodingGraph(
                    fromPhrases: [], withTriggerPhrase: "HELLO", for: recognizer,
                    andSaveWithName: "d")
            }, { KIOSDecodingGraph.decodingGraph(atPathExists: "/p") },
        ]
        let date: Date? = KIOSDecodingGraph.decodingGraphCreationDate("a", for: recognizer)
        let url: URL? = KIOSDecodingGraph.getDecodingGraphDirURL("a", for: recognizer)
        return [created, date as Any, url as Any]
    }

    static func response(_ response: KIOSResponse) -> [Any] {
        let texts: [String] = [
            response.decodingGraphName, response.asrBundleName, response.json,
            response.responseId,
        ]
        let saved: [(URL) -> Bool] = [response.saveJsonFile, response.saveAudioFile]
        let queued: () -> Bool = response.queueForUpload
        let quality = response.audioQualityResult
        let levels: [NSNumber?] = [
            quality?.snrValue, quality?.meanSpeechRmsValue, quality?.meanNonSpeechRmsValue,
            quality?.peakSpeechRmsValue,
        ]
        let members: [String: Any]? = response.result?.toDictionary()
        let json: [String?] = [response.result?.toJSON(), quality?.toJson()]
        let isLoud: Bool? = quality?.initialSegmentRmsWarning
        return [texts, saved, queued, levels, members as Any, json, isLoud as Any]
    }
}

/// Calls names that are deprecated, of which the compiler warns elsewhere.
@MainActor
protocol DeprecatedNames {
    func prepare(_ recognizer: KIOSRecognizer, name: String, path: String) -> [Bool]
    func listen(_ recognizer: KIOSRecognizer, to path: String) -> Bool
    func files(_ recognizer: KIOSRecognizer) -> [String?]
}

@MainActor
struct DeprecatedCalls: DeprecatedNames {
    @available(*, deprecated)
    func prepare(_ recognizer: KIOSRecognizer, name: String, path: String) -> [Bool] {
        recognizer.enableBluetoothOutput(true)
        recognizer.enableBluetoothA2DPOutput(false)
        return [
            KIOSDecodingGraph.createDecodingGraph(
                fromSentences: ["GO"], withTriggerPhrase: "HELLO", for: recognizer,
                andSaveWithName: "trigger"),
            KIOSDecodingGraph.createDecodingGraph(
                fromSentences: ["GO"], for: recognizer, usingAlternativePronunciations: nil,
                andTask: .default, andSaveWithName: "plain"),
            KIOSDecodingGraph.createContextualDecodingGraph(
                fromSentences: [["GO"]], for: recognizer, usingAlternativePronunciations: nil,
                andTask: .default, andSaveWithName: "contexts"),
            recognizer.prepareForListeningWithCustomDecodingGraph(withName: name),
            recognizer.prepareForListeningWithCustomDecodingGraph(atPath: path),
        ]
    }

    @available(*, deprecated)
    func listen(_ recognizer: KIOSRecognizer, to path: String) -> Bool {
        recognizer.startListening(fromAudioFile: path)
    }

    @available(*, deprecated)
    func files(_ recognizer: KIOSRecognizer) -> [String?] {
        [recognizer.lastRecordingFilename, recognizer.lastJSONMetadataFilename]
    }
}
