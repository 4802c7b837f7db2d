"""Microphone tracks of what a call has that is not said in a quiet room at a usual level."""
import array
import json

import sounds
import voices

LEAD, AFTER, EDGE = (sounds.frames(ms) for ms in (4_000, 3_000, 30))


def clips(corpus, voicetest, work):
    """Six labelled utterances without long pauses: [(samples, edge, stretches)], by name.

    The samples begin `edge` frames before the label and end as many after it.
    """
    usable = []
    paths = [*corpus.glob("commands/*.labels.json"), *corpus.glob("speech/*.labels.json")]
    for path in sorted(paths):
        label = json.loads(path.read_text())
        start, end = label["extent"]
        islands = label["islands"]
        gaps = [after[0] - before[1] for before, after in zip(islands, islands[1:])]
        if (label["agrees"] and label["sampleRate"] == sounds.RATE and start >= EDGE
                and sounds.frames(600) <= end - start <= sounds.frames(4_000)
                and max(gaps, default=0) < sounds.frames(500)):
            usable.append((path.with_name(label["file"]), label))
    usable = [usable[index * len(usable) // 6] for index in range(6)] if len(usable) > 5 else usable
    if not usable:
        return {}
    found = sounds.decoded(voicetest, [path for path, _ in usable], work / "clips")
    result = {}
    for path, label in usable:
        start, end = label["extent"]
        piece = found[path.stem][start - EDGE:end + EDGE]
        for index in range(EDGE):  # The clip's own room comes and goes.
            piece[index] = round(piece[index] * index / EDGE)
            piece[-1 - index] = round(piece[-1 - index] * index / EDGE)
        shift = EDGE - start
        result[path.stem] = (piece, [(a + shift, b + shift) for a, b in label["islands"]])
    return result


def at_level(clip, decibels):
    """A clip whose labelled stretches have this level."""
    samples, islands = clip
    active = array.array("h", (value for start, end in islands for value in samples[start:end]))
    return sounds.scaled(samples, decibels - sounds.level(active))


def said(samples, lead=LEAD, bed=None):
    """A track in which a clip is said after `lead`, and where it is said."""
    count = lead + len(samples) + AFTER
    bed = bed(count) if bed else voices.room(count)
    return sounds.mixed(bed, samples, lead), (lead + EDGE, lead + len(samples) - EDGE)


def over(sound, place, count=None):
    """A track of a quiet room with a sound from `place` on."""
    return sounds.mixed(voices.room(count or place + len(sound) + AFTER), sound, place)


def leveled(noise, decibels, milliseconds):
    """The beginning of a noise at this level, faded in and out over 50 ms."""
    piece = sounds.looped(noise, 0, sounds.frames(milliseconds), sounds.frames(100))
    piece = sounds.scaled(piece, decibels - sounds.level(piece))
    edge = sounds.frames(50)
    for index in range(edge):
        piece[index] = round(piece[index] * index / edge)
        piece[-1 - index] = round(piece[-1 - index] * index / edge)
    return piece


def spoken_cases(spoken, voicetest, work):
    """Cases in which something is said: (name, rate, [(track, label)])."""
    usual = {name: at_level(clip, -26) for name, clip in spoken.items()}
    yield "usual level, -26 dBFS", 16_000, [said(clip) for clip in usual.values()]
    yield "quiet speech, -45 dBFS", 16_000, [
        said(at_level(clip, -45)) for clip in spoken.values()]
    yield "whispering, -45 dBFS (made)", 16_000, [
        said(at_level((voices.whispered(usual[name]), clip[1]), -45))
        for name, clip in spoken.items()]
    yield "whispering, -30 dBFS (made)", 16_000, [
        said(at_level((voices.whispered(usual[name]), clip[1]), -30))
        for name, clip in spoken.items()]
    yield "shouting, peak at -3 dBFS", 16_000, [
        said(sounds.scaled(clip, -3 - sounds.peak(clip))) for clip in usual.values()]
    yield "clipping, 20 dB too loud", 16_000, [
        said(sounds.scaled(clip, 20 - sounds.peak(clip))) for clip in usual.values()]
    tracks = [said(clip) for clip in usual.values()]
    called = [(voices.telephoned(voicetest, track, work), label) for track, label in tracks]
    yield "telephone, in a 16 kHz session", 16_000, called
    yield "telephone, in an 8 kHz session", 8_000, called


def noise_cases(spoken, noises):
    """Cases with noises of the corpus, with and without speech."""
    usual = [at_level(clip, -26) for clip in spoken.values()]
    fan = noises.get("machine_exercise-bike")
    if fan is not None:
        def fan_room(count):
            begin = sounds.frames(4_000)
            milliseconds = (count - begin) * 1000 // sounds.RATE
            return sounds.mixed(voices.room(count), leveled(fan, -40, milliseconds), begin)
        yield "fan starts in mid-call, -40 dBFS (exercise bike)", "nothing", [
            (fan_room(sounds.frames(16_000)), None)]
        yield "speech 4 s after the fan has started", "turn", [
            said(clip, sounds.frames(8_000), fan_room) for clip in usual]
        def said_into(clip):
            track, label = said(clip)
            late = LEAD + EDGE + sounds.frames(300)
            milliseconds = (len(track) - late) * 1000 // sounds.RATE
            return sounds.mixed(track, leveled(fan, -40, milliseconds), late), label
        yield "fan starts 300 ms into speech", "turn", [said_into(clip) for clip in usual]
    music = noises.get("music_vibe-ace")
    if music is not None:
        hold = leveled(music, -26, 20_000)
        yield "hold music, -26 dBFS", "nothing", [(over(hold, LEAD), None)]
        yield "speech 2 s after hold music has ended", "turn", [
            said(clip, LEAD + len(hold) + sounds.frames(2_000),
                 lambda count: over(hold, LEAD, count)) for clip in usual[:2]]
    for name, bed in (("typing", "keyboard_typing"), ("dishes", "kitchen_dishes"),
                      ("street", "street_city")):
        if bed in noises:
            yield f"{name} in mid-call, -35 dBFS", "nothing", [
                (over(leveled(noises[bed], -35, 12_000), LEAD), None)]


def key_cases(spoken):
    short, held = voices.keys("1234567890*#", 100, 100), voices.keys("159#", 1_000, 300)
    yield "keys (DTMF) of 100 ms", "nothing", [(over(short, LEAD), None)]
    yield "keys (DTMF) of 1 s", "nothing", [(over(held, LEAD), None)]
    clip = at_level(next(iter(spoken.values())), -26)
    yield "speech 2 s after keys (DTMF)", "turn", [
        said(clip, LEAD + len(short) + sounds.frames(2_000),
             lambda count: over(short, LEAD, count))]


def single_cases(noises):
    """Single sounds that the corpus may have: (name, its tracks or none)."""
    for name, word in (("a door slam", "slam"), ("a cough", "cough"), ("laughter", "laugh")):
        found = [noise for file, noise in noises.items() if word in file.lower()]
        yield name, "nothing", [(over(sounds.scaled(noise, -26 - sounds.level(noise)), LEAD), None)
                                for noise in found]


def cases(spoken, noises, voicetest, work):
    for name, rate, tracks in spoken_cases(spoken, voicetest, work):
        yield name, rate, "turn", tracks
    for name, expected, tracks in (*noise_cases(spoken, noises), *key_cases(spoken),
                                   *single_cases(noises)):
        yield name, 16_000, expected, tracks
