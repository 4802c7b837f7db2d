"""A bot without a stream: it gathers a size by words or keys, and hangs up."""
from aiohttp import web

ASKS = '<Gather input="dtmf speech" numDigits="1" action="/size"><Say>Which size would you like?</Say></Gather>'


def answer(verbs):
    return web.Response(text=f"<Response>{verbs}</Response>", content_type="text/xml")


async def call(request):
    return answer(ASKS + "<Say>Goodbye.</Say>")


async def size(request):
    form = await request.post()
    if "Digits" in form:
        return answer(f"<Say>Key {form['Digits']}.</Say>{ASKS}")
    return answer(f"<Say>{form['SpeechResult']}, {form['Confidence']}.</Say><Hangup/>")


app = web.Application()
app.add_routes([web.post("/call", call), web.post("/size", size)])
web.run_app(app, port=5050, print=None)
