/// Files in the shape apps write them: a comma after every last member, notes in ignored keys.
enum SampleFiles {
    static let flow = """
        \u{FEFF}[
            {
                "id": "VF_START",
                "type": "node",
                "name": "Start",
                "_COMMENT_": {"any": ["value", ], "id": 5, },
                "goTo": {
                    "DEFAULT": "Choose",
                    "_DEFAULT": "Nowhere",
                },
            },
            {
                "id": "Choose",
                "type": "process",
                "name": "Choose",
                "goTo": {"DEFAULT": "$[FirstModule]"},
            },
            {
                "id": "Bye",
                "type": "playAudio",
                "name": "Bye",
                "playAudioParams": {
                    "ssEngine": "espeak",
                    "style": "combo",
                    "promptCollection": [
                        {"promptID": "P_Off", "_why": 1, },
                        {"promptID": "P_Ack"},
                    ],
                },
                "goTo": {
                    "DEFAULT": "Remember",
                },
            },
            {
                "id": "Remember",
                "type": "process",
                "name": "Remember",
                "processParams": {
                    "setValueForFieldNameCollection": [
                        {"name": "$[Where]", "value": "Bye", },
                        {"name": "$[Done]", "value": true, },
                    ],
                },
                "goTo": {
                    "DEFAULT": "VF_END",
                },
            },
            {
                "id": "VF_END",
                "type": "node",
                "name": "End",
                "goTo": {
                    "DEFAULT": "",
                },
            },
        ]
        """

    static let prompts = """
        [
            {"id": "P_Fine", "style": "single", "audioFile": "F.wav", "textString": "Fine.", },
            {"id": "P_Right", "style": "single", "_audioFile": "R.wav", "textString": "Yes.", },
            {
                "id": "P_Ack",
                "style": "select",
                "promptCollection": [
                    {
                        "promptID": "P_Fine",
                    },
                    {
                        "promptID": "P_Right",
                    },
                ]
            },
            {
                "id": "P_Off", "style": "single", "textString": "$[Answer]",
                "audioPlaybackParams": {
                    "startPosMsRuntime": "$[Position]",
                },
            },
        ]
        """

    static let map = """
        [
            {"audioFile": "Fine.wav", "textString": "Fine.", "textLanguage": "en-US", },
            {"audioFile": "Bien.wav", "textString": "Bien.", "textLanguage": "fr-FR", },
            {"audioFile": "Good.wav", "textString": "Good.", },
        ]
        """
}
