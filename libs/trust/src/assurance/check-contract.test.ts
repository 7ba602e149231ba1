import { SmallAssurance } from '@assay/gateway/testing';
import { type UpstreamTool, upstreamDigest } from '@assay/importing';
import { startDeadline } from '@assay/kernel';
import { aNamespace, aServer } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { CheckContract } from './check-contract.js';

const opened = aNamespace({ visibility: 'public' });
const madePublic = { kind: 'namespace', id: opened.id, state: opened } as const;

const listed: UpstreamTool = { name: 'sum', description: 'Adds.', inputSchema: { type: 'object' } };
const none = { own: 0, others: 0 };

async function setUp(parts: object = {}) {
  const small = await SmallAssurance.open(
    { endpoint: { server: 'acme/orders', tool: 'sum' }, annotations: {} },
    { upstreamDigest: upstreamDigest(listed), ...parts },
  );
  small.watched.upstream.tools = [listed];
  small.house.clock.advance(1_000);
  const check = async (before = none, version = small.version()) => {
    const deadline = startDeadline(small.house.clock, 60_000);
    const checks = await new CheckContract(small.ports).run(version, before, deadline);
    deadline.end();
    return checks.map((it) => `${it.name} ${it.outcome} ${it.message}`.trim());
  };
  const calls = (own: number, others: number) => {
    small.record = { ...small.record, good: { own, others } };
  };
  return { small, check, calls };
}

describe('CheckContract', () => {
  it('passes what is defined as it is pinned, once enough calls went well', async () => {
    const { check, calls } = await setUp();
    calls(12, 7);
    expect(await check()).toEqual([
      'definition passed',
      'calls unknown 19 of 20 good calls since the last verification',
    ]);
    calls(12, 8);
    expect(await check()).toEqual(['definition passed', 'calls passed']);
    expect(await check({ own: 12, others: 7 })).toContain(
      'calls unknown 1 of 20 good calls since the last verification',
    );
  });

  it('counts for a public tool what others than its provider called', async () => {
    const { small, check, calls } = await setUp();
    small.house.directory.apply(madePublic);
    calls(500, 19);
    expect((await check())[1]).toBe(
      'calls unknown 19 of 20 good calls by callers other than members of its namespace since the last verification',
    );
    calls(0, 20);
    expect((await check())[1]).toBe('calls passed');
  });

  it('fails what its upstream defines in another way, which quarantines it', async () => {
    const { small, check, calls } = await setUp();
    calls(0, 20);
    small.watched.upstream.tools = [{ ...listed, description: 'Subtracts.' }];
    const [definition] = await check();
    expect(definition).toMatch(/^definition failed acme\/orders defines "sum" in another way/);
    expect(small.version().quarantined).not.toBeNull();
  });

  it('finds nothing out where the upstream does not answer, or its server is gone', async () => {
    const { small, check } = await setUp();
    small.watched.upstream.broken = true;
    expect((await check())[0]).toBe('definition unknown It does not answer.');
    await small.house.tools.removeServer(aServer().id);
    expect((await check())[0]).toMatch(/^definition unknown the server "acme\/orders" no longer exists/);
  });

  it('looks at a server of many tools once an hour', async () => {
    const { small, check } = await setUp();
    await check();
    await check();
    expect(small.watched.upstream.asked).toHaveLength(1);
    small.house.clock.advance(3_600_001);
    await check();
    expect(small.watched.upstream.asked).toHaveLength(2);
  });

  it('takes calls for enough where there is no list of definitions', async () => {
    const { small, check, calls } = await setUp();
    calls(20, 0);
    const version = small.version();
    const { server: _server, ...endpoint } = { url: 'https://api.example/sum', server: '' };
    const alone = { ...version, manifest: { ...version.manifest, protocol: 'http' as const, endpoint } };
    expect(await check(none, alone)).toEqual(['definition passed', 'calls passed']);
    expect(small.watched.upstream.asked).toEqual([]);
  });
});
