"""One word does not interrupt the bot, three do."""
import asyncio

import pipecat_parts
import scripted
from pipecat.frames.frames import LLMRunFrame
from pipecat.turns.user_start import MinWordsUserTurnStartStrategy
from pipecat.turns.user_turn_strategies import UserTurnStrategies

scripted.stand_in(["Hello, this is the pizzeria, and these are all the sizes that we have to offer to you today.",
                   "A small one."], ["large", "a small pizza with a lot of cheese please"])
asyncio.run(pipecat_parts.Call(user={"user_turn_strategies": UserTurnStrategies(
    start=[MinWordsUserTurnStartStrategy(min_words=3)])}).run(LLMRunFrame()))
