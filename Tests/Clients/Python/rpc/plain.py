"""A bot that asks by `grpc`: messages of all four kinds, metadata, statuses, a deadline, a call that it gives up."""
import sys
import threading
import time

import grpc
import voicetest_app as voice


class Tokens(grpc.AuthMetadataPlugin):
    count = 0

    def __call__(self, context, callback):
        Tokens.count += 1
        callback((("authorization", f"Bearer {context.method_name}-{Tokens.count}"),), None)


class Named(grpc.UnaryUnaryClientInterceptor):
    def intercept_unary_unary(self, continuation, details, request):
        return continuation(details._replace(metadata=[("x-name", "interceptor")]), request)


def said(what):
    voice.emit("seen", what=f"{what} at {time.monotonic():.3f}")


channel = grpc.insecure_channel(sys.argv[1])
ask, speak, hear, talk = (kind(f"/voice.Bot/{name}") for kind, name in (
    (channel.unary_unary, "Ask"), (channel.unary_stream, "Speak"), (channel.stream_unary, "Hear"), (channel.stream_stream, "Talk")))


def ask_once():
    answer, call = ask.with_call(b"hello", metadata=(("x-name", "bot"),))
    said((answer, [tuple(one) for one in call.initial_metadata()], [tuple(one) for one in call.trailing_metadata()], call.code().name))
    said(grpc.intercept_channel(channel, Named()).unary_unary("/voice.Bot/Ask")(b"again"))
    future = ask.future(b"later")
    said((future.result(), future.code().name))
    said(ask(b"", timeout=5))


def statuses():
    for request, timeout in ((b"none", None), (b"wait", .5)):
        try:
            ask(request, timeout=timeout)
        except grpc.RpcError as error:
            said((error.code().name, error.details()))
    future = ask.future(b"wait", timeout=3)      # one that is answered may be over before it is given up
    future.cancel()
    said((future.cancelled(), future.code().name))


def streams():
    said(list(speak(b"abc")))
    said(hear(iter([b"one", b"", b"two"])))
    call = talk(words())
    said([next(call), next(call), list(call), call.code().name, [tuple(one) for one in call.trailing_metadata()]])
    call = speak(b"wait")
    said(next(call))
    threading.Timer(.5, call.cancel).start()
    try:
        next(call)
    except grpc.RpcError as error:
        said(error.code().name)
    try:
        list(talk(iter([b"fail"]), timeout=9))
    except grpc.RpcError as error:
        said((error.code().name, error.details()))
    said(grpc.channel_ready_future(channel).result(timeout=3))


def words():
    yield b"first"
    time.sleep(.2)
    yield b"second"
    said("sent")


def unreachable():
    try:
        grpc.insecure_channel("127.0.0.1:1").unary_unary("/voice.Bot/Ask")(b"hello")
    except grpc.RpcError as error:
        said(error.code().name)


def credentials():
    secure = grpc.secure_channel("speech.example:443", grpc.composite_channel_credentials(
        grpc.ssl_channel_credentials(), grpc.metadata_call_credentials(Tokens())))
    voice.stub("GRPC https://speech.example/", lambda to, body: body + to.encode())
    voice.stub("GRPC https://speech.example/voice.Bot/Talk", lambda to, body: [] if body is None else [(.1, body * 2)])
    said(secure.unary_unary("/voice.Bot/Ask")(b"hello "))
    said(list(secure.stream_stream("/voice.Bot/Talk")(iter([b"a", b"b"]))))
    of_google = grpc.compute_engine_channel_credentials(grpc.metadata_call_credentials(Tokens()))
    said(grpc.secure_channel("speech.example", of_google).unary_unary("/voice.Bot/Ask")(b"hello "))
    said(Tokens.count)


def raising():
    """Stand-ins that raise, of a call of one message and of a stream behind its first answer."""
    def answer(to, message):
        if message == b"two":
            return [(.1, b"heard")]
        raise ValueError(f"no {message}")
    voice.stub("GRPC https://speech.example/", answer)
    secure = grpc.secure_channel("speech.example:443", grpc.ssl_channel_credentials())
    voice.stub("GRPC https://speech.example/voice.Bot/Talk", lambda to, message: [] if message is None else answer(to, message))
    calls = (lambda: secure.unary_unary("/voice.Bot/Ask")(b"one"),
             lambda: list(secure.stream_stream("/voice.Bot/Talk")(iter([b"two", b"three"]))))
    for call in calls:
        try:
            said(call())
        except grpc.RpcError as error:
            said((error.code().name, error.details()))


@voice.external("ask")
def external():
    return ask(b"outside", metadata=(("x-name", "external"),))


{"ask": ask_once, "statuses": statuses, "streams": streams, "unreachable": unreachable, "credentials": credentials,
 "raising": raising, "external": lambda: said(external())}[sys.argv[2]]()
