/** Runs one piece of Python: `begin` with a job, then `answer` with each answer. Both give a turn as JSON text. */
export const run = `
import ast, importlib.abc, importlib.util, inspect, random, sys, time, traceback, warnings


class Sources(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """The modules that come with the code."""

    def __init__(self, sources):
        self._sources = sources

    def find_spec(self, name, path=None, target=None):
        return importlib.util.spec_from_loader(name, self) if name in self._sources else None

    def exec_module(self, module):
        exec(compile(self._sources[module.__name__], "<" + module.__name__ + ">", "exec"), module.__dict__)


def space_of(name):
    module = types.ModuleType(name)
    module.__dict__["ToolError"] = ToolError
    sys.modules[name] = module
    return module.__dict__


def compiled_body(code):
    """The code as the body of an async function, at the lines where it is."""
    tree = ast.parse(code, "<code>")
    given = [ast.arg(arg="input"), ast.arg(arg="tools")]
    arguments = ast.arguments(posonlyargs=[], args=given, kwonlyargs=[], kw_defaults=[], defaults=[])
    main = ast.AsyncFunctionDef(name="main", args=arguments, body=tree.body or [ast.Pass()], decorator_list=[], type_params=[])
    space = space_of("__main__")
    exec(compile(ast.fix_missing_locations(ast.Module(body=[main], type_ignores=[])), "<code>", "exec"), space)
    if not inspect.iscoroutinefunction(space["main"]):
        raise SyntaxError("'yield' outside function")
    return space["main"]


def takes_host(run):
    try:
        inspect.signature(run).bind(None, None)
    except TypeError:
        return False
    return True


async def run_module(code, given, host):
    space = space_of("tool")
    exec(compile(code, "<code>", "exec"), space)
    run = space.get("run")
    if not callable(run):
        raise TypeError('The module has no function "run".')
    value = run(given, host) if takes_host(run) else run(given)
    return await value if inspect.isawaitable(value) else value


def line_of(error):
    if isinstance(error, SyntaxError) and error.filename == "<code>":
        return error.lineno
    lines = [line for frame, line in traceback.walk_tb(error.__traceback__) if frame.f_code.co_filename == "<code>"]
    return lines[-1] if lines else None


def text_of(error):
    try:
        return error.msg if isinstance(error, SyntaxError) and error.msg else str(error)
    except BaseException:
        return ""


def problem_of(error):
    problem = {"name": type(error).__name__, "message": text_of(error)[:10000], "lineNumber": line_of(error)}
    if isinstance(error, ToolError):
        for name in ("code", "tool", "outcome"):
            if isinstance(getattr(error, name), str):
                problem[name] = getattr(error, name)
    return problem


class Run:
    def __init__(self):
        self._loop = Loop()
        self._bridge = Bridge(self._loop)
        self._streams = [Console(self._bridge, "log"), Console(self._bridge, "error")]
        self._task = None
        self._end = None

    def begin(self, text):
        job = json.loads(text)
        self._bridge.max_calls, self._bridge.max_log = job["maxCalls"], job["maxLog"]
        sys.stdout, sys.stderr = self._streams
        sys.meta_path.insert(0, Sources(job["modules"]))
        random.seed(job["seed"])
        given = json.loads(job["input"])
        asyncio._set_running_loop(self._loop)
        asyncio.set_event_loop(self._loop)
        try:
            if job["entry"] == "body":
                main = compiled_body(job["code"])(given, Tools(self._bridge))
            else:
                main = run_module(job["code"], given, host_of(self._bridge, job["functions"]))
            self._task = self._loop.create_task(main)
        except BaseException as error:
            self._end = self._threw(error)
        return self._turn()

    def answer(self, number, is_ok, text):
        self._bridge.settle(number, is_ok, text)
        return self._turn()

    def _turn(self):
        task, bridge = self._task, self._bridge
        if self._end is None:
            try:
                self._loop.run_until(task.done, lambda: len(bridge.pending) > 0)
                if task.done():
                    self._end = self._ended(task)
            except BaseException as error:
                self._end = self._threw(error)
        if self._end is not None:
            for stream in self._streams:
                stream.finish()
        turn = {"calls": bridge.calls, "logs": bridge.logs}
        if self._end is not None:
            turn["end"] = self._end
        bridge.calls, bridge.logs = [], []
        return to_json(turn)

    def _ended(self, task):
        try:
            return {"returned": to_json(task.result())}
        except BaseException as error:
            return self._threw(error)

    def _threw(self, error):
        if isinstance(error, CallLimit):
            return {"limit": "calls"}
        if isinstance(error, MemoryError):
            return {"limit": "memory"}
        return {"threw": problem_of(error)}


# Time stands still, so that nothing may wait for it.
time.sleep = lambda seconds: None
warnings.simplefilter("ignore")
`;
