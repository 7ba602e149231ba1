import { SmallHouse } from '@assay/gateway/testing';
import { type CallFinished, dayMs } from '@assay/kernel';
import { InMemoryNotices } from '@assay/kernel/testing';
import { aNamespace, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { BehaviourLog } from './behaviour-log.js';
import { WatchBehaviour } from './watch-behaviour.js';

async function setUp() {
  const house = await SmallHouse.open();
  await house.identities.addNamespace(aNamespace());
  const version = aVersion();
  await house.tools.publish(version, 0);
  await house.feed.caughtUp();
  const notices = new InMemoryNotices();
  const { behaviour, clock, catalogue, directory, audit, random, findings } = house;
  const log = new BehaviourLog(behaviour, clock);
  const watch = new WatchBehaviour({ behaviour, clock, catalogue, directory, audit, random, findings, notices });
  const call = (output: unknown, by: string, code: CallFinished['code'] = null) => {
    const finished = { versionId: version.id, principalId: by, code, at: clock.now(), upstreamMs: 5, givenMs: 30_000 };
    log.note(finished as CallFinished);
    if (code === null) log.output(version.id, by, output);
  };
  /** So many calls on one day, by callers in turn. */
  const day = async (count: number, output: unknown, callers: readonly string[], errors = 0) => {
    for (let at = 0; at < count; at += 1)
      call(output, callers[at % callers.length] as string, at < errors ? 'tool_error' : null);
    await log.flush();
    await watch.run(new AbortController().signal);
    clock.advance(dayMs);
  };
  return { house, version, log, watch, notices, call, day, recorded: () => findings.ofVersion(version.id) };
}
const three = ['ann', 'bob', 'cid'];

describe('WatchBehaviour', () => {
  it('finds another shape of outputs, once, and tells the owner', async () => {
    const { day, recorded, notices } = await setUp();
    await day(40, { order: 7 }, three);
    await day(40, { order: 7 }, three);
    expect(await recorded()).toEqual([]);
    await day(40, { order: 'seven', note: 'x' }, three);
    await day(40, { order: 'seven', note: 'x' }, three);
    expect(await recorded()).toMatchObject([
      {
        ...{ subject: 'output', severity: 'MEDIUM', callers: 3 },
        signs: [
          { rule: 'shape-change', path: '/note', excerpt: expect.stringContaining('was nothing in 60 outputs') },
          { rule: 'shape-change', path: '/order' },
        ],
      },
    ]);
    expect(notices.sent).toMatchObject([{ kind: 'finding.recorded', text: expect.stringContaining('differently') }]);
  });

  it('finds errors that have become frequent', async () => {
    const { day, recorded } = await setUp();
    await day(100, { order: 7 }, three, 2);
    await day(60, { order: 7 }, three, 40);
    await day(60, { order: 7 }, three, 50);
    expect(await recorded()).toMatchObject([{ signs: [{ rule: 'error-rise', path: '' }], callers: 3 }]);
  });

  it('holds nothing against a tool that fewer than three callers have met so', async () => {
    const { day, recorded } = await setUp();
    await day(40, { order: 7 }, three);
    await day(40, { order: 'seven' }, ['eve', 'mallory'], 30);
    expect(await recorded()).toEqual([]);
  });

  it('holds no errors against a tool that one caller brings about while others call it as ever', async () => {
    const { house, log, watch, call, day, recorded } = await setUp();
    await day(300, { order: 7 }, three, 3);
    const others = { ann: 30, bob: 30, cid: 30 };
    await dayOf({ ...others, mallory: 200 }, (by) => (by === 'mallory' ? 'tool_error' : null));
    expect(await recorded()).toEqual([]);
    await dayOf(others, () => 'tool_error');
    expect(await recorded()).toMatchObject([{ signs: [{ rule: 'error-rise' }], callers: 3 }]);

    async function dayOf(calls: Readonly<Record<string, number>>, codeFor: (by: string) => 'tool_error' | null) {
      for (const [by, count] of Object.entries(calls))
        for (let at = 0; at < count; at += 1) call({ order: 7 }, by, codeFor(by));
      await log.flush();
      await watch.run(new AbortController().signal);
      house.clock.advance(86_400_000);
    }
  });

  it('holds no shape against a tool that one caller asks for without end, day after day', async () => {
    const { call, day, recorded } = await setUp();
    await day(40, { order: 7 }, three);
    for (let times = 0; times < 8; times += 1) {
      for (let at = 0; at < 500; at += 1) call({ order: 'seven' }, 'mallory');
      for (const by of ['ann', 'bob']) call({ order: 7 }, by);
      await day(0, null, three);
    }
    expect(await recorded()).toEqual([]);
  });

  it('adds up days of few calls, and says nothing of too few', async () => {
    const { day, recorded } = await setUp();
    for (let at = 0; at < 4; at += 1) await day(10, { order: 7 }, three);
    for (let at = 0; at < 2; at += 1) await day(10, { order: 'seven' }, three);
    expect(await recorded()).toEqual([]);
    for (let at = 0; at < 2; at += 1) await day(10, { order: 'seven' }, three);
    expect(await recorded()).toMatchObject([{ signs: [{ path: '/order' }] }]);
  });
});

describe('BehaviourLog', () => {
  it('writes in groups, keeps what could not be written, and passes over what says nothing', async () => {
    const { house, version, call } = await setUp();
    const { behaviour, clock } = house;
    call({ order: 7 }, 'ann');
    call(null, 'ann', 'invalid_input');
    expect(await behaviour.days(version.id, 0)).toEqual([]);
    const { add } = behaviour;
    behaviour.add = async () => Promise.reject(new Error('away'));
    clock.advance(30_000);
    await new Promise(setImmediate);
    behaviour.add = add;
    call({ order: 8 }, 'bob');
    clock.advance(30_000);
    await new Promise(setImmediate);
    const [day] = await behaviour.days(version.id, 0);
    expect(day).toMatchObject({ calls: 2, errors: 0, shape: { outputs: 2 } });
    expect([...(day?.callers.keys() ?? [])]).toEqual(['ann', 'bob']);
  });

  it('tells a bounded number of callers apart', async () => {
    const { house, version, log, call } = await setUp();
    for (let at = 0; at < 50; at += 1) call({}, `caller-${at}`);
    await log.flush();
    expect((await house.behaviour.days(version.id, 0))[0]?.callers.size).toBe(32);
  });
});
