// Work that is under way before the client starts: the timer is Node's own.
const timer = setTimeout(() => {}, 60_000), end = clearTimeout;

export function endWork() {
    end(timer);
}
