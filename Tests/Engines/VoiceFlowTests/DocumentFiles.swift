/// The JSON of the document, as it stands there but for what is said.
enum DocumentFiles {
    /// The sample of `loadVoiceflow(jsonData)`.
    static let flow = """
        [
            {
                "id": "VF_START",
                "type": "node",
                "name": "VA_VFM_Shutdown_Node_VF_START",
                "goTo": {
                    "DEFAULT": "VA_VFM_Shutdown_Process_LoadPreStart",
                },
            },
            {
                "id": "VA_VFM_Shutdown_Process_LoadPreStart",
                "type": "process",
                "name": "VA_VFM_Shutdown_Process_LoadPreStart",
                "goTo": {
                    "DEFAULT": "$[ShutdownModeFlowPlayStartModule]",
                },
            },
            {
                "id": "VA_VFM_Shutdown_PlayAudio_DefaultShutdown",
                "type": "playAudio",
                "name": "VA_VFM_Shutdown_PlayAudio_DefaultShutdown",
                "playAudioParams": {
                    "ssEngine": "apple",
                    "style": "combo",
                    "promptCollection": [
                        {
                            "promptID": "P_TurningOffShuttingDown",
                        },
                        {
                            "promptID": "P_GoodBye",
                        },
                    ],
                },
                "goTo": {
                    "DEFAULT": "VA_VFM_Shutdown_Process_TransitionToShutdownMode",
                },
            },
            {
                "id": "VA_VFM_Shutdown_Process_TransitionToShutdownMode",
                "type": "process",
                "name": "VA_VFM_Shutdown_Process_TransitionToShutdownMode",
                "goTo": {
                    "DEFAULT": "VF_END",
                },
            },
            {
                "id": "VF_END",
                "type": "node",
                "name": "VA_VFM_Shutdown_Node_VF_END",
                "goTo": {
                    "DEFAULT": "",
                },
            },
        ]
        """

    /// The sample of `loadAudioPromptModules(jsonData)`, with the prompts of its flow.
    static let prompts = """
        [
            {
                "id": "P_Okay",
                "style": "single",
                "audioFile": "Okay.wav",
                "textString": "Okay.",
            },
            {
                "id": "P_Sure",
                "style": "single",
                "_audioFile": "Sure.wav",
                "textString": "Sure.",
            },
            {
                "id": "P_PreShutdown_Moderate",
                "style": "select",
                "promptCollection": [
                    {
                        "promptID": "P_Okay",
                    },
                    {
                        "promptID": "P_Sure",
                    },
                ]
            },
            {
                "id": "P_TurningOff",
                "style": "single",
                "audioFile": "TurningOff.wav",
                "textString": "Turning off.",
            },
            {"id": "P_TurningOffShuttingDown", "style": "single", "textString": "Turning off."},
            {"id": "P_GoodBye", "style": "single", "textString": "Good bye."},
        ]
        """

    /// The sample of `loadAudioToTextMap(jsonData)`.
    static let map = """
        [
            {
                "audioFile": "Hello.wav",
                "textString": "Hello.",
                "textLanguage": "en-US",
            },
            {
                "audioFile": "Bonjour.wav",
                "textString": "Bonjour.",
                "textLanguage": "fr-FR",
            },
            {
                "audioFile": "HelloHello.wav",
                "textString": "Hello Hello. I am your assistant.",
            },
            {
                "audioFile": "HelloThere.wav",
                "textString": "Hello there.",
            },
            {
                "audioFile": "Hi.wav",
                "textString": "Hi.",
            },
        ]
        """

