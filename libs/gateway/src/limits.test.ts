import type { LimitName } from '@assay/contracts';
import { Directory } from '@assay/identity';
import { blameOf } from '@assay/kernel';
import { FakeClock } from '@assay/kernel/testing';
import { aCaller, aManifest, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { giveBackUnused, limits, protectProvider } from './limits.js';
import { LimitCounters } from './policy/limit-counters.js';
import { LimitRules } from './policy/limit-rules.js';
import { LocalRateLimits } from './policy/local-rate-limits.js';
import type { RateLimits } from './policy/rate-limits.js';
import { aCall, type CallParts } from './testing/a-call.js';
import { passing } from './testing/passing.js';

const version = aVersion(aManifest(), { stage: 'BETA' });

/** All calls of the tool together are limited to so many. */
function setUp(bound: number) {
  const rules = new LimitRules();
  rules.apply({
    kind: 'limit',
    id: 'rule',
    state: {
      id: 'rule',
      organisationId: 'org-acme',
      name: 'tool.calls',
      subjectId: null,
      tool: 'acme/orders.create',
      limit: bound,
      reason: null,
      setAt: 0,
      setBy: null,
    },
  });
  const rates = new LocalRateLimits(new FakeClock());
  const ports = { rates, counters: new LimitCounters(rules, new Directory()) };
  return { rates, ports, stage: passing(limits(ports)) };
}
const call = (parts: CallParts = {}) => aCall(parts, version);

describe('the stage of limits', () => {
  it('counts a call, and refuses it when a limit is spent', async () => {
    const { stage } = setUp(2);
    const calls = [call(), call(), call()];
    const outcomes = await Promise.all(calls.map((it) => stage.run(it)));
    expect(outcomes.map((it) => it?.code)).toEqual([undefined, undefined, 'rate_limited']);
    expect(calls.map((it) => it.resolved.limits?.acquired.granted)).toEqual([true, true, false]);
  });

  it('counts a cached result for its caller, for nothing that it costs, and for no provider', async () => {
    const { ports, stage, rates } = setUp(1);
    const dear = aVersion(aManifest({ costPerCallUsd: 0.25 }), { stage: 'BETA' });
    const request = { tool: 'acme/orders.create', input: {}, session: 's' };
    for (const _ of [1, 2]) {
      const made = aCall({ cached: { ageMs: 5 }, request }, dear);
      expect(await stage.run(made)).toBeUndefined();
      const names = made.resolved.limits?.counters.map(({ name }) => name);
      expect(names).toEqual(['caller.calls']);
      giveBackUnused(made, rates);
    }
    const counters = ports.counters.ofCaller(aCaller());
    expect((await rates.peek(counters)).standings[0]).toMatchObject({ used: 2 });
  });

  it('refuses a call that costs more than one may, and what a session or a day cannot pay', async () => {
    const rules = new LimitRules();
    const put = (name: LimitName, limit: number) => {
      const state = { id: name, organisationId: 'org-acme', name, subjectId: null, tool: null, limit };
      rules.apply({ kind: 'limit', id: name, state: { ...state, reason: null, setAt: 0, setBy: null } });
    };
    const rates = new LocalRateLimits(new FakeClock());
    const stage = passing(limits({ rates, counters: new LimitCounters(rules, new Directory()) }));
    const dear = aVersion(aManifest({ costPerCallUsd: 0.25 }), { stage: 'BETA' });
    const paid = (session?: string) =>
      aCall({ request: { tool: 'acme/orders.create', input: {}, ...(session && { session }) } }, dear);
    put('call.cost', 200_000);
    expect(await stage.run(paid())).toMatchObject({
      code: 'rate_limited',
      message: expect.stringContaining('costs $0.25'),
      data: { limit: { name: 'call.cost', limit: 0.2 } },
    });
    put('call.cost', 250_000);
    put('session.cost', 400_000);
    put('caller.cost.daily', 600_000);
    expect(await stage.run(paid('one'))).toBeUndefined();
    expect(await stage.run(paid('one'))).toMatchObject({ message: expect.stringContaining('$0.15 is left') });
    const second = paid('two');
    expect(await stage.run(second)).toBeUndefined();
    expect(await stage.run(paid('three'))).toMatchObject({
      data: { limit: { name: 'caller.cost.daily', limit: 0.6 } },
    });
    await giveBackUnused(second, rates);
    expect(await stage.run(paid('two'))).toBeUndefined();
  });

  it('counts messages by each recipient and channel that the arguments name, for the whole organisation', async () => {
    const { stage } = setUp(1_000);
    const counted = [
      { limit: 'recipient.messages' as const, by: ['/to', '/cc'] },
      { limit: 'channel.messages' as const, by: ['/channel'] },
    ];
    const mailer = aVersion(aManifest({ limits: counted }), { stage: 'BETA' });
    const send = (input: Record<string, unknown>, caller = aCaller()) => {
      const request = { tool: 'acme/orders.create', input };
      return stage.run(aCall({ input, request, caller }, mailer));
    };
    for (const to of [['Bob <bob@x.example>'], ['BOB@x.example', 'ann@x.example'], ['ann@x.example']])
      expect(await send({ to })).toBeUndefined();
    expect(await send({ to: [], cc: ['bob@x.example'] })).toBeUndefined();
    const refused = await send({ to: ['carl@x.example', 'bob@x.example'] }, aCaller({ id: 'principal-eve' }));
    expect(refused).toMatchObject({
      code: 'rate_limited',
      retryAfterMs: expect.any(Number),
      data: { limit: { name: 'recipient.messages', subject: 'bob@x.example', limit: 3 } },
    });
    // A refused message counts for nobody.
    for (const _ of [1, 2, 3]) expect(await send({ to: ['carl@x.example'] })).toBeUndefined();
    for (let sent = 0; sent < 10; sent += 1) expect(await send({ channel: '#general' })).toBeUndefined();
    expect((await send({ channel: 'General' }))?.code).toBe('rate_limited');
  });

  it('takes nothing for a dry run', async () => {
    const { stage } = setUp(1);
    expect(await stage.run(call({ requested: { dryRun: true } }))).toBeUndefined();
    expect(await stage.run(call())).toBeUndefined();
    expect((await stage.run(call({ requested: { dryRun: true } })))?.code).toBe('rate_limited');
  });

  it('waits for limits that are counted elsewhere', async () => {
    const { ports, rates } = setUp(1);
    const remote: RateLimits = {
      acquire: async (...asked) => rates.acquire(...asked),
      giveBack: async (...asked) => rates.giveBack(...asked),
      peek: async (asked) => rates.peek(asked),
    };
    const stage = passing(limits({ ...ports, rates: remote }));
    expect(await stage.run(call())).toBeUndefined();
    expect((await stage.run(call()))?.code).toBe('rate_limited');
  });

  it('takes back what was counted for a call that did not reach its tool, and only for that', async () => {
    const { stage, rates } = setUp(1);
    const unused = call();
    await stage.run(unused);
    await giveBackUnused(unused, rates);
    const used = call();
    expect(await stage.run(used)).toBeUndefined();
    used.resolved.upstreamMs = 3;
    await giveBackUnused(used, rates);
    const refused = call();
    expect((await stage.run(refused))?.code).toBe('rate_limited');
    await giveBackUnused(refused, rates);
    expect((await stage.run(call()))?.code).toBe('rate_limited');
  });

  it('says nothing against the tool when it refuses', () => {
    expect(blameOf({ code: 'rate_limited', upstreamMs: null, givenMs: null, sla: undefined })).toBeUndefined();
  });
});

describe('protecting the provider', () => {
  it('binds verifications to the limits of the provider and to nobody’s share', async () => {
    const { ports } = setUp(40);
    const flood = passing(limits(ports));
    const verifying = passing(protectProvider(ports));
    const caller = aCaller({ id: 'principal-flood' });
    for (let turn = 0; turn < 60; turn += 1) await flood.run(call({ caller }));
    // Two are kept from each organisation, and two more from each of its callers.
    for (let turn = 0; turn < 4; turn += 1) expect(await verifying.run(call({ caller }))).toBeUndefined();
    expect((await verifying.run(call({ caller })))?.code).toBe('rate_limited');
  });
});
