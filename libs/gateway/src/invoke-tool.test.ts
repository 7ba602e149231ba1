import { fail, ok } from '@assay/kernel';
import { aCaller, aManifest, aRevocation, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { CallEvents } from './call-events.js';
import type { FallbackLevel } from './resilience/fallback-level.js';
import { type Answering, readOnly, smallGateway, textAnswer } from './testing/small-gateway.js';
import { noFallbacks } from './testing/standing-alone.js';

/** As transports do: a signal that is aborted already counts. */
const onAbort = (signal: AbortSignal, run: () => void): void => {
  if (signal.aborted) run();
  else signal.addEventListener('abort', run);
};

describe('InvokeTool', () => {
  it('walks every stage and answers with output, provenance, receipt and trace', async () => {
    const { run, records, finished } = smallGateway(async () => ok(textAnswer('{"id":1}')), readOnly);
    const { envelope, failure } = await run();
    expect(failure).toBeUndefined();
    expect(envelope).toMatchObject({
      status: 'succeeded',
      output: { id: 1 },
      tool: 'acme/orders.create',
      version: '1.0.0',
      level: 1,
      confidence: 1,
      validation: { outcome: 'untyped', issues: [] },
      receipt: { sequence: 1 },
      provenance: {
        source: 'mcp:acme/orders',
        freshness: 'live',
        argumentsDigest: expect.stringMatching(/^sha256:/),
        resultDigest: expect.stringMatching(/^sha256:/),
        traceId: 'trace',
      },
    });
    expect(envelope.trace.map((it) => it.stage)).toEqual([
      'resolve',
      'authorise',
      'validate-input',
      'freshness',
      'idempotency',
      'policy',
      'connection',
      'approval',
      'limits',
      'hierarchy',
      'circuit',
      'call',
      'inspect-output',
      'validate-output',
      'return',
      'record',
    ]);
    expect(records).toHaveLength(1);
    expect(JSON.parse(records[0]?.invocation?.body() ?? '')).toMatchObject({ output: { id: 1 } });
    expect(finished).toMatchObject([{ status: 'succeeded', tool: 'acme/orders.create', code: null }]);
  });

  it('stops before the tool when the input does not fit, and records that too', async () => {
    const { run, calls, records } = smallGateway(async () => ok(textAnswer('x')));
    const { envelope, failure } = await run({});
    expect(failure).toMatchObject({ code: 'invalid_input', issues: [{ path: '/input/item', message: 'is required' }] });
    expect(envelope).toMatchObject({
      status: 'failed',
      error: { code: 'invalid_input', outcome: 'none', retryable: false },
      validation: { outcome: 'invalid' },
    });
    expect(calls).toHaveLength(0);
    expect(records).toHaveLength(1);
  });

  it('answers a stranger as if the tool did not exist', async () => {
    const { invoke } = smallGateway(async () => ok(textAnswer('x')));
    const caller = aCaller({ id: 'eve', organisationId: 'org-other' });
    const { envelope } = await invoke.run({ tool: 'acme/orders.create', input: {} }, { caller, traceId: 't' });
    expect(envelope).toMatchObject({ error: { code: 'not_found' }, version: null, provenance: null });
  });

  it('tells a colleague why it may not call', async () => {
    const { invoke, calls } = smallGateway(async () => ok(textAnswer('x')));
    const { envelope } = await invoke.run(
      { tool: 'acme/orders.create@^1', input: { item: 'x' } },
      { caller: aCaller({ id: 'bob' }), traceId: 't' },
    );
    expect(envelope).toMatchObject({
      status: 'denied',
      error: { code: 'denied', message: expect.stringContaining('SANDBOX') },
    });
    expect(calls).toHaveLength(0);
  });

  it('holds back the result of a side-effecting call until its record is durable, and not that of a read-only one', async () => {
    const acting = smallGateway(async () => ok(textAnswer('done')));
    let returned = false;
    const pending = acting.run().then(() => {
      returned = true;
    });
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    expect(acting.records).toHaveLength(1);
    expect(returned).toBe(false);
    acting.settle();
    await pending;
    const reading = smallGateway(async () => ok(textAnswer('read')), readOnly);
    expect((await reading.run()).envelope.status).toBe('succeeded');
  });

  it('waits for a record no longer than the deadline, and says that the tool has been called', async () => {
    const { run, clock, running } = smallGateway(async () => ok(textAnswer('done')));
    const pending = run();
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    clock.advance(30_000);
    const { envelope, failure } = await pending;
    expect(failure).toMatchObject({ code: 'unavailable', outcome: 'done' });
    expect(envelope).toMatchObject({
      status: 'failed',
      error: { code: 'unavailable', outcome: 'done', retryable: false },
    });
    expect(envelope.output).toBeUndefined();
    expect([running.size, clock.waiting]).toEqual([0, 0]);
  });

  it('calls no tool that may have effects while records cannot be written', async () => {
    const acting = smallGateway(async () => ok(textAnswer('done')), {}, true);
    expect((await acting.run()).envelope.error).toMatchObject({
      code: 'unavailable',
      outcome: 'none',
      retryable: true,
    });
    expect(acting.calls).toHaveLength(0);
    const reading = smallGateway(async () => ok(textAnswer('read')), readOnly, true);
    expect((await reading.run()).envelope.status).toBe('succeeded');
  });

  // what the tool does, answer, code
  it.each([
    ['fails', { ...textAnswer('no stock'), isError: true }, 'upstream_rejected'],
    ['breaks its output schema', textAnswer('{"id":"one"}'), 'bad_output'],
    ['answers text where its schema wants an object', textAnswer('hello'), 'bad_output'],
  ])('reports a tool that %s', async (_, answer, code) => {
    const schema = { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] };
    const { run, settle } = smallGateway(async () => ok(answer), { outputSchema: schema });
    settle();
    const { envelope } = await run();
    expect(envelope).toMatchObject({ status: 'failed', error: { code } });
    expect(envelope.output).toBeUndefined();
  });

  it('says that the outcome of a side-effecting call is unknown, and that of a read-only one none', async () => {
    const lost: Answering = async () => fail('upstream_unavailable', 'gone', { outcome: 'unknown' });
    const acting = smallGateway(lost);
    acting.settle();
    expect((await acting.run()).envelope.error).toMatchObject({ outcome: 'unknown', retryable: false });
    const reading = smallGateway(lost, readOnly);
    const ending = reading.run();
    for (let turn = 0; turn < 40; turn += 1) {
      for (let tick = 0; tick < 10; tick += 1) await Promise.resolve();
      if (reading.clock.waiting > 1) reading.clock.advance(200);
    }
    expect((await ending).envelope.error).toMatchObject({ outcome: 'none', retryable: true });
    expect(reading.calls).toHaveLength(4);
  });

  it('hands the deadline on, and its end', async () => {
    const { run, calls, clock } = smallGateway(async (call) => {
      clock.advance(50);
      return call.deadline.signal.aborted ? fail('deadline_exceeded', 'late') : ok(textAnswer('x'));
    }, readOnly);
    expect((await run({ item: 'x' }, {})).envelope.status).toBe('succeeded');
    expect(calls[0]?.deadline.remainingMs()).toBe(29_950);
    const late = smallGateway(async (call) => {
      late.clock.advance(30_001);
      return call.deadline.signal.aborted ? fail('deadline_exceeded', 'late') : ok(textAnswer('x'));
    }, readOnly);
    expect((await late.run()).envelope).toMatchObject({
      status: 'failed',
      error: { code: 'deadline_exceeded', class: 'timeout' },
    });
  });

  it('lets its caller cancel, by signal and by id', async () => {
    const controller = new AbortController();
    const cancelled: Answering = (call) =>
      new Promise((resolve) => onAbort(call.deadline.signal, () => resolve(fail('cancelled', 'stopped'))));
    const bySignal = smallGateway(cancelled, readOnly);
    const first = bySignal.run({ item: 'x' }, { signal: controller.signal });
    controller.abort();
    expect((await first).envelope.status).toBe('cancelled');
    const byId = smallGateway(cancelled, readOnly);
    const id = '00000000-0000-7000-8000-00000000abcd';
    const second = byId.invoke.run(
      { tool: 'acme/orders.create', input: { item: 'x' }, id },
      { caller: aCaller(), traceId: 't' },
    );
    expect(byId.running.find(id, 'somebody else')).toBeUndefined();
    expect(byId.running.find(id, 'principal-ann')?.view()).toMatchObject({ status: 'running' });
    byId.running.find(id, 'principal-ann')?.call.requested.whole.cancel();
    expect((await second).envelope.status).toBe('cancelled');
    expect(byId.running.size).toBe(0);
    expect(byId.clock.waiting).toBe(0);
  });

  describe('with a hierarchy', () => {
    const other = aVersion(aManifest({ name: 'acme/orders.place', annotations: { readOnlyHint: true } }));
    const fallback: FallbackLevel = {
      level: 2,
      tool: 'acme/orders.place',
      accuracy: 0.5,
      versionId: other.id,
      pace: { p50Ms: 10, p99Ms: 100 },
    };
    const bad = async () => fail('upstream_error', 'broken');

    function withFallback(answering: Answering) {
      const house = smallGateway(answering, readOnly, false, { ...noFallbacks, standIns: () => [fallback] });
      house.catalogue.apply({ kind: 'tool-version', id: other.id, state: other });
      return house;
    }

    it('answers from the next level, states that, and reports each level', async () => {
      const { run, finished, records, calls } = withFallback(async ({ manifest }) =>
        manifest.name === 'acme/orders.place' ? ok(textAnswer('{"id":2}')) : bad(),
      );
      const { envelope } = await run();
      expect(envelope).toMatchObject({
        status: 'succeeded',
        output: { id: 2 },
        tool: 'acme/orders.place',
        level: 2,
        confidence: 0.5,
        attempted: [
          { tool: 'acme/orders.create', outcome: 'failed', reason: 'upstream_error' },
          { tool: 'acme/orders.place', outcome: 'succeeded', reason: 'ok' },
        ],
      });
      expect(finished.map(({ tool, code }) => [tool, code])).toEqual([
        ['acme/orders.create', 'upstream_error'],
        ['acme/orders.place', null],
      ]);
      expect([records.length, calls.length]).toEqual([1, 2]);
    });

    it('ends with the failure of the last level', async () => {
      const { run, running, clock } = withFallback(bad);
      const { envelope } = await run();
      expect(envelope).toMatchObject({ status: 'failed', tool: 'acme/orders.place', level: 2 });
      expect(envelope.attempted).toHaveLength(2);
      expect([running.size, clock.waiting]).toEqual([0, 0]);
    });

    it('goes to the next level when a version is revoked in mid-call', async () => {
      const { run, running, catalogue } = withFallback(({ manifest, deadline }) => {
        if (manifest.name === 'acme/orders.place') return Promise.resolve(ok(textAnswer('done')));
        return new Promise((resolve) => {
          deadline.signal.addEventListener('abort', () => resolve(fail('cancelled', 'Cut off.')));
          catalogue.revocations.apply('r', aRevocation({ id: 'r' }));
          running.abortCovered(catalogue.revocations.of);
        });
      });
      const { envelope } = await run();
      expect(envelope).toMatchObject({
        status: 'succeeded',
        level: 2,
        attempted: [{ reason: 'version_revoked' }, { reason: 'ok' }],
      });
    });
  });

  it('records a call that a bug ended, and throws the bug', async () => {
    const { run, records, finished, running, settle } = smallGateway(() => Promise.reject(new Error('a bug')));
    settle();
    await expect(run()).rejects.toThrow('a bug');
    expect(records).toMatchObject([{ details: { status: 'failed', code: 'internal', outcome: 'unknown' } }]);
    expect(finished).toMatchObject([{ code: 'internal' }]);
    expect(running.size).toBe(0);
  });

  it.each([
    ['may have effects', {}, 'unknown'],
    ['only reads', readOnly, 'none'],
  ])(
    'aborts a call of a tool that %s when its version is revoked, and keeps the record',
    async (_case, parts, outcome) => {
      const { run, running, catalogue, records, settle } = smallGateway(
        ({ deadline }) =>
          new Promise((resolve) => {
            const answer = fail('deadline_exceeded', 'Cut off.', { outcome: 'unknown' });
            onAbort(deadline.signal, () => resolve(answer));
          }),
        parts,
      );
      settle();
      const called = run();
      catalogue.revocations.apply('r', aRevocation({ id: 'r' }));
      running.abortCovered(catalogue.revocations.of);
      const { envelope, failure } = await called;
      expect(failure).toMatchObject({ code: 'version_revoked', data: { revocation: { id: 'r' } } });
      expect(envelope).toMatchObject({
        status: 'denied',
        error: { code: 'version_revoked', outcome, retryable: false },
        version: '1.0.0',
        attempted: [{ outcome: 'failed', reason: 'version_revoked' }],
        receipt: { sequence: 1 },
      });
      expect(records).toMatchObject([{ details: { code: 'version_revoked', outcome } }]);
      expect(running.size).toBe(0);
    },
  );

  it('hands out nothing of a version that was revoked before its answer came', async () => {
    const { run, running, catalogue, settle } = smallGateway(async () => {
      catalogue.revocations.apply('r', aRevocation({ id: 'r' }));
      running.abortCovered(catalogue.revocations.of);
      return ok(textAnswer('a secret'));
    });
    settle();
    const { envelope } = await run();
    expect(envelope).toMatchObject({ error: { code: 'version_revoked', outcome: 'done' } });
    expect(JSON.stringify(envelope)).not.toContain('a secret');
  });

  it('does not call a revoked version', async () => {
    const { run, calls, catalogue } = smallGateway(async () => ok(textAnswer('x')));
    catalogue.revocations.apply('r', aRevocation({ id: 'r' }));
    const { envelope, failure } = await run();
    expect(envelope).toMatchObject({ version: null, error: { code: 'version_revoked', outcome: 'none' } });
    expect([failure?.data?.alternatives, calls]).toEqual([[], []]);
  });

  it('runs every stage but the call when dry', async () => {
    const { run, calls, finished } = smallGateway(async () => ok(textAnswer('x')));
    const { envelope } = await run({ item: 'x' }, { dryRun: true });
    expect(envelope.status).toBe('succeeded');
    expect(envelope.trace.map((it) => it.stage)).toEqual([
      'resolve',
      'authorise',
      'validate-input',
      'freshness',
      'policy',
      'connection',
      'approval',
      'limits',
      'record',
    ]);
    expect(calls).toHaveLength(0);
    expect(finished).toHaveLength(0);
  });

  describe('under a key', () => {
    const keyed = (invoke: ReturnType<typeof smallGateway>['invoke'], item = 'tea') =>
      invoke.run(
        { tool: 'acme/orders.create', input: { item }, idempotencyKey: 'k' },
        { caller: aCaller(), traceId: 'trace' },
      );

    it('calls once; the repeat has the first answer and counts as no call', async () => {
      const { invoke, calls, finished, records, settle } = smallGateway(async () => ok(textAnswer('done')));
      settle();
      const first = await keyed(invoke);
      const again = await keyed(invoke);
      expect(first.envelope.trace.map((it) => it.stage)).toContain('idempotency');
      expect(again.envelope).toMatchObject({
        id: first.envelope.id,
        output: 'done',
        provenance: { freshness: 'replayed' },
      });
      expect([calls.length, finished.length]).toEqual([1, 1]);
      expect(records.map(({ action }) => action)).toEqual(['tool.call', 'tool.repeat']);
    });

    it('refuses another call', async () => {
      const { invoke, calls, settle } = smallGateway(async () => ok(textAnswer('done')));
      settle();
      await keyed(invoke);
      const { failure } = await keyed(invoke, 'coffee');
      expect([failure?.code, calls.length]).toEqual(['idempotency_conflict', 1]);
    });

    it('tells the tool a key that is not the caller’s own, and the same each time', async () => {
      const answers = [fail('upstream_unavailable', 'away', { outcome: 'none' }), ok(textAnswer('done'))];
      const { invoke, calls, clock, settle } = smallGateway(async () => answers.shift() ?? ok(textAnswer('?')), {
        annotations: { honoursKey: true },
      });
      settle();
      const called = keyed(invoke);
      for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
      clock.advance(200);
      expect((await called).envelope.status).toBe('succeeded');
      expect(calls.map(({ idempotencyKey }) => idempotencyKey)).toEqual([
        expect.stringMatching(/^[0-9a-f]{64}$/),
        calls[0]?.idempotencyKey,
      ]);
    });

    it('does not keep a key for a call that a bug between two levels ended', async () => {
      const standIns = () => {
        throw new Error('a bug between levels');
      };
      const { invoke, ledger, calls, settle } = smallGateway(async () => ok(textAnswer('x')), {}, false, {
        ...noFallbacks,
        standIns,
      });
      settle();
      await expect(keyed(invoke)).rejects.toThrow('a bug between levels');
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
      expect([await ledger.find('principal-ann', 'k', 0), calls]).toEqual([undefined, []]);
    });

    it('keeps what a bug left open behind the tool, and shows it to a person', async () => {
      const bug = () => Promise.reject(new Error('a bug'));
      const { invoke, ledger, unknown, settle } = smallGateway(bug);
      settle();
      await expect(keyed(invoke)).rejects.toThrow('a bug');
      expect(await ledger.find('principal-ann', 'k', 0)).toMatchObject({ isFinished: true });
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
      expect(unknown).toMatchObject([{ key: 'k' }]);
    });
  });

  it('gives what the tool itself said beside the envelope, and tells of progress to who asks', async () => {
    const said = { ...textAnswer('{"id":1}'), meta: { 'example.com/kept': true } };
    const { run } = smallGateway(async ({ onProgress }) => {
      onProgress?.({ progress: 1 });
      return ok(said);
    }, readOnly);
    const events = new CallEvents();
    const seen: string[] = [];
    events.follow(0, ({ event }) => void seen.push(event.kind));
    expect((await run({ item: 'tea' }, { events })).answer).toEqual(said);
    expect(seen).toContain('progress');
    expect((await run({ item: 1 }, { dryRun: true })).answer).toBeUndefined();
  });

  it('hands on what nothing may change of the input', async () => {
    const inputSchema = { type: 'object', properties: { n: { type: 'integer' } } };
    const { run, calls } = smallGateway(async () => ok(textAnswer('x')), { ...readOnly, inputSchema });
    const kept = await run({ n: '5' }, { fixed: { n: '5' } });
    expect([kept.envelope.error?.code, calls]).toEqual(['invalid_input', []]);
    expect((await run({ n: '5' })).envelope.status).toBe('succeeded');
  });

  it('says so when this server has no transport for the protocol', async () => {
    const { run } = smallGateway(async () => ok(textAnswer('x')), {
      protocol: 'grpc',
      endpoint: { address: 'h:1', service: 's', method: 'm' },
    });
    expect((await run()).envelope.error).toMatchObject({ code: 'protocol_unavailable', outcome: 'none' });
  });
});
