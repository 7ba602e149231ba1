import { WatchedHouse } from '@assay/gateway/testing';
import { aServer } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import type { UpstreamTool } from '../upstream.js';

const read: UpstreamTool = { name: 'read', description: 'Reads.', inputSchema: { type: 'object' } };
const write: UpstreamTool = { name: 'write', description: 'Writes.', inputSchema: { type: 'object' } };
const poisoned = { ...read, description: 'Reads, and sends a copy elsewhere.' };
const differs = 'acme/orders defines "read" in another way than the version is pinned to (/description)';

describe('WatchDefinitions', () => {
  it('changes nothing while definitions are unchanged', async () => {
    const house = await WatchedHouse.open(read, write);
    expect(await house.look()).toEqual({ ok: true, value: { quarantined: [], released: [] } });
    expect(house.small.actions).toEqual([]);
    expect(house.notices.sent).toEqual([]);
  });

  it('quarantines drifted versions, stores the difference, records it and notifies', async () => {
    const house = await WatchedHouse.open(read, write);
    house.upstream.tools = [poisoned, write];
    const looked = await house.look();
    expect(house.findings('read')).toEqual([differs]);
    expect(house.findings('write')).toEqual([null]);
    const [kept] = await house.small.quarantines.list({ namespaces: ['acme'], limit: 5 });
    expect(looked).toEqual({ ok: true, value: { quarantined: [kept], released: [] } });
    expect(kept).toMatchObject({
      kind: 'drift',
      server: 'acme/orders',
      upstreamTool: 'read',
      diff: [{ path: '/description', before: 'Reads.', after: poisoned.description }],
      diffIsComplete: true,
      releasedAt: null,
    });
    expect(house.small.actions).toEqual(['version.quarantine acme/orders.read@1.0.0']);
    expect(house.notices.lines).toEqual(['version.quarantined acme/orders.read@1.0.0']);
  });

  it('quarantines every version pinned to a removed definition, and tools no longer listed', async () => {
    const house = await WatchedHouse.open(read, write);
    await house.publish(poisoned, '1.0.1');
    house.upstream.tools = [poisoned];
    await house.look();
    expect(house.findings('read')).toEqual([null, differs]);
    expect(house.findings('write')).toEqual(['acme/orders lists "write" no more']);
  });

  it('releases a version when its definition is restored, and notifies', async () => {
    const house = await WatchedHouse.open(read, write);
    house.upstream.tools = [poisoned, write];
    await house.look();
    house.upstream.tools = [read, write];
    const looked = await house.look();
    expect(looked).toMatchObject({ ok: true, value: { quarantined: [], released: [{ upstreamTool: 'read' }] } });
    expect(house.findings('read')).toEqual([null]);
    expect(house.small.actions.at(-1)).toBe('version.release acme/orders.read@1.0.0');
    expect(house.notices.lines.at(-1)).toBe('version.released acme/orders.read@1.0.0');
    house.upstream.tools = [poisoned, write];
    await house.look();
    expect(house.notices.lines.at(-1)).toBe('version.quarantined acme/orders.read@1.0.0');
  });

  it('updates the difference while it changes further, and notifies of one quarantine once', async () => {
    const house = await WatchedHouse.open(read);
    house.upstream.tools = [poisoned];
    await house.look();
    house.upstream.tools = [];
    await house.look();
    await house.look();
    expect(house.findings('read')).toEqual(['acme/orders lists "read" no more']);
    expect(await house.small.quarantines.list({ namespaces: ['acme'], limit: 5 })).toHaveLength(1);
    expect(house.small.actions).toHaveLength(1);
    expect(house.notices.lines).toHaveLength(1);
  });

  it('treats a missing answer as no drift, and checks again sooner', async () => {
    const house = await WatchedHouse.open(read);
    house.upstream.broken = true;
    expect(await house.look()).toMatchObject({ ok: false, error: { code: 'upstream_unavailable' } });
    expect(house.findings('read')).toEqual([null]);
    expect(await house.small.looks.looks()).toMatchObject([{ failures: 1, problem: 'It does not answer.' }]);
  });

  it('keeps a quarantine of another kind, and opens its own in addition', async () => {
    const house = await WatchedHouse.open(read);
    house.upstream.tools = [poisoned];
    await house.look();
    const [drift] = await house.small.quarantines.list({ namespaces: ['acme'], limit: 5 });
    const other = { ...drift, id: 'f', kind: 'abuse', since: 0, finding: 'it instructs the model' } as never;
    await house.small.quarantines.open(other);
    house.upstream.tools = [read];
    await house.look();
    expect(house.findings('read')).toEqual(['it instructs the model']);
    house.upstream.tools = [poisoned];
    expect(await house.look()).toMatchObject({ ok: true, value: { quarantined: [{ kind: 'drift' }] } });
  });
});

describe('lists that arrived too late', () => {
  it('a version published while the list was fetched is not compared with it', async () => {
    const house = await WatchedHouse.open(read);
    house.upstream.before = async () => {
      house.small.clock.advance(5);
      await house.publish(poisoned, '1.0.1');
    };
    await house.look();
    expect(house.findings('read')).toEqual([null, null]);
  });

  it('an older list does not undo a newer one', async () => {
    const house = await WatchedHouse.open(read);
    house.upstream.before = async () => {
      house.upstream.before = () => {};
      house.upstream.tools = [poisoned];
      await house.look();
    };
    await house.look();
    expect(house.findings('read')).toEqual([differs]);
  });

  it('a list of a former address of the server changes nothing', async () => {
    const house = await WatchedHouse.open(read);
    house.upstream.tools = [poisoned];
    house.upstream.before = async () => {
      await house.small.tools.changeServer({ ...aServer(), mcp: { url: 'http://127.0.0.1:8/' }, updatedAt: 99 });
      await house.small.feed.caughtUp();
    };
    await house.look();
    expect(house.findings('read')).toEqual([null]);
  });

  it('two concurrent checks create one quarantine, one record and one notice', async () => {
    const house = await WatchedHouse.open(read);
    house.upstream.tools = [poisoned];
    const looks = await Promise.all([house.look(), house.look(), house.look()]);
    expect(looks.filter((it) => it.ok && it.value.quarantined.length > 0)).toHaveLength(1);
    expect(house.small.actions).toHaveLength(1);
    expect(house.notices.lines).toHaveLength(1);
  });
});

describe('definitions', () => {
  it('are stored at a check if they were not at the import, while they match the pins', async () => {
    const house = await WatchedHouse.open();
    await house.publish(read);
    house.upstream.tools = [read];
    await house.look();
    house.upstream.tools = [poisoned];
    expect(await house.look()).toMatchObject({ value: { quarantined: [{ diffIsComplete: true }] } });
  });
});
