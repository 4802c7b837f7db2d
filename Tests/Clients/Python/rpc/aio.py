"""A bot that asks by `grpc.aio`: messages of all four kinds, metadata, statuses, a deadline, a task that is cancelled."""
import asyncio
import sys
import time

import grpc
import voicetest_app as voice


class Named(grpc.aio.UnaryUnaryClientInterceptor):
    async def intercept_unary_unary(self, continuation, details, request):
        return await continuation(details._replace(metadata=grpc.aio.Metadata(("x-name", "interceptor"))), request)


class Tokens(grpc.AuthMetadataPlugin):
    def __call__(self, context, callback):
        callback((("x-name", f"{context.service_url} {context.method_name}"),), None)


def said(what):
    voice.emit("seen", what=f"{what} at {time.monotonic():.3f}")


async def ask_once(channel):
    ask = channel.unary_unary("/voice.Bot/Ask")
    call = ask(b"hello", metadata=(("x-name", "bot"),))
    said((await call, [tuple(one) for one in await call.initial_metadata()], [tuple(one) for one in await call.trailing_metadata()],
          (await call.code()).name))
    async with grpc.aio.insecure_channel(sys.argv[1], interceptors=[Named()]) as other:
        said(await other.unary_unary("/voice.Bot/Ask")(b"again"))
    said(await asyncio.gather(ask(b"one"), ask(b"two")))


async def statuses(channel):
    ask = channel.unary_unary("/voice.Bot/Ask")
    for request, timeout in ((b"none", None), (b"wait", .5)):
        try:
            await ask(request, timeout=timeout)
        except grpc.aio.AioRpcError as error:
            said((error.code().name, error.details()))
    task = asyncio.create_task(waits(ask))
    await asyncio.sleep(.1)
    task.cancel()
    said(await asyncio.gather(task, return_exceptions=True))
    await channel.close()
    try:
        await ask(b"late")
    except grpc.aio.UsageError as error:
        said(error)


async def waits(ask):
    await ask(b"wait", timeout=1)


async def streams(channel):
    await channel.channel_ready()
    said([one async for one in channel.unary_stream("/voice.Bot/Speak")(b"abc")])
    said(await channel.stream_unary("/voice.Bot/Hear")(iter([b"one", b"", b"two"])))
    call = channel.stream_stream("/voice.Bot/Talk")()
    await call.write(b"first")
    said(await call.read())
    await asyncio.sleep(.2)
    await call.write(b"second")
    await call.done_writing()
    said([await call.read(), await call.read() is grpc.aio.EOF, (await call.code()).name, [tuple(one) for one in await call.trailing_metadata()]])
    call = channel.unary_stream("/voice.Bot/Speak")(b"wait")
    said(await call.read())
    call.cancel()
    said((call.cancelled(), (await call.code()).name))
    try:
        async for one in channel.stream_stream("/voice.Bot/Talk")(words(), timeout=9):
            said(one)
    except grpc.aio.AioRpcError as error:
        said((error.code().name, error.details()))


async def words():
    yield b"third"
    yield b"fail"


async def unreachable(channel):
    try:
        async for one in grpc.aio.insecure_channel("127.0.0.1:1").unary_stream("/voice.Bot/Speak")(b"hello"):
            said(one)
    except grpc.aio.AioRpcError as error:
        said(error.code().name)


async def credentials(channel):
    voice.stub("GRPC https://speech.example/", lambda to, body: [(.1, b"heard"), (.3, b"it")])
    secure = grpc.aio.secure_channel("dns:///speech.example", grpc.composite_channel_credentials(
        grpc.ssl_channel_credentials(), grpc.metadata_call_credentials(Tokens())))
    said([one async for one in secure.unary_stream("/voice.Bot/Speak")(b"hello")])


async def main():
    async with grpc.aio.insecure_channel(sys.argv[1]) as channel:
        await {"ask": ask_once, "statuses": statuses, "streams": streams, "unreachable": unreachable,
               "credentials": credentials}[sys.argv[2]](channel)


asyncio.run(main())
