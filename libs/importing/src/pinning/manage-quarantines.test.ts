import type { Proposal } from '@assay/contracts';
import { WatchedHouse } from '@assay/gateway/testing';
import { fail, ok, startDeadline } from '@assay/kernel';
import { aCaller, aManifest, aNamespace, aServer, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { ManageQuarantines } from './manage-quarantines.js';

const read = { name: 'read', description: 'Reads.', inputSchema: { type: 'object' } };
const changed = { ...read, description: 'Other.' };
const ann = aCaller();
const bob = aCaller({ id: 'principal-bob', name: 'bob' });
const admin = aCaller({ id: 'principal-root' }, ['admin', 'registry:publish']);
const next = aManifest({
  name: 'acme/orders.read',
  version: '1.0.1',
  endpoint: { server: 'acme/orders', tool: 'read' },
});

/** A fixture in which `read` has drifted, with an import that proposes the test's manifests. */
async function setUp(proposals: readonly Partial<Proposal>[] = [{ manifest: next, state: 'changed' }]) {
  const house = await WatchedHouse.open(read);
  house.upstream.tools = [changed];
  await house.look();
  const asked: string[] = [];
  const state = {
    proposed: ok({ id: 'import', proposals }) as never,
    confirmed: ok({ versions: [aVersion(next)] }) as never,
  };
  const imports = {
    proposeAgain: async (_caller: unknown, server: string) => {
      asked.push(`propose ${server}`);
      return state.proposed;
    },
    confirm: async (_caller: unknown, id: string, { include }: { include?: string[] }) => {
      asked.push(`confirm ${id} ${include}`);
      return state.confirmed;
    },
  };
  const manage = new ManageQuarantines({ ...house.ports, watch: house.watch, imports });
  const [open] = await manage.list(ann, { limit: 5 });
  const id = open?.quarantine.id ?? '';
  const resolve = (action: 'recheck' | 'accept', caller = ann) => {
    house.small.clock.advance(1_000);
    const deadline = startDeadline(house.small.clock, 60_000);
    return manage.resolve(caller, id, { action, reason: 'because' }, deadline).finally(() => deadline.end());
  };
  return { house, manage, id, resolve, asked, state };
}

describe('ManageQuarantines', () => {
  it('shows them to owners and administrators only', async () => {
    const { manage, id } = await setUp();
    for (const caller of [ann, admin]) {
      expect(await manage.list(caller, { limit: 5 })).toMatchObject([{ version: { version: '1.0.0' } }]);
      expect(await manage.find(caller, id)).toMatchObject({ ok: true, value: { quarantine: { id } } });
    }
    expect(await manage.list(bob, { limit: 5 })).toEqual([]);
    expect(await manage.find(bob, id)).toMatchObject({ ok: false, error: { code: 'not_found' } });
    expect(await manage.find(ann, 'not an id')).toMatchObject({ ok: false, error: { code: 'not_found' } });
  });

  it('checks again immediately: releases restored definitions, and keeps others', async () => {
    const { house, resolve } = await setUp();
    expect(await resolve('recheck', bob)).toMatchObject({ ok: false, error: { code: 'not_found' } });
    expect(await resolve('recheck')).toMatchObject({ ok: true, value: { quarantine: { releasedAt: null } } });
    house.upstream.tools = [read];
    expect(await resolve('recheck')).toMatchObject({
      ok: true,
      value: { quarantine: { releasedAt: expect.any(Number) }, version: { quarantined: null } },
    });
    expect(house.small.actions.slice(-2)).toEqual([
      'version.release acme/orders.read@1.0.0',
      'quarantine.recheck acme/orders.read@1.0.0',
    ]);
    expect(await resolve('recheck')).toMatchObject({ ok: true });
    expect(await resolve('accept')).toMatchObject({ ok: false, error: { code: 'conflict' } });
  });

  it('does not check a server that another organisation owns now', async () => {
    const { house, resolve } = await setUp();
    house.small.catalogue.apply({
      kind: 'server',
      id: 'server-orders',
      state: aServer({ organisationId: 'org-other' }),
    });
    const before = house.upstream.asked.length;
    expect(await resolve('recheck')).toMatchObject({ ok: false, error: { code: 'conflict' } });
    expect(house.upstream.asked).toHaveLength(before);
  });

  it('reports when the upstream returns no list, and changes nothing', async () => {
    const { house, resolve } = await setUp();
    const before = house.small.actions;
    house.upstream.broken = true;
    expect(await resolve('recheck')).toMatchObject({ ok: false, error: { code: 'upstream_unavailable' } });
    expect(house.small.actions).toEqual(before);
  });

  it('publishes the new definition, and keeps the old version quarantined', async () => {
    const { house, resolve, asked } = await setUp();
    expect(await resolve('accept')).toMatchObject({
      ok: true,
      value: { quarantine: { releasedAt: null, successor: 'acme/orders.read@1.0.1' } },
    });
    expect(asked).toEqual(['propose acme/orders', 'confirm import acme/orders.read']);
    expect(house.findings('read')).toHaveLength(1);
    expect(house.small.actions.at(-1)).toBe('quarantine.accept acme/orders.read@1.0.0');
  });

  it.each([
    ['the upstream lists the tool no more', [], 'there is no new definition to publish'],
    [
      'another version has the definition',
      [{ manifest: next, state: 'unchanged' as const }],
      '1.0.1 has this definition already',
    ],
  ])('publishes nothing when %s', async (_, proposals, message) => {
    const { resolve, asked } = await setUp(proposals);
    const answer = await resolve('accept');
    expect(answer).toMatchObject({ ok: false, error: { code: 'conflict' } });
    expect(!answer.ok && answer.error.message).toContain(message);
    expect(asked).toEqual(['propose acme/orders']);
  });

  it('passes on why the new definition cannot be published', async () => {
    const { resolve, state } = await setUp();
    state.confirmed = fail('invalid_manifest', 'The manifest has a problem.') as never;
    expect(await resolve('accept')).toMatchObject({ ok: false, error: { code: 'invalid_manifest' } });
    state.proposed = fail('upstream_unavailable', 'It does not answer.') as never;
    expect(await resolve('accept')).toMatchObject({ ok: false, error: { code: 'upstream_unavailable' } });
  });

  it('resolves former names of the tool, and shows the current name of the server', async () => {
    const { house, manage } = await setUp();
    const { organisationId } = aNamespace();
    await house.small.ownership.renameNamespace({
      ...{ organisationId, from: 'acme', to: 'apex' },
      ...{ aliasId: 'alias', at: 0, by: null },
    });
    await house.small.feed.caughtUp();
    const [found] = await manage.list(ann, { tool: 'acme/orders.read', limit: 5 });
    expect(found?.version.manifest.name).toBe('apex/orders.read');
    house.upstream.tools = [];
    await house.look(house.small.catalogue.server('acme/orders'));
    expect(house.findings('read', 'apex')).toEqual(['apex/orders lists "read" no more']);
  });

  it('shows none of a deleted version', async () => {
    const { house, manage, id } = await setUp();
    const version = house.small.catalogue.tool('acme/orders.read')?.versions[0];
    house.small.catalogue.apply({ kind: 'tool-version', id: version?.id ?? '', state: null });
    expect(await manage.list(ann, { limit: 5 })).toEqual([]);
    expect(await manage.find(ann, id)).toMatchObject({ ok: false, error: { code: 'not_found' } });
  });
});
