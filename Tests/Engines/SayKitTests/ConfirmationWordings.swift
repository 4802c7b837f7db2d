/// 200 wordings of yes, no and neither, written down before the lexicon was.
///
/// Each answers a question such as "Shall I book the table?".
enum ConfirmationWordings {
    static let affirmative = [
        "Yes", "Yeah", "Yep", "Yup", "Yes please", "Yes, do it", "Yes, go ahead", "Yeah, sure",
        "Sure", "Sure thing", "Sure, why not", "OK", "Okay then", "Okay, let's do it",
        "Oh yes", "Uh, yes", "Um yeah", "Of course", "Of course you can", "Certainly",
        "Definitely", "Absolutely", "Absolutely, yes", "Totally", "Correct", "That's correct",
        "That is right", "You're right", "Right", "Exactly", "Precisely", "Indeed",
        "Affirmative", "Aye", "By all means", "Go ahead", "Go for it", "Please do",
        "Please go ahead", "Do it", "Just do it", "Let's do it", "Let's go", "I do", "I am",
        "I would", "I'd love to", "I'd like that", "I would like that very much", "I think so",
        "I guess so", "I suppose so", "I believe so", "I hope so", "It is", "It does",
        "That's fine", "Fine", "Fine by me", "That's fine with me", "Sounds good",
        "Sounds great", "Sounds like a plan", "Works for me", "That works", "Perfect", "Great",
        "Good", "All right", "Alright then", "No problem", "Not a problem", "Why not",
        "I don't see why not", "I don't mind", "You bet", "You got it",
        "Yes, that is the one",
        "True", "That's true", "Very well", "With pleasure", "I agree", "Agreed",
        "Uh huh", "Mm hmm", "Make it so",
    ]

    static let negative = [
        "No", "Nope", "Nah", "No thanks", "No thank you", "No, thank you very much", "No way",
        "No, don't", "No, please don't", "No sir", "Oh no", "Um, no", "Uh no", "Hell no",
        "Not now", "Not right now", "Not today", "Not yet", "Not really", "Not at all",
        "Not this time", "Not for me", "Of course not", "Absolutely not", "Certainly not",
        "Definitely not", "I'd rather not", "I'd prefer not to", "I don't think so",
        "I don't want to", "I don't want that", "I do not", "I'm not", "I am not",
        "I wouldn't", "I can't", "It isn't", "It's not", "That's not right", "That's not correct",
        "That is wrong", "Wrong", "Incorrect", "That's incorrect", "False", "That is false",
        "Negative", "Never", "Never ever", "Never mind", "Forget it", "Forget about it",
        "Don't", "Don't do it", "Do not do that", "Please don't", "Please don't do that",
        "Stop", "Please stop", "Stop it", "Cancel", "Cancel that", "No, cancel it",
        "Under no circumstances", "No chance", "Not a chance", "No good", "Nothing doing",
        "Let's not", "Hold off", "Leave it", "Skip it", "I refuse", "I disagree",
        "Yeah, no", "Uh uh", "Nay",
    ]

    static let neither = [
        "Maybe", "Perhaps", "Possibly", "Not sure", "I'm not sure", "I am not so sure",
        "I don't know", "I have no idea", "No idea", "I can't decide", "It depends",
        "Could be", "What", "What did you say", "Say that again", "Can you repeat that",
        "Who is there", "What time is it right now", "How much does it cost",
        "Let me think", "Give me a minute", "Hold on", "Wait a moment", "Hmm",
        "The blue one", "Tomorrow at five", "Pizza", "Hello", "My name is Robert",
        "Turn left at the bridge", "What is the right address", "I need some help",
        "Either one", "Which table do you mean", "Ask me later", "",
    ]

    /// Wordings that are not judged right.
    static let knownWrong: [String] = []
}
