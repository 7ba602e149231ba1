import { fail, ok } from '@assay/kernel';
import { FakeClock } from '@assay/kernel/testing';
import { Catalogue } from '@assay/registry';
import { aManifest, aServer, aVersion } from '@assay/registry/testing';
import { noCredentials } from '@assay/vault';
import { describe, expect, it } from '@jest/globals';
import { CallEvents } from './call-events.js';
import { callTool } from './call-tool.js';
import { LocalFaultMemory } from './faults/fault-memory.js';
import { upstreamKey } from './idempotency/upstream-key.js';
import { aCall } from './testing/a-call.js';
import type { ToolTransport, UpstreamCall } from './tool-transport.js';

const answer = { content: [], isError: false, source: 'mcp:acme/orders' };

function setUp(outcome: Awaited<ReturnType<ToolTransport['call']>> = ok(answer), server = true) {
  const clock = new FakeClock();
  const catalogue = new Catalogue();
  if (server) catalogue.apply({ kind: 'server', id: 'server-orders', state: aServer() });
  const asked: UpstreamCall[] = [];
  const transport: ToolTransport = {
    call: async (call) => {
      asked.push(call);
      clock.advance(7);
      return outcome;
    },
  };
  const stage = callTool(
    (protocol) => (protocol === 'grpc' ? undefined : transport),
    catalogue,
    noCredentials,
    clock,
    new LocalFaultMemory(clock),
  );
  return { asked, stage };
}

describe('callTool', () => {
  it('does not call on a server that went to another organisation', async () => {
    const catalogue = new Catalogue();
    catalogue.apply({ kind: 'server', id: 'server-orders', state: aServer({ organisationId: 'org-other' }) });
    const asked: UpstreamCall[] = [];
    const transport: ToolTransport = {
      call: async (call) => {
        asked.push(call);
        return ok(answer);
      },
    };
    const stage = callTool(
      () => transport,
      catalogue,
      noCredentials,
      new FakeClock(),
      new LocalFaultMemory(new FakeClock()),
    );
    expect(await stage.run(aCall({}, aVersion()))).toMatchObject({ code: 'upstream_unavailable' });
    expect(asked).toEqual([]);
  });

  it('hands over what the transport needs, and keeps the answer and its time', async () => {
    const { asked, stage } = setUp();
    const call = aCall({}, aVersion());
    expect(await stage.run(call)).toBeUndefined();
    expect(asked).toEqual([
      {
        invocationId: call.requested.id,
        manifest: call.resolved.version?.manifest,
        server: aServer(),
        input: { item: 'tea' },
        principalId: 'principal-ann',
        traceId: 'trace',
        deadline: call.resolved.deadline,
        onStarted: expect.any(Function),
      },
    ]);
    expect([call.resolved.answer, call.resolved.upstreamMs]).toEqual([answer, 7]);
  });

  it('hands over a key made for the tool, and hears of progress, where there are any', async () => {
    const { asked, stage } = setUp();
    const events = new CallEvents();
    await stage.run(aCall({ keyed: { key: 'k' }, events }, aVersion()));
    expect(asked[0]?.idempotencyKey).toBe(upstreamKey('principal-ann', 'k', 'acme/orders.create'));
    asked[0]?.onProgress?.({ progress: 1, total: 2 });
    const heard: unknown[] = [];
    events.follow(0, ({ event }) => heard.push(event));
    expect(heard).toEqual([{ kind: 'progress', progress: 1, total: 2 }]);
  });

  it('passes on how far a guarded call is, and nothing that the tool says of it', async () => {
    const { asked, stage } = setUp();
    const events = new CallEvents();
    await stage.run(aCall({ events, isGuarded: true }, aVersion()));
    asked[0]?.onProgress?.({ progress: 1, message: 'found bob@x.org' });
    const heard: unknown[] = [];
    events.follow(0, ({ event }) => heard.push(event));
    expect(heard).toEqual([{ kind: 'progress', progress: 1 }]);
  });

  it('names no server for other protocols', async () => {
    const { asked, stage } = setUp();
    const http = aManifest({ protocol: 'http', endpoint: { url: 'https://acme.example' } });
    await stage.run(aCall({}, aVersion(http)));
    expect(asked[0]?.server).toBeNull();
  });

  it('hands a failure on, and still knows how long it took', async () => {
    const lost = fail('upstream_unavailable', 'gone', { outcome: 'unknown' });
    const { stage } = setUp(lost);
    const call = aCall({}, aVersion());
    expect(await stage.run(call)).toEqual(lost.error);
    expect([call.resolved.answer, call.resolved.upstreamMs]).toEqual([undefined, 7]);
  });

  it('does not count a tool as reached that there is no way to', async () => {
    const away = aCall({}, aVersion());
    expect(await setUp(ok(answer), false).stage.run(away)).toMatchObject({ code: 'upstream_unavailable' });
    const grpc = aManifest({ protocol: 'grpc', endpoint: { address: 'a:1', service: 's', method: 'm' } });
    const strange = aCall({}, aVersion(grpc));
    expect(await setUp().stage.run(strange)).toMatchObject({ code: 'protocol_unavailable' });
    expect([away.resolved.upstreamMs, strange.resolved.upstreamMs]).toEqual([undefined, undefined]);
  });

  it('believes an error result that says nothing was done', async () => {
    const content = [{ type: 'text' as const, text: 'No room for that.' }];
    const refused = async (meta: object) => {
      const call = aCall({}, aVersion());
      await setUp(ok({ ...answer, content, isError: true, ...meta })).stage.run(call);
      return call.resolved.toolError?.outcome;
    };
    expect(await refused({})).toBe('unknown');
    expect(await refused({ meta: { 'assay/outcome': 'none' } })).toBe('none');
    expect(await refused({ meta: { 'assay/outcome': 'done' } })).toBe('unknown');
  });
});
