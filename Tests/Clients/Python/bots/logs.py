"""Logs by loguru, once in a module of Pipecat and once in its own."""
CODE = '''
from loguru import logger


def logs(size, tell):
    try:
        raise ValueError(size)
    except ValueError as error:
        tell(error)


def push_error_frame(error):
    logger.error(f"work exception (work.py:1): Error in a filter: {error}")


logs("traceback", lambda error: logger.exception("no size"))
logs("option", lambda error: logger.opt(exception=error).error("no size"))
logs("place", lambda error: logger.error(f"work unexpected exception (work.py:1): {error}"))
logs("beginning", lambda error: logger.error(f"Error in work: {error}"))
logs("warning", lambda error: logger.opt(exception=error).warning("no size"))
logs("words", lambda error: logger.error(f"no size: {error}"))
logs("fault", push_error_frame)
'''
exec(compile(CODE, "site-packages/pipecat/work.py", "exec"), {"__name__": "pipecat.work"})
exec(compile(CODE, __file__, "exec"), {"__name__": "logs"})
