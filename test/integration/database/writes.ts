import { expect, it } from '@jest/globals';
import type { KitClient } from './kit-client.js';

export interface WritePlace {
  readonly kit: () => KitClient;
  /** Runs a statement as the owner, outside of the kit. */
  readonly asOwner: (sql: string) => Promise<readonly Record<string, unknown>[]>;
}

interface Changed {
  readonly undo: string;
  readonly digest: string;
  readonly rows: readonly { readonly before: unknown; readonly after: Record<string, unknown> | null }[];
}

/** Changes of rows of the tables `wares` and `parts`, which `tables` of the database's dialect create. */
export function testsOfWrites({ kit, asOwner }: WritePlace): void {
  const call = async (tool: string, input: Record<string, unknown>) =>
    (await kit().call(tool, { database: 'shop', table: 'wares', ...input })) as unknown as Changed;
  const undo = (text: string) => kit().call('restore', { undo: text });
  const all = () => asOwner('SELECT * FROM wares ORDER BY id');
  const price = async (id: number) => Number((await asOwner(`SELECT price FROM wares WHERE id = ${id}`))[0]?.price);

  it('are previewed without a change, and made only while the rows are as previewed', async () => {
    const before = await all();
    const changes = [{ key: { id: 1 }, set: { price: 31.5 } }];
    const { digest, rows } = await call('preview', { action: 'update', changes });
    expect(rows).toMatchObject([{ before: { id: 1 }, after: { price: 31.5 } }]);
    expect(await all()).toEqual(before);
    const made = await call('update', { changes, ifDigest: digest });
    expect(await price(1)).toBe(31.5);
    await expect(call('update', { changes, ifDigest: digest })).rejects.toThrow(/changed since they were previewed/);
    expect(await undo(made.undo)).toMatchObject({ outcome: 'restored' });
    expect(await undo(made.undo)).toMatchObject({ outcome: 'unchanged' });
    expect(await all()).toEqual(before);
  });

  it('bring a deleted row back with its number and every value', async () => {
    const before = await all();
    const { undo: text } = await call('delete', { keys: [{ id: 1 }, { id: 2 }] });
    expect(await all()).toHaveLength(before.length - 2);
    await undo(text);
    expect(await all()).toEqual(before);
  });

  it('remove an inserted row again', async () => {
    const before = await all();
    const made = await call('insert', { rows: [{ title: 'Rug', price: 12 }] });
    expect(made.rows).toMatchObject([{ before: null, after: { id: expect.any(Number), title: 'Rug' } }]);
    expect(await all()).toHaveLength(before.length + 1);
    await undo(made.undo);
    expect(await all()).toEqual(before);
  });

  it('are not taken back over a later change of somebody else', async () => {
    const made = await call('update', { changes: [{ key: { id: 2 }, set: { price: 50 } }] });
    await asOwner('UPDATE wares SET price = 51 WHERE id = 2');
    await expect(undo(made.undo)).rejects.toThrow(/was changed since/);
    expect(await price(2)).toBe(51);
    await asOwner('UPDATE wares SET price = 50 WHERE id = 2');
    await undo(made.undo);
    expect(await price(2)).toBe(20);
  });

  it('change all rows or none', async () => {
    const before = await all();
    const bad = [
      { key: { id: 1 }, set: { price: 1 } },
      { key: { id: 2 }, set: { price: -1 } },
    ];
    await expect(call('update', { changes: bad })).rejects.toThrow(/execution_error/);
    await expect(call('delete', { keys: [{ id: 1 }, { id: 99 }] })).rejects.toThrow(/No row/);
    const rows = Array.from({ length: 101 }, (_, at) => ({ title: `t${at}`, price: 1 }));
    await expect(call('insert', { rows })).rejects.toThrow(/100/);
    expect(await all()).toEqual(before);
  });

  it('delete no row whose deletion would change another table', async () => {
    await expect(call('delete', { keys: [{ id: 3 }] })).rejects.toThrow(/would be changed too \(CASCADE\)/);
    const { undo: text } = await call('delete', { table: 'parts', keys: [{ ware: 3, number: 1 }] });
    expect(await asOwner('SELECT * FROM parts')).toEqual([]);
    await undo(text);
    expect(await asOwner('SELECT * FROM parts')).toHaveLength(1);
  });

  it('are not made without a role that writes, nor by a statement in a value or a name', async () => {
    const at = { database: 'read', table: 'wares', changes: [{ key: { id: 1 }, set: { price: 1 } }] };
    await expect(kit().call('update', at)).rejects.toThrow(/reading only/);
    const title = "x', price = 0 WHERE 1 = 1; DROP TABLE parts; --";
    const made = await call('update', { changes: [{ key: { id: 1 }, set: { title } }] });
    expect(made.rows[0]?.after?.title).toBe(title);
    await undo(made.undo);
    await expect(call('update', { changes: [{ key: { id: 1 }, set: { 'price = 0; --': 1 } }] })).rejects.toThrow(
      /no column/,
    );
  });
}
