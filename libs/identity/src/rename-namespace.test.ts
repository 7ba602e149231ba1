import { SmallHouse } from '@assay/gateway/testing';
import type { Failure } from '@assay/kernel';
import { InMemoryNotices } from '@assay/kernel/testing';
import { aCaller, aNamespace } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { RenameNamespace } from './rename-namespace.js';

const ann = aCaller();
/** `g00gle` looks like a namespace of another organisation. */
const resemblances = {
  namespacesLike: (name: string) => (name === 'g00gle' ? [{ name: 'google' }] : []),
  toolsLike: () => [],
};

async function setUp(refusal?: Failure) {
  const house = await SmallHouse.open();
  for (const name of ['acme', 'beta']) await house.identities.addNamespace(aNamespace({ name }));
  await house.feed.caughtUp();
  const notices = new InMemoryNotices();
  const { ownership } = house;
  const rename = new RenameNamespace({
    ...house.identityPorts,
    ownership,
    notices,
    resemblances,
    commandMoves: () => refusal,
  });
  return { house, notices, rename };
}

describe('RenameNamespace', () => {
  it('rejects renaming a namespace whose commands may not move', async () => {
    const { house, rename } = await setUp({ code: 'command_forbidden', message: 'It has commands.' });
    expect(await rename.run(ann, 'acme', 'apex')).toMatchObject({ error: { code: 'command_forbidden' } });
    expect(house.directory.namespace('acme')?.name).toBe('acme');
  });

  it('keeps the old name as an alias, which follows further renames', async () => {
    const { house, notices, rename } = await setUp();
    expect(await rename.run(ann, 'acme', 'apex')).toMatchObject({ value: { name: 'apex' } });
    expect(await rename.run(ann, 'acme', 'summit')).toMatchObject({ value: { name: 'summit' } });
    expect(house.directory.namespace('acme')?.name).toBe('summit');
    expect(house.directory.aliases.ofNamespace('summit')).toEqual(['acme', 'apex']);
    expect(house.actions).toEqual(['namespace.rename apex', 'namespace.rename summit']);
    expect(notices.lines).toEqual(['namespace.renamed apex', 'namespace.renamed summit']);
  });

  it('rejects a loop with the current meaning of the name, for every caller', async () => {
    const { house, rename } = await setUp();
    await rename.run(ann, 'acme', 'apex');
    const loop = { error: { code: 'conflict', message: expect.stringContaining('former name of "apex"') } };
    expect(await rename.run(ann, 'apex', 'acme')).toMatchObject(loop);
    expect(await rename.run(ann, 'acme', 'acme')).toMatchObject(loop);
    expect(house.directory.namespace('acme')?.name).toBe('apex');
  });

  it.each([
    ['another’s name', ann, 'acme', 'beta', 'conflict'],
    ['its own name', ann, 'acme', 'acme', 'conflict'],
    ['a name like a well-known one', ann, 'acme', 'g00gle', 'forbidden'],
    ['a domain', ann, 'acme', 'com.example', 'forbidden'],
    ['a name out of the key’s reach', aCaller({}, [], ['acme']), 'acme', 'apex', 'forbidden'],
    ['a stranger', aCaller({ id: 'principal-bob' }), 'acme', 'apex', 'namespace_forbidden'],
  ])('refuses %s', async (_, caller, name, to, code) => {
    const { house, rename } = await setUp();
    expect(await rename.run(caller, name, to)).toMatchObject({ error: { code } });
    expect(house.actions).toEqual([]);
  });

  it('lets administrators of the installation choose a name similar to a well-known one', async () => {
    const { rename } = await setUp();
    expect((await rename.run(aCaller({ id: 'principal-root' }, ['admin']), 'acme', 'g00gle')).ok).toBe(true);
  });

  it('grants a name to one of two concurrent requests', async () => {
    const { rename } = await setUp();
    const outcomes = await Promise.all(['acme', 'beta'].map((name) => rename.run(ann, name, 'apex')));
    expect(outcomes.filter((it) => it.ok)).toHaveLength(1);
  });
});
