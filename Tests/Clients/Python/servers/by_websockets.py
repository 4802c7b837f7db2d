"""A phone bot on websockets.serve, which answers webhooks as well."""
import asyncio
import http

import websockets
from websockets.asyncio.server import serve

import talk


def route(connection, request):
    if request.path == "/call":
        return connection.respond(http.HTTPStatus.OK, talk.answer("by GET"))
    if request.path == "/fails":
        raise ValueError("planted")
    return connection.respond(http.HTTPStatus.FORBIDDEN, "no") if request.path == "/refused" else None


async def media(socket):
    try:
        async for message in socket:
            said = talk.reply(message)
            if said == "cut":
                socket.transport.abort()
            elif said == "bye":
                await socket.close(4001, "enough")
            else:
                await socket.send(said)
    except websockets.ConnectionClosed:
        pass
    talk.ended(socket.close_code)


async def main():
    async with serve(media, "0.0.0.0", talk.PORT, process_request=route, max_size=None):
        await asyncio.get_running_loop().create_future()

asyncio.run(main())
