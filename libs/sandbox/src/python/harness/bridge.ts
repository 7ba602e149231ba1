/**
 * What generated Python asks of the host, and what it writes. Only JSON text crosses the bridge: calls leave with the
 * next turn, and an answer settles the future that its number names.
 */
export const bridge = String.raw`
import json, types


class ToolError(Exception):
    """A call that failed: code, tool, outcome."""

    def __init__(self, error):
        super().__init__(error.get("message", ""))
        self.code = error.get("code")
        self.tool = error.get("tool")
        self.outcome = error.get("outcome")


class CallLimit(BaseException):
    pass


def to_json(value, dumps=json.dumps):
    return dumps(value, allow_nan=False, separators=(",", ":"))


class Bridge:
    def __init__(self, loop):
        self.loop = loop
        self.pending = {}
        self.calls = []
        self.logs = []
        self.called = 0
        self.logged = 0
        self.max_calls = 0
        self.max_log = 0

    async def ask(self, kind, name, value):
        argument = to_json(value)
        self.called += 1
        if self.called > self.max_calls:
            raise CallLimit()
        future = self.loop.create_future()
        self.pending[self.called] = future
        self.calls.append({"id": self.called, "kind": kind, "name": str(name), "argument": argument})
        return await future

    def settle(self, number, is_ok, text):
        future = self.pending.pop(number, None)
        if future is None or future.done():
            return
        if is_ok:
            future.set_result(json.loads(text) if text else None)
        else:
            future.set_exception(ToolError(json.loads(text)))

    def log(self, level, text):
        if self.logged >= self.max_log:
            return
        said = text[: self.max_log - self.logged]
        self.logged += len(said) + 1
        is_cut = self.logged >= self.max_log
        self.logs.append({"level": level, "text": said + " [the rest is omitted]" if is_cut else said})


class Console:
    """A standard stream whose lines are reported."""

    encoding = "utf-8"
    errors = "replace"

    def __init__(self, bridge, level):
        self._bridge = bridge
        self._level = level
        self._rest = ""

    def write(self, text):
        *lines, self._rest = (self._rest + text).split("\n")
        for line in lines:
            self._bridge.log(self._level, line)
        if len(self._rest) > self._bridge.max_log:
            self.finish()
        return len(text)

    def writelines(self, lines):
        for line in lines:
            self.write(line)

    def finish(self):
        if self._rest:
            self._bridge.log(self._level, self._rest)
        self._rest = ""

    def flush(self):
        pass

    def isatty(self):
        return False

    def writable(self):
        return True


def with_keywords(value, keywords):
    return {**(value or {}), **keywords} if keywords else value


class Tools:
    """tools["ns/tool@range"](arguments), tools.search(words), tools.types(names)."""

    def __init__(self, bridge):
        self._bridge = bridge

    def __getitem__(self, name):
        async def call(arguments=None, /, **keywords):
            given = with_keywords(arguments, keywords)
            return await self._bridge.ask("tool", name, {} if given is None else given)

        return call

    async def search(self, query, options=None, /, **keywords):
        return await self._bridge.ask("search", query, with_keywords(options, keywords))

    async def types(self, names, options=None, /, **keywords):
        return await self._bridge.ask("types", "", {"names": names, **(options or {}), **keywords})


def host_of(bridge, groups):
    def function(name):
        async def call(argument=None, /, **keywords):
            return await bridge.ask("host", name, with_keywords(argument, keywords))

        return call

    members = {
        group: types.SimpleNamespace(**{name: function(group + "." + name) for name in names}) for group, names in groups
    }
    return types.SimpleNamespace(**members)
`;
