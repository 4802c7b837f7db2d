"""A child that asyncio starts: virtual time stands still while it works, and goes on where it waits to be asked."""
import os

from .app import APP, CHILD_SECONDS, REAL

# Real seconds in which no thread of a child runs before it counts as waiting: one that has answered, and one that was asked
# and has not. The latter may wait for something else, and a message of one way gets no answer.
REST_SECONDS, ASKED_SECONDS = .15, 2


def text_of(path):
    """The beginning of a file of `/proc`."""
    file = os.open(path, os.O_RDONLY)
    try:
        return os.read(file, 4_096).decode(errors="replace")
    finally:
        os.close(file)


def switches_of(process):
    """How often the threads of a process and of all below it were taken off a processor, 0 where there is none any more;
    None while one of them runs or waits for a disk, and where the system does not say."""
    count, below = 0, [process]
    if os.path.isdir("/proc/self") and not os.path.isdir(f"/proc/{process}"):
        return 0
    try:
        for one in below:
            for thread in os.listdir(f"/proc/{one}/task"):
                folder = f"/proc/{one}/task/{thread}"
                fields = dict(line.split(":", 1) for line in text_of(f"{folder}/status").splitlines() if ":" in line)
                if fields["State"].split()[0] not in "SZ":
                    return None
                count += int(fields["voluntary_ctxt_switches"]) + int(fields["nonvoluntary_ctxt_switches"])
                below += text_of(f"{folder}/children").split()
    except (OSError, KeyError, ValueError):
        return None
    return count


class Process:
    """A child, by its transport, which is None while it starts.

    One that said something while it may still be asked is a server: it answers, and then rests until it is asked again.
    """

    def __init__(self, label, line):
        self.label, self.line, self.transport, self.is_server = label, line, None, False
        self.is_asked, self.is_resting = True, False        # since it said something last; time goes on until it is asked
        self.switches = self.since = None

    def begin(self, transport):
        """Notes from now on when the app asks it something."""
        self.transport = transport
        pipe = transport.get_pipe_transport(0)
        if pipe is not None:
            write = pipe.write

            def ask(data):
                self.is_asked, self.is_resting = True, False
                write(data)
            pipe.write = ask

    def is_alive(self):
        return self.transport is None or getattr(self.transport, "_proc", None) is not None

    def file(self, number):
        """The file of one of its pipes that is open; None without one."""
        pipe = self.transport and self.transport.get_pipe_transport(number)
        return None if pipe is None or pipe.is_closing() else pipe.get_extra_info("pipe").fileno()

    def hear(self, files):
        """Takes note of what it says, where its file is among those that can be read."""
        if self.transport is None or self.file(1) not in files:
            return
        if self.is_resting and self.file(0) is not None:
            APP.machine.escape("child", f"{self.label} says something that it was not asked, or late", self.line)
        self.is_server |= self.file(0) is not None
        self.is_asked = self.is_resting = False

    def is_still(self, seconds):
        """Whether none of its threads has run for so long; to be asked again and again."""
        if self.transport is None or (pid := self.transport.get_pid()) is None:
            return False
        switches, now = switches_of(pid), REAL.monotonic()
        if switches is None or switches != self.switches:
            self.switches, self.since = switches, now
            return False
        return now - self.since >= seconds

    def rests(self):
        """Whether it waits to be asked, and time goes on."""
        if not self.is_server or self.file(0) is None:
            return False
        self.is_resting = self.is_resting or self.is_still(ASKED_SECONDS if self.is_asked else REST_SECONDS)
        return self.is_resting


def wait_for(processes, select):
    """Waits in real time until a child says something, or until all wait to be asked.

    Gives what `select(seconds)` found, and those that did neither within `CHILD_SECONDS`. Of several, all have to be still,
    so that it is no chance which is heard first.
    """
    end = REAL.monotonic() + CHILD_SECONDS
    while True:
        busy = [one for one in processes if not one.rests()]
        found = select(.01 if busy else 0)
        if found and (len(processes) == 1 or all([one.is_still(REST_SECONDS) for one in processes]) or REAL.monotonic() > end):
            return sorted(found, key=lambda one: one[0].fd), []
        if not found and (not busy or REAL.monotonic() > end):
            return [], busy
        if found:
            REAL.sleep(.01)
