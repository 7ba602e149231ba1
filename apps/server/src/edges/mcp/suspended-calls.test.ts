import { FakeClock, FakeRandom } from '@assay/kernel/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { type AtClient, type Leg, SuspendedCalls } from './suspended-calls.js';
import { LiveTasks } from './tasks/live-tasks.js';

let clock: FakeClock;
let calls: SuspendedCalls;
beforeEach(() => {
  clock = new FakeClock();
  calls = new SuspendedCalls(clock, new FakeRandom());
});

const never = new AbortController().signal;
const leg = (parts: Partial<Leg> = {}): Leg => ({
  owner: { principal: 'ann', subject: 'tools/call' },
  requestState: undefined,
  inputResponses: undefined,
  signal: never,
  notify: () => {},
  ...parts,
});
const result = (text: string) => ({ result: { text } });
const asking = (method: string) => async (client: AtClient) => {
  const reply = await client.ask(method, { message: 'Who?', elicitationId: 'left out' }, never);
  return 'result' in reply ? result(String(reply.result.content)) : reply;
};
const suspended = async (work: (client: AtClient) => Promise<ReturnType<typeof result>>) => {
  const reply = await calls.serve(leg(), work as never);
  if ('error' in reply) throw new Error(reply.error.message);
  return reply.result as { requestState: string; inputRequests: Record<string, { method: string; params: object }> };
};

describe('a call of the stateless revision', () => {
  it('that asks nothing is answered at once', async () => {
    expect(await calls.serve(leg(), async () => result('done'))).toEqual(result('done'));
    expect(calls.size).toBe(0);
  });

  it('that asks is answered with the question, and goes on with the answer', async () => {
    const first = await suspended(asking('elicitation/create') as never);
    const [[key, question]] = Object.entries(first.inputRequests) as [[string, object]];
    expect(question).toEqual({ method: 'elicitation/create', params: { message: 'Who?' } });
    const inputResponses = { [key]: { action: 'accept', content: 'ann' } };
    const again = leg({ requestState: first.requestState, inputResponses });
    expect(await calls.serve(again, async () => result('begun anew'))).toEqual(result('ann'));
    expect(calls.size).toBe(0);
  });

  it('puts questions of one turn into one answer, and asks again for what was left out', async () => {
    const both = async (client: AtClient) => {
      const all = await Promise.all([
        client.ask('roots/list', {}, never),
        client.ask('sampling/createMessage', {}, never),
      ]);
      return result(String(all.length));
    };
    const first = await suspended(both);
    const keys = Object.keys(first.inputRequests);
    expect(keys).toHaveLength(2);
    const some = leg({ requestState: first.requestState, inputResponses: { [keys[0] as string]: { roots: [] } } });
    const second = await calls.serve(some, both);
    expect(second).toMatchObject({ result: { inputRequests: { [keys[1] as string]: expect.anything() } } });
    const { requestState } = (second as { result: { requestState: string } }).result;
    const rest = leg({ requestState, inputResponses: { [keys[1] as string]: { model: 'm' } } });
    expect(await calls.serve(rest, both)).toEqual(result('2'));
  });

  it('is gone on with by its owner alone, and once', async () => {
    const { requestState } = await suspended(asking('roots/list') as never);
    const other = await calls.serve(
      leg({ requestState, owner: { principal: 'bob', subject: 'tools/call' } }),
      async () => result('x'),
    );
    expect(other).toMatchObject({ error: { code: -32_602 } });
    expect(calls.size).toBe(1);
    expect(await calls.serve(leg({ requestState: 'guessed' }), async () => result('x'))).toHaveProperty('error');
  });

  it('is gone on with for what it was begun for alone', async () => {
    const { requestState } = await suspended(asking('roots/list') as never);
    const owner = { principal: 'ann', subject: 'another tool' };
    expect(await calls.serve(leg({ requestState, owner }), async () => result('x'))).toHaveProperty('error');
  });

  it('finds no place when its principal has too many that wait, which keeps nobody else from asking', async () => {
    const aborted: boolean[] = [];
    const work = async (client: AtClient) => {
      await client.ask('roots/list', {}, never);
      aborted.push(client.signal.aborted);
      return result('ended');
    };
    for (let at = 0; at < 100; at += 1) await calls.serve(leg(), work);
    expect(await calls.serve(leg(), work)).toMatchObject({ error: { message: expect.stringMatching(/Too many/) } });
    expect([calls.size, aborted]).toEqual([100, [true]]);
    expect(await calls.serve(leg(), async () => result('asks nothing'))).toEqual(result('asks nothing'));
    const bob = { principal: 'bob', subject: 'tools/call' };
    expect(await calls.serve(leg({ owner: bob }), work)).toMatchObject({ result: { resultType: 'input_required' } });
  });

  it('ends when nobody answers', async () => {
    let gone = false;
    const { requestState } = await suspended((async (client: AtClient) => {
      client.signal.addEventListener('abort', () => {
        gone = true;
      });
      return asking('roots/list')(client);
    }) as never);
    clock.advance(600_000);
    expect([gone, calls.size]).toEqual([true, 0]);
    expect(await calls.serve(leg({ requestState }), async () => result('x'))).toHaveProperty('error');
  });

  it('ends when its client goes away during a leg', async () => {
    const controller = new AbortController();
    const serving = calls.serve(leg({ signal: controller.signal }), async (client) => {
      controller.abort();
      return result(client.signal.aborted ? 'aborted' : 'not heard');
    });
    expect(await serving).toEqual(result('aborted'));
  });

  it('notifies on the leg that is open', async () => {
    const heard: string[] = [];
    const work = async (client: AtClient) => {
      client.notify('first', {});
      await client.ask('roots/list', {}, never);
      client.notify('second', {});
      return result('done');
    };
    const first = await calls.serve(leg({ notify: (method) => void heard.push(`1 ${method}`) }), work);
    const { requestState, inputRequests } = (first as { result: { requestState: string; inputRequests: object } })
      .result;
    const inputResponses = Object.fromEntries(Object.keys(inputRequests).map((key) => [key, {}]));
    const notify = (method: string) => void heard.push(`2 ${method}`);
    await calls.serve(leg({ requestState, inputResponses, notify }), work);
    expect(heard).toEqual(['1 first', '2 second']);
  });

  it('throws on what a bug throws', async () => {
    const bug = calls.serve(leg(), async () => {
      throw new Error('a bug');
    });
    await expect(bug).rejects.toThrow('a bug');
  });

  it('are ended together', async () => {
    await suspended(asking('roots/list') as never);
    calls.close();
    expect(calls.size).toBe(0);
  });
});

