/**
 * The event loop of generated Python. Callbacks run in the order in which they become ready, so that the order of the
 * answers alone decides what code does. Its time passes only where nothing else is left to do: `asyncio.sleep` waits for
 * no clock.
 */
export const loop = `
import asyncio, collections, heapq


class Loop(asyncio.AbstractEventLoop):
    def __init__(self):
        self._ready = collections.deque()
        self._timers = []
        self._added = 0
        self._now = 0.0

    def call_soon(self, callback, *args, context=None):
        handle = asyncio.Handle(callback, args, self, context)
        self._ready.append(handle)
        return handle

    call_soon_threadsafe = call_soon

    def call_at(self, when, callback, *args, context=None):
        handle = asyncio.TimerHandle(when, callback, args, self, context)
        self._added += 1
        heapq.heappush(self._timers, (when, self._added, handle))
        return handle

    def call_later(self, delay, callback, *args, context=None):
        return self.call_at(self._now + max(0, delay), callback, *args, context=context)

    def _timer_handle_cancelled(self, handle):
        pass

    def time(self):
        return self._now

    def create_future(self):
        return asyncio.Future(loop=self)

    def create_task(self, coro, **options):
        return asyncio.Task(coro, loop=self, **options)

    def get_debug(self):
        return False

    def is_running(self):
        return True

    def is_closed(self):
        return False

    def call_exception_handler(self, context):
        pass

    def get_exception_handler(self):
        return None

    def run_until(self, is_over, is_waiting):
        """Runs what is ready, and then timers while no answer is awaited."""
        while not is_over():
            if self._ready:
                handle = self._ready.popleft()
                if not handle.cancelled():
                    handle._run()
            elif self._timers and not is_waiting():
                when, _, handle = heapq.heappop(self._timers)
                if not handle.cancelled():
                    self._now = max(self._now, when)
                    self._ready.append(handle)
            else:
                return
`;