    /// The listener of `loadAudioListenerPrompt`, with what it leads to.
    static let chatFlow = """
        [
            {"id": "VF_START", "type": "node", "name": "",
             "goTo": {"DEFAULT": "AIChat_Select_WhatToChatAbout"}},
            {
                "id": "AIChat_Select_WhatToChatAbout", "type": "process", "name": "",
                "processParams": {
                    "setValueForFieldNameCollection": [
                        {
                            "name": "$[AIChat_WhatToChatAbout]",
                            "value": "AIChat_Select_WhatToChatAbout",
                        },
                        {
                            "name": "$[CompletedPlayText]",
                            "value": true,
                        },
                    ],
                },
                "goTo": {"DEFAULT": "VA_VFM_AIChat_AudioListener_ChatResponse"},
            },
            \(chatListener)
            {"id": "VA_VFM_AIChat_PlayAudio_NotAbleToListen", "type": "process", "name": "",
             "goTo": {"DEFAULT": "VF_END"}},
            {"id": "VA_VFM_AIChat_PlayAudio_CannotPlayPrompt", "type": "process", "name": "",
             "goTo": {"DEFAULT": "VF_END"}},
            {"id": "VA_VFM_AIChat_PlayAudio_HavingTechnicalIssueListening",
             "type": "process", "name": "",
             "goTo": {"DEFAULT": "VF_END"}},
            {"id": "VA_VFM_AIChat_Process_AudioListenerCommand", "type": "process", "name": "",
             "goTo": {"DEFAULT": "VF_END"}},
            {"id": "VA_VFM_AIChat_Process_SleepModeRequested", "type": "process", "name": "",
             "goTo": {"DEFAULT": "VF_END"}},
            {"id": "VA_VFM_AIChat_Process_ShutdownModeRequested", "type": "process", "name": "",
             "goTo": {"DEFAULT": "VF_END"}},
            {"id": "VA_VFM_AIChat_Process_RentryModule", "type": "process", "name": "",
             "goTo": {"DEFAULT": "VF_END"}},
            {"id": "VF_END", "type": "node", "name": "",
             "goTo": {"DEFAULT": ""}},
        ]
        """

    /// The listener itself, an element that the document quotes.
    static let chatListener = """
        {
             "id": "VA_VFM_AIChat_AudioListener_ChatResponse",
             "type": "audioListener",
             "name": "VA_VFM_AIChat_AudioListener_ChatResponse",
             "recognizeAudioParams": {
                 "srEngine": "apple",
                 "srLocale": "en-US",
                 "srSessionParams": {
                     "enablePartialResults": true,
                 },
             },
             "audioListenerParams": {
                 "promptID": "P_AIChat_ChatResponseText",
             },
             "recordAudioParams": {
                 "vadParams": {
                     "enableVAD": true,
                 },
                 "stopRecordParams": {
                     "maxAudioLengthMs": 0,
                     "maxSpeechLengthMs": 0,
                     "maxPreSpeechSilenceLengthMs": 8000,
                     "maxPostSpeechSilenceLengthMs": 1000,
                 },
             },
             "goTo": {
                 "maxSRErrorCount": "VA_VFM_AIChat_PlayAudio_NotAbleToListen",
                 "loadPromptFailure": "VA_VFM_AIChat_PlayAudio_CannotPlayPrompt",
                 "internalFailure": "VA_VFM_AIChat_PlayAudio_HavingTechnicalIssueListening",
                 "userIntentCollection": [
                     {
                         "intent": "AudioListenerCommand",
                         "goTo": "VA_VFM_AIChat_Process_AudioListenerCommand",
                     },
                     {
                         "intent": "TransitionToSleepMode",
                         "goTo": "VA_VFM_AIChat_Process_SleepModeRequested",
                     },
                     {
                         "intent": "TransitionToShutdownMode",
                         "goTo": "VA_VFM_AIChat_Process_ShutdownModeRequested",
                     },
                 ],
                 "DEFAULT": "VA_VFM_AIChat_Process_RentryModule",
             },
        },
        """

    /// Its prompt.
    static let chatPrompts = """
        [
            {
                 "id": "P_AIChat_ChatResponseText",
                 "style": "single",
                 "textString": "$[ChatResponseSectionText]",
                 "audioPlaybackParams": {
                     "startPosMsRuntime": "$[ChatResponseParagraphStartPlayPosition]",
                 },
            },
        ]
        """
}
