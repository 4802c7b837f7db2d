"""Processors of its own: one changes what was heard, and two voices in parallel take turns."""
import asyncio

import pipecat_parts
import scripted
from pipecat.frames.frames import LLMRunFrame, TranscriptionFrame
from pipecat.pipeline.parallel_pipeline import ParallelPipeline
from pipecat.processors.filters.function_filter import FunctionFilter
from pipecat.processors.frame_processor import FrameProcessor

scripted.stand_in(["Hello, which size?", "A huge one."], ["large"])


class Replacer(FrameProcessor):
    """Says "huge" where the caller said "large", and from then on the other voice speaks."""
    is_second = False

    async def process_frame(self, frame, direction):
        await super().process_frame(frame, direction)
        if isinstance(frame, TranscriptionFrame):
            frame.text, self.is_second = frame.text.replace("large", "huge"), True
        await self.push_frame(frame, direction)


replacer = Replacer()


async def first(frame):
    return not replacer.is_second


async def second(frame):
    return replacer.is_second


asyncio.run(pipecat_parts.Call(before=[replacer], speech=ParallelPipeline(
    [FunctionFilter(first), pipecat_parts.voice("alloy")], [FunctionFilter(second), pipecat_parts.voice("nova")],
)).run(LLMRunFrame()))
