"""A phone bot as an ASGI app on uvicorn, as FastAPI and Starlette are."""
import uvicorn

import talk


async def app(scope, receive, send):
    await {"lifespan": lifespan, "http": answer, "websocket": media}[scope["type"]](scope, receive, send)


async def lifespan(scope, receive, send):
    while True:
        kind = (await receive())["type"]
        talk.voice.emit("lifespan", text=kind)
        await send({"type": f"{kind}.complete"})
        if kind == "lifespan.shutdown":
            return


async def answer(scope, receive, send):
    body, message = b"", {"more_body": True}
    while message.get("more_body"):
        message = await receive()
        body += message.get("body", b"")
    if scope["path"] == "/fails":
        raise ValueError("planted")
    if scope["path"] == "/end":
        server.should_exit = True
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"text/xml")]})
    if scope["path"] == "/streams":
        for part in talk.PARTS:
            await send({"type": "http.response.body", "body": part.encode(), "more_body": True})
            await talk.rest()
        await send({"type": "http.response.body", "body": b""})
    else:
        await send({"type": "http.response.body", "body": talk.answer(body.decode()).encode()})


async def media(scope, receive, send):
    await receive()
    if scope["path"] == "/refused":
        return await send({"type": "websocket.close", "code": 1008})
    await send({"type": "websocket.accept"})
    while True:
        message = await receive()
        if message["type"] == "websocket.disconnect":
            return talk.ended(message.get("code"))
        said = talk.reply(message["text"] if message.get("text") is not None else message["bytes"])
        if said == "bye":
            await send({"type": "websocket.close", "code": 4001, "reason": "enough"})
        else:
            await send({"type": "websocket.send", "text" if isinstance(said, str) else "bytes": said})


server = uvicorn.Server(uvicorn.Config(app, host="0.0.0.0", port=talk.PORT, log_level="warning", lifespan="on"))
server.run()
