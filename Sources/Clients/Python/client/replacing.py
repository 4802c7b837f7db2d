"""Puts virtual functions in the place of real ones, and gives sets of objects one order."""
import builtins
import os
import sys
import types
import weakref

from .app import APP
from .place import OWN, is_of_app, place


def like(real, virtual):
    """Gives a function or class that stands for a real one what the real one says of itself."""
    for name in ("__name__", "__qualname__", "__module__", "__doc__", "__self__", "__text_signature__"):
        if hasattr(real, name):
            try:
                setattr(virtual, name, getattr(real, name))
            except (AttributeError, TypeError):
                pass
    return virtual


def put(owner, name, virtual):
    """Puts a function of a class or module in the place of the real one."""
    setattr(owner, name, like(getattr(owner, name), virtual))


def replace_everywhere(pairs):
    """Puts virtual functions wherever a module that is loaded has bound the real ones."""
    by_identity = {id(real): virtual for real, virtual in pairs}
    for real, virtual in pairs:
        like(real, virtual)
        for names in (os.supports_dir_fd, os.supports_fd, os.supports_follow_symlinks):
            names.update([virtual] if real in names else [])
    for module in list(sys.modules.values()):
        # subprocess waits for children, which live in real time.
        if not isinstance(module, types.ModuleType) or module.__name__ in ("subprocess", "selectors", "_thread") \
                or getattr(module, "__file__", None) in OWN:
            continue
        if by_identity.keys().isdisjoint(map(id, vars(module).values())):
            continue
        for name, value in list(vars(module).items()):
            if id(value) in by_identity and not name.startswith("__"):
                setattr(module, name, by_identity[id(value)])


class StandIn:
    """Stands for an object of C: `isinstance` takes it for one of `kind`, and it cannot be copied or pickled either."""
    kind = object
    __class__ = property(lambda self: self.kind)

    def __reduce_ex__(self, protocol):
        raise TypeError(f"cannot pickle '{self.kind.__module__}.{self.kind.__qualname__}' object")


BIRTHS = {}      # by address: number and weak reference of what was hashed


class Born:
    """Hashes by number of birth, so that a set has one order whatever the addresses are."""
    count = 0

    def __init__(self, *args, **kwargs):
        Born.count += 1
        self.birth = Born.count
        super().__init__(*args, **kwargs)

    def __hash__(self):
        return self.birth


def birth_hash(kind):
    """Gives instances a hash by the order in which they were first hashed, in place of their address."""
    def number(self):
        key = id(self)
        if key not in BIRTHS:
            try:
                watcher = weakref.ref(self, lambda _: BIRTHS.pop(key, None))
            except TypeError:
                APP.machine.escape("order", f"{type(self).__name__} takes no weak reference: a set of it has a chance order",
                                   place())
                return object.__hash__(self)
            Born.count += 1
            BIRTHS[key] = (Born.count, watcher)
        return BIRTHS[key][0]
    kind.__hash__ = number


def order_classes():
    """Sets of the app's own objects get one order, which addresses do not give them."""
    build = builtins.__build_class__

    def build_class(function, name, /, *bases, **options):     # a class may have an option `name`
        kind = build(function, name, *bases, **options)
        if isinstance(kind, type) and kind.__hash__ is object.__hash__ and is_of_app(function.__code__.co_filename):
            try:
                birth_hash(kind)
            except (TypeError, AttributeError):
                pass
        return kind
    builtins.__build_class__ = build_class
