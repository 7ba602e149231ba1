import { smallRegistry } from '@assay/gateway/testing';
import { describe, expect, it } from '@jest/globals';
import { FollowRevocations } from './follow-revocations.js';

/** Revocations in force by target: `com.example/server@2.0.0`, `com.example/server` or `com.example/*`. */
async function revocable() {
  const registry = await smallRegistry();
  const inForce = new Set<string>();
  const covering = (tool: string, version: string) => {
    const found = [`${tool.split('/')[0]}/*`, tool, `${tool}@${version}`].find((it) => inForce.has(it));
    return found === undefined ? undefined : { id: found, reason: `no ${found}`, createdAt: 5 };
  };
  for (const version of ['1.0.0', '2.0.0']) await registry.must({ version });
  await registry.must({ name: 'com.example/server-two' });
  const { store, ports } = registry;
  const follow = new FollowRevocations({ ...ports, store, revocations: { covering: covering as never } });
  const hidden = async () =>
    (await registry.store.list({ limit: 100, includeDeleted: true }))
      .filter((it) => it.revocation !== null)
      .map((it) => `${it.name}@${it.version}${it.isLatest ? ' latest' : ''}`);
  return { ...registry, inForce, follow, hidden };
}

describe('revocations in the official registry’s API', () => {
  it('hide the covered versions and move the latest; lifting restores both', async () => {
    const { inForce, follow, hidden, shown, store } = await revocable();
    inForce.add('com.example/server@2.0.0');
    await follow.show({ namespace: 'com.example', tool: 'server' });
    expect(await hidden()).toEqual(['com.example/server@2.0.0']);
    expect(await shown()).toEqual(['1.0.0 active latest', '2.0.0 active']);
    const [revoked] = await store.list({ limit: 1, includeDeleted: true, revoked: true });
    const others = await store.list({ limit: 9, includeDeleted: true, updatedSince: (revoked?.updatedAt ?? 0) - 1 });
    expect(others.map(({ version }) => version)).toEqual(['1.0.0', '2.0.0']);
    inForce.clear();
    await follow.show({ namespace: 'com.example', tool: 'server' });
    expect(await hidden()).toEqual([]);
    expect(await shown()).toEqual(['1.0.0 active', '2.0.0 active latest']);
  });

  it('of a whole namespace cover every server in it, and no other', async () => {
    const { inForce, follow, hidden } = await revocable();
    inForce.add('com.example/*');
    await follow.show({ namespace: 'com.example', tool: null });
    expect(await hidden()).toHaveLength(3);
    inForce.clear();
    inForce.add('com.example/server');
    await follow.showAll([]);
    expect(await hidden()).toEqual(['com.example/server@1.0.0', 'com.example/server@2.0.0 latest']);
  });

  it('that were missed are caught up with', async () => {
    const { inForce, follow, hidden } = await revocable();
    inForce.add('com.example/server-two');
    await follow.showAll([{ namespace: 'com.example', tool: 'server-two' }]);
    expect(await hidden()).toEqual(['com.example/server-two@1.0.0 latest']);
  });

  it('done twice change nothing more', async () => {
    const { inForce, follow, store } = await revocable();
    inForce.add('com.example/server');
    await follow.show({ namespace: 'com.example', tool: 'server' });
    const before = await store.list({ limit: 100, includeDeleted: true });
    await follow.show({ namespace: 'com.example', tool: 'server' });
    expect(await store.list({ limit: 100, includeDeleted: true })).toEqual(before);
  });

  it('are of servers there are: any of a namespace, one by its name, or one version by its text', async () => {
    const { follow, must } = await revocable();
    await must({ name: 'com.Example/Other', version: 'release-7' });
    const has = (tool: string | null, range: string | null = null, namespace = 'com.example') =>
      follow.has({ namespace, tool, range });
    expect(await Promise.all([has(null), has('server'), has('server', '^9'), has('Other', 'release-7')])).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(
      await Promise.all([has(null, null, 'com.exampl'), has('serve'), has('never', '^1'), has('Other', 'release-8')]),
    ).toEqual([false, false, false, false]);
    // A server of another name, which a revocation of this one would not cover.
    expect(await has('other')).toBe(false);
    // It moves on with the next version.
    expect(await has('Other', 'latest')).toBe(false);
  });

  it('cover many servers in few writer transactions', async () => {
    const { inForce, follow, hidden, must, store } = await revocable();
    for (let n = 0; n < 30; n += 1) await must({ name: `com.example/many-${n}` });
    let turns = 0;
    const change = store.change.bind(store);
    store.change = (...given) => {
      turns += 1;
      return change(...given);
    };
    inForce.add('com.example/*');
    await follow.show({ namespace: 'com.example', tool: null });
    expect(await hidden()).toHaveLength(33);
    expect(turns).toBe(1);
  });
});
