import type { Invoke } from '@assay/contracts';
import { fail, ok } from '@assay/kernel';
import { aCaller, aManifest, aRevocation, aServer, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import type { Invoked } from '../invoked.js';
import { aCall } from '../testing/a-call.js';
import { noPolicies } from '../testing/no-policies.js';
import { type Answering, readOnly, smallGateway, textAnswer } from '../testing/small-gateway.js';
import { placeOf } from './cached-result.js';

const cached = (scope: 'caller' | 'organisation' = 'caller') => ({ ...readOnly, cache: { ttlSeconds: 60, scope } });

/** A tool whose n-th answer is n, of which the caller asks, and another caller of the same organisation. */
function setUp(manifest = cached(), answering?: Answering, policies?: typeof noPolicies) {
  let count = 0;
  const counted: Answering = async () => {
    count += 1;
    return ok(textAnswer(`{"n":${count}}`));
  };
  const gateway = smallGateway(answering ?? counted, manifest, false, undefined, policies);
  gateway.settle();
  const version = aVersion(aManifest(manifest), { stage: 'BETA' });
  gateway.catalogue.apply({ kind: 'tool-version', id: version.id, state: version });
  const other = aCaller({ id: 'principal-bob' });
  const ask = (request: Partial<Invoke>, context: object = {}) =>
    gateway.invoke.run(
      { tool: 'acme/orders.create', input: { item: 'tea' }, ...request },
      { caller: aCaller(), traceId: 'trace', ...context },
    );
  const outputs = async (...contexts: object[]) => {
    const all: unknown[] = [];
    for (const context of contexts) all.push(numberOf(await gateway.run({ item: 'tea' }, context)));
    return all;
  };
  return { ...gateway, other, ask, outputs };
}

const numberOf = ({ envelope }: Invoked) => (envelope.output as { readonly n?: number } | undefined)?.n;

/** Answers when it is allowed to. */
function heldBack() {
  const waiting: (() => void)[] = [];
  const answering: Answering = async ({ deadline }) => {
    const { promise, resolve } = Promise.withResolvers<'answer' | 'cut'>();
    waiting.push(() => resolve('answer'));
    deadline.signal.addEventListener('abort', () => resolve('cut'));
    return (await promise) === 'answer'
      ? ok(textAnswer('{"n":1}'))
      : fail('cancelled', 'The call was cancelled.', { outcome: 'none' });
  };
  return { answering, release: () => waiting.splice(0).forEach((it) => void it()) };
}

/** Until nothing that is ready is left to do. */
const turns = () => new Promise((resolve) => setImmediate(resolve));

describe('a cached result', () => {
  it('answers equal calls with its age, until its time is over', async () => {
    const { run, clock, calls } = setUp();
    const first = await run();
    expect(first.envelope).toMatchObject({ output: { n: 1 }, provenance: { freshness: 'live' } });
    expect(first.envelope.provenance).not.toHaveProperty('ageMs');
    clock.advance(59_999);
    const second = await run();
    expect(second.envelope).toMatchObject({
      status: 'succeeded',
      output: { n: 1 },
      attempted: [],
      provenance: { freshness: 'cached', ageMs: 59_999, source: 'mcp:acme/orders' },
      receipt: { sequence: 2 },
    });
    expect(second.envelope.provenance?.resultDigest).toBe(first.envelope.provenance?.resultDigest);
    expect(second.envelope.trace.map(({ stage }) => stage)).not.toContain('call');
    expect(numberOf(await run({ item: 'coffee' }))).toBe(2);
    clock.advance(1);
    expect((await run()).envelope).toMatchObject({ output: { n: 3 }, provenance: { freshness: 'live' } });
    expect(calls).toHaveLength(3);
  });

  it('is recorded, and is no evidence', async () => {
    const { run, records, finished } = setUp();
    await run();
    await run();
    expect(records).toMatchObject([{ action: 'tool.call' }, { details: { freshness: 'cached', status: 'succeeded' } }]);
    expect(records[0]?.details).not.toHaveProperty('freshness');
    expect(finished.map(({ upstreamMs }) => upstreamMs)).toEqual([expect.any(Number), null]);
  });

  it('is neither read nor kept for cache: "no"', async () => {
    const { ask } = setUp();
    const all = [{}, { cache: 'no' }, {}] as const;
    const given: unknown[] = [];
    for (const request of all) given.push(numberOf(await ask(request)));
    expect(given).toEqual([1, 2, 1]);
    const fresh = setUp();
    await fresh.ask({ cache: 'no' });
    expect(numberOf(await fresh.ask({}))).toBe(2);
  });

  it('is not kept without a declaration, of a tool with effects, or of a failed call', async () => {
    const without = setUp({ ...readOnly } as ReturnType<typeof cached>);
    expect(await without.outputs({}, {})).toEqual([1, 2]);
    const acting = setUp({ ...cached(), annotations: { readOnlyHint: false } });
    expect(await acting.outputs({}, {})).toEqual([1, 2]);
    const answers = [{ ...textAnswer('No such order.'), isError: true }, textAnswer('{"n":2}')];
    const failing = setUp(cached(), async () => ok(answers.shift() ?? textAnswer('{"n":3}')));
    expect(await failing.outputs({}, {})).toEqual([undefined, 2]);
  });

  it("crosses callers of one organisation when its scope says so, and never another one's border", async () => {
    const own = setUp();
    expect(await own.outputs({}, { caller: own.other }, {})).toEqual([1, 2, 1]);
    const shared = setUp(cached('organisation'));
    expect(await shared.outputs({}, { caller: shared.other })).toEqual([1, 1]);
    const { key } = placeAt('organisation', undefined, 'org-acme');
    expect(placeAt('organisation', undefined, 'org-other').key).not.toBe(key);
  });

  it.each<[string, (it: ReturnType<typeof setUp>) => void]>([
    [
      'a revocation that was lifted',
      ({ catalogue }) => {
        catalogue.apply({ kind: 'revocation', id: 'r', state: aRevocation({ tool: 'other' }) });
        catalogue.apply({ kind: 'revocation', id: 'r', state: null });
      },
    ],
    [
      'a quarantine that was lifted',
      (it) => {
        const version = it.catalogue.tool('acme/orders.create')?.versions[0] as ReturnType<typeof aVersion>;
        const quarantined = { ...version, quarantined: { since: 1, finding: 'f' } };
        it.catalogue.apply({ kind: 'tool-version', id: version.id, state: quarantined });
        it.catalogue.apply({ kind: 'tool-version', id: version.id, state: version });
      },
    ],
    [
      'drift',
      (it) => {
        const version = it.catalogue.tool('acme/orders.create')?.versions[0] as ReturnType<typeof aVersion>;
        const assurance = { ...version.assurance, driftedSince: 1 };
        it.catalogue.apply({ kind: 'tool-version', id: version.id, state: { ...version, assurance } });
      },
    ],
    [
      'another address of the server',
      ({ catalogue }) =>
        catalogue.apply({ kind: 'server', id: 's', state: aServer({ mcp: { url: 'http://127.0.0.1:8/mcp' } }) }),
    ],
    [
      'a new version',
      ({ catalogue }) => {
        const version = aVersion(aManifest({ ...cached(), version: '1.1.0' }), { id: 'newer', stage: 'BETA' });
        catalogue.apply({ kind: 'tool-version', id: version.id, state: version });
      },
    ],
  ])('is invalid after %s', async (_, change) => {
    const gateway = setUp();
    await gateway.run();
    change(gateway);
    expect((await gateway.run()).envelope).toMatchObject({ output: { n: 2 }, provenance: { freshness: 'live' } });
  });

  it('is judged as of the time when its tool gave it', async () => {
    const at = new Date(Date.UTC(2026, 0, 1)).toISOString();
    const expression = 'timestamp(output.at) > now - duration("30s")';
    const sanity = [{ name: 'fresh', kind: 'time', expression, severity: 'CRITICAL' }] as const;
    const { run, clock } = setUp(
      { ...readOnly, cache: { ttlSeconds: 600, scope: 'caller' }, sanity: [...sanity] } as ReturnType<typeof cached>,
      async () => ok(textAnswer(JSON.stringify({ at }))),
    );
    expect((await run()).envelope.status).toBe('succeeded');
    clock.advance(590_000);
    expect((await run()).envelope).toMatchObject({ status: 'succeeded', provenance: { freshness: 'cached' } });
    clock.advance(10_000);
    expect((await run()).failure?.code).toBe('bad_output');
  });

  it('stays valid when only counters of its version change', async () => {
    const { run, catalogue } = setUp();
    await run();
    const version = catalogue.tool('acme/orders.create')?.versions[0] as ReturnType<typeof aVersion>;
    catalogue.apply({ kind: 'tool-version', id: version.id, state: { ...version, usageCount: 5 } });
    expect(numberOf(await run())).toBe(1);
  });
});

describe('equal calls in flight', () => {
  it('share one upstream call', async () => {
    const { answering, release } = heldBack();
    const { run, calls } = setUp(cached(), answering);
    const all = [run(), run(), run()];
    await turns();
    expect(calls).toHaveLength(1);
    release();
    const freshness = (await Promise.all(all)).map(({ envelope }) => envelope.provenance?.freshness);
    expect(freshness).toEqual(['live', 'cached', 'cached']);
    expect(calls).toHaveLength(1);
  });

  it('do not share one when the tool declares no cache', async () => {
    const { answering, release } = heldBack();
    const { run, calls } = setUp({ ...readOnly } as ReturnType<typeof cached>, answering);
    const all = [run(), run()];
    await turns();
    expect(calls).toHaveLength(2);
    release();
    await Promise.all(all);
  });

  it('go on when the first is cancelled or runs out of time: another one takes its place', async () => {
    const { answering, release } = heldBack();
    const { run, ask, calls, clock } = setUp(cached(), answering);
    const stop = new AbortController();
    const first = run({ item: 'tea' }, { signal: stop.signal });
    await turns();
    const [second, third] = [ask({ deadlineMs: 1_000 }), run()];
    await turns();
    stop.abort();
    expect((await first).envelope.status).toBe('cancelled');
    await turns();
    expect(calls).toHaveLength(2);
    clock.advance(1_000);
    expect((await second).failure?.code).toBeDefined();
    await turns();
    expect(calls).toHaveLength(3);
    release();
    expect((await third).envelope).toMatchObject({ status: 'succeeded', output: { n: 1 } });
  });

  it("are refused by a policy about their own caller, not by one about the first's", async () => {
    const { answering, release } = heldBack();
    const refused = aCaller({ id: 'principal-bob' });
    const denial = { verdict: 'DENY' as const, policies: [], digest: 'sha256:0', why: 'not for bob', failed: [] };
    const { run, calls } = setUp(cached('organisation'), answering, {
      ...noPolicies,
      guardsReturns: ({ principalId }) => principalId === refused.principalId,
      runReturn: () => denial,
    });
    const asked = [run({ item: 'tea' }, { caller: refused }), run(), run({ item: 'tea' }, { caller: refused })];
    await turns();
    expect(calls).toHaveLength(1);
    release();
    await turns();
    // The refused result is kept for nobody: the next caller's own call takes its place.
    expect(calls).toHaveLength(2);
    release();
    const [first, other, last] = await Promise.all(asked);
    expect([first?.failure?.code, last?.failure?.code]).toEqual(['denied', 'denied']);
    expect(first?.envelope.output).toBeUndefined();
    expect(other?.envelope).toMatchObject({ status: 'succeeded', output: { n: 1 } });
    expect(calls).toHaveLength(2);
  });

  it('end by their own deadline and cancellation, not by that of the call they wait for', async () => {
    const { answering, release } = heldBack();
    const { run, ask, calls, clock } = setUp(cached(), answering);
    const first = run();
    await turns();
    const stop = new AbortController();
    const [hurried, cancelled] = [ask({ deadlineMs: 10 }), ask({}, { signal: stop.signal })];
    await turns();
    clock.advance(10);
    stop.abort();
    expect((await hurried).failure?.code).toBe('deadline_exceeded');
    expect((await cancelled).failure?.code).toBe('cancelled');
    release();
    expect((await first).envelope.status).toBe('succeeded');
    expect(calls).toHaveLength(1);
  });

  it('make their own calls when the tool fails the first', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const answers = [fail('upstream_rejected', 'No.', { outcome: 'none' })];
    const { run } = setUp(cached(), async () => {
      const failed = answers.shift();
      if (failed !== undefined) await promise;
      return failed ?? ok(textAnswer('{"n":2}'));
    });
    const all = [run(), run(), run()];
    await turns();
    resolve();
    const statuses = (await Promise.all(all)).map(({ envelope }) => envelope.status);
    expect(statuses).toEqual(['failed', 'succeeded', 'succeeded']);
  });

  it('are not answered with a result that became invalid meanwhile', async () => {
    const { answering, release } = heldBack();
    const { run, calls, catalogue } = setUp(cached(), answering);
    const all = [run(), run()];
    await turns();
    catalogue.apply({ kind: 'server', id: 's', state: aServer({ mcp: { url: 'http://127.0.0.1:8/mcp' } }) });
    release();
    await turns();
    expect(calls).toHaveLength(2);
    release();
    await Promise.all(all);
  });
});