describe('a question that a server has named', () => {
  const named = async (client: AtClient) => {
    const reply = await client.ask('elicitation/create', {}, never, 'user_name');
    return 'result' in reply ? result(String(reply.result.content)) : reply;
  };

  it('keeps its name', async () => {
    expect(Object.keys((await suspended(named as never)).inputRequests)).toEqual(['user_name']);
  });

  it('is not asked when its answer came with the first request', async () => {
    const known = leg({ inputResponses: { user_name: { action: 'accept', content: 'ann' }, other: {} } });
    expect(await calls.serve(known, named as never)).toEqual(result('ann'));
  });

  it('is asked when what came is no answer', async () => {
    const reply = await calls.serve(leg({ inputResponses: { user_name: 12 } }), named as never);
    expect(reply).toMatchObject({ result: { resultType: 'input_required' } });
  });
});

describe('a call whose client knows tasks', () => {
  const adopted: string[] = [];
  let tasks: LiveTasks;
  beforeEach(() => {
    adopted.length = 0;
    tasks = new LiveTasks(clock);
    calls = new SuspendedCalls(clock, new FakeRandom(), tasks);
  });
  const task = { id: 'id', adopt: async (id: string) => adopted.push(id) > 0 };

  it('goes on as one when its server says so, and asks there', async () => {
    const reply = await calls.serve(leg({ task }), async (client) => {
      await client.continues('id');
      return asking('elicitation/create')(client) as never;
    });
    expect(reply).toMatchObject({ result: { resultType: 'task', taskId: 'id' } });
    expect(adopted).toEqual(['id']);
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
    const [key] = Object.keys(tasks.find('id', 'ann')?.inputRequests ?? {});
    tasks.answer('id', 'ann', { [String(key)]: { content: 'ann' } });
    await tasks.ended('id', 'ann');
    expect(tasks.find('id', 'ann')).toMatchObject({ status: 'completed', reply: result('ann') });
  });

  it('goes on as one when it takes long', async () => {
    const work = Promise.withResolvers<{ result: { text: string } }>();
    const reply = calls.serve(leg({ task }), () => work.promise);
    await Promise.resolve();
    clock.advance(10_000);
    expect(await reply).toMatchObject({ result: { resultType: 'task' } });
    work.resolve(result('late'));
    await tasks.ended('id', 'ann');
    expect(tasks.find('id', 'ann')?.status).toBe('completed');
  });

  it('is waited for when it cannot be made durable', async () => {
    const away = { id: 'id', adopt: async () => false };
    const reply = await calls.serve(leg({ task: away }), async (client) => {
      await client.continues('id');
      return result('whole');
    });
    expect(reply).toEqual(result('whole'));
  });
});
