"""A phone bot on aiohttp.web: a webhook and a WebSocket."""
from aiohttp import WSMsgType, web

import talk


async def call(request):
    return web.Response(text=talk.answer(await request.text()), content_type="text/xml")


async def fails(request):
    raise ValueError("planted")


async def streams(request):
    answer = web.StreamResponse()
    answer.enable_chunked_encoding()
    await answer.prepare(request)
    for part in talk.PARTS:
        await answer.write(part.encode())
        await talk.rest()
    await answer.write_eof()
    return answer


async def media(request):
    socket = web.WebSocketResponse(max_msg_size=0)
    await socket.prepare(request)
    async for message in socket:
        if message.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
            break
        said = talk.reply(message.data)
        if said == "cut":
            request.transport.abort()
        elif said == "bye":
            await socket.close(code=4001, message=b"enough")
        elif isinstance(said, str):
            await socket.send_str(said)
        else:
            await socket.send_bytes(said)
    talk.ended(socket.close_code)
    return socket


async def refused(request):
    raise web.HTTPForbidden(text="no")


app = web.Application()
app.add_routes([web.post("/call", call), web.get("/fails", fails), web.get("/streams", streams), web.get("/media", media),
                web.get("/refused", refused)])
web.run_app(app, host="0.0.0.0", port=talk.PORT, print=None)