const connection = { id: 'connection', shared: true, revision: 1 };

function placeAt(
  scope: 'caller' | 'organisation',
  carried: typeof connection | undefined,
  organisationId = 'org-acme',
) {
  const caller = aCaller({ organisationId });
  const version = aVersion(aManifest(cached(scope)));
  const credentials = { carried: () => carried };
  const place = placeOf(aCall({ caller }, version), {
    catalogue: { serverFor: () => aServer() },
    credentials,
  });
  return place ?? { key: '' };
}

describe('the place of a result', () => {
  const isOwn = (carried: typeof connection | undefined, scope: 'caller' | 'organisation' = 'organisation') =>
    placeAt(scope, carried).key.includes(aCaller().principalId as string);

  it('is the caller’s own when the call carries a credential of its own, whatever the scope', () => {
    expect(isOwn(undefined)).toBe(false);
    expect(isOwn(connection)).toBe(false);
    expect(isOwn({ ...connection, shared: false })).toBe(true);
    expect(isOwn(undefined, 'caller')).toBe(true);
  });

  it('is another one after the credential was replaced', () => {
    expect(placeAt('organisation', { ...connection, revision: 2 })).not.toEqual(placeAt('organisation', connection));
  });

  it('is nowhere for calls with masked values, other conversations, corroboration and attempts beside a call', () => {
    const version = aVersion(aManifest(cached()));
    const ports = {
      catalogue: { serverFor: () => undefined },
      credentials: { carried: () => undefined },
    };
    const of = (parts: object) => placeOf(aCall(parts, version), ports);
    expect(of({})).toBeDefined();
    const request = { tool: 'acme/orders.create', input: {} };
    for (const parts of [
      { shown: {} },
      { revealed: {} },
      { through: {} },
      { beside: 'corroboration' },
      { request: { ...request, corroborate: 1 } },
      { caller: { ...aCaller(), principalId: null } },
    ])
      expect(of(parts)).toBeUndefined();
  });
});
