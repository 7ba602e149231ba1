import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { project } from './project.js';

describe('project', () => {
  it('leaves out what is empty', () => {
    expect(project({ a: 1, b: null, c: '', d: [], e: {}, f: { g: null }, h: 0, i: false }, {})).toEqual({
      a: 1,
      h: 0,
      i: false,
    });
  });

  it('leaves out what the output schema does not name, at any depth', () => {
    const schema = {
      type: 'object',
      properties: { id: {}, lines: { type: 'array', items: { properties: { sku: {} } } }, open: { type: 'object' } },
    };
    const output = { id: 1, debug: 'x', lines: [{ sku: 'tea', debug: 1 }], open: { any: 1 } };
    expect(project(output, { schema })).toEqual({ id: 1, lines: [{ sku: 'tea' }], open: { any: 1 } });
  });

  it('shortens long texts and lists, and says how much there was', () => {
    const projected = project({ text: 'x'.repeat(500), list: Array.from({ length: 25 }, (_, at) => at) }, {});
    expect(projected).toEqual({
      text: `${'x'.repeat(200)}… (500 characters)`,
      list: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
      'list…': '15 more of 25',
    });
    const list = Array.from({ length: 25 }, (_, at) => at);
    expect(project(list, {})).toEqual({ items: list.slice(0, 10), '…': '15 more of 25' });
    expect(project('🧾'.repeat(300), {})).toBe(`${'🧾'.repeat(100)}… (600 characters)`);
  });

  it('looks at so many members of an object, and at those that the schema names', () => {
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`k${at}`, at]));
    const open = project(many, { task: 'k4000' }) as Record<string, unknown>;
    expect(Object.keys(open)).toHaveLength(1_001);
    expect(open['…']).toBe('4000 more of 5000');
    expect(project(many, { schema: { properties: { k0: {}, k4000: {} } } })).toEqual({
      k0: 0,
      k4000: 4_000,
      '…': '3999 more of 5000',
    });
  });

  it('keeps values that the task mentions, regardless of the schema', () => {
    const output = { shippingAddress: 'y'.repeat(300), notes: 'z'.repeat(300) };
    const schema = { properties: { notes: {} } };
    const projected = project(output, { schema, task: 'Where are the addresses?' }) as typeof output;
    expect(projected.shippingAddress).toHaveLength(300);
    const addresses = Array.from({ length: 30 }, (_, at) => ({ at, note: '' }));
    expect(project({ addresses }, { task: 'Where are the addresses?' })).toEqual({ addresses });
    expect(projected.notes.length).toBeLessThan(300);
  });

  it('takes no longer for an endless name', () => {
    const name = `${'e'.repeat(2_000_000)}x`;
    expect(project({ [name]: 1, [`${name}es`]: 2 }, { task: 'the addresses' })).toEqual({
      [name]: 1,
      [`${name}es`]: 2,
    });
  });

  it.each([[null], [1], [true], ['short'], [[]]])('leaves %j as it is', (value) => {
    expect(project(value, {})).toEqual(value);
  });

  it('keeps members by their own names, be they ever so odd', () => {
    const hostile = JSON.parse('{"__proto__": {"a": 1}}');
    expect(JSON.stringify(project(hostile, { schema: { properties: { b: {} } } }))).toBe('{}');
    expect(JSON.stringify(project(hostile, {}))).toBe('{"__proto__":{"a":1}}');
  });

  const orders = Array.from({ length: 50 }, (_, at) => ({
    id: at + 1,
    customer: `c${at + 1}`,
    note: 'Leave it at the door, please. '.repeat(4),
  }));

  it('is made to fit: as many rows as there is room for, and the others counted beside the list', () => {
    const projected = project({ total: 50, orders }, { maxChars: 1_500 }) as Record<string, unknown>;
    expect(JSON.stringify(projected).length).toBeLessThanOrEqual(1_500);
    const rows = projected.orders as unknown[];
    expect(rows).toEqual(orders.slice(0, rows.length));
    expect(rows.length).toBeGreaterThan(5);
    expect(projected).toMatchObject({ total: 50, 'orders…': `${50 - rows.length} more of 50` });
  });

  it('chooses rows by the values the task names, then in order, and keeps their order', () => {
    const rowsFor = (task: string) =>
      (project({ orders }, { task, maxChars: 900 }) as { orders: { id: number }[] }).orders.map((it) => it.id);
    expect(rowsFor('customer c37')).toEqual([1, 2, 3, 37]);
    expect(rowsFor('compare c48 with c12')).toEqual([1, 2, 12, 48]);
    expect(rowsFor('everything')).toEqual([1, 2, 3, 4]);
    const unbounded = project({ orders }, { task: 'customer c37' }) as { orders: { id: number }[] };
    expect(unbounded.orders.map((it) => it.id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 37]);
  });

  it('says nothing when not even the beginning fits', () => {
    expect(project({ orders }, { maxChars: 10 })).toBeUndefined();
    expect(project('x'.repeat(100), { maxChars: 10 })).toBeUndefined();
  });

  it('cuts a text to the room there is', () => {
    const cut = project('word '.repeat(1_000), { maxChars: 400 }) as string;
    expect(cut.length).toBeGreaterThan(350);
    expect(JSON.stringify(cut).length).toBeLessThanOrEqual(400);
  });

  it('looks at a million rows in bounded time', () => {
    const rows = Array.from({ length: 1_000_000 }, (_, id) => ({ id, name: `n${id}` }));
    const begun = performance.now();
    project({ rows }, { task: 'name n900000', maxChars: 100_000 });
    expect(performance.now() - begun).toBeLessThan(3_000);
  });
});

/** Names that are no notes, so that notes and members can be distinguished. */
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constant(null),
    fc.boolean(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.string({ unit: 'grapheme', maxLength: 400 }),
    fc.constantFrom('c37', 'customer', '"'.repeat(300), '\n'.repeat(100)),
    fc.array(tie('value'), { maxLength: 30 }),
    fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), tie('value'), { maxKeys: 12 }),
  ),
})).value;

/** Whether everything in `part` is in `whole`, where it was: members by name, items in order, beginnings of texts. */
function isPart(part: unknown, whole: unknown): boolean {
  if (typeof whole === 'string') {
    const beginning = /^(.*)… \(\d+ characters\)$/su.exec(String(part))?.[1];
    return part === whole || (beginning !== undefined && whole.startsWith(beginning));
  }
  if (Array.isArray(whole)) {
    const items = Array.isArray(part) ? part : (part as { items?: unknown } | null)?.items;
    if (!Array.isArray(items)) return false;
    let at = 0;
    for (const item of items) {
      while (at < whole.length && !isPart(item, whole[at])) at += 1;
      if (at >= whole.length) return false;
      at += 1;
    }
    return true;
  }
  if (typeof whole !== 'object' || whole === null) return Object.is(part, whole);
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return false;
  return Object.entries(part).every(([name, value]) =>
    name.endsWith('…')
      ? /^\d+ more of \d+$/.test(String(value))
      : Object.hasOwn(whole, name) && isPart(value, (whole as Record<string, unknown>)[name]),
  );
}

it('fits its room and invents nothing, whatever the result and the task', () => {
  const tasks = fc.constantFrom(undefined, 'customer c37', 'a b', 'everything');
  fc.assert(
    fc.property(json, tasks, fc.integer({ min: 2, max: 3_000 }), (output, task, maxChars) => {
      const projected = project(output, { task, maxChars });
      if (projected === undefined) return;
      expect(JSON.stringify(projected).length).toBeLessThanOrEqual(maxChars);
      expect(isPart(projected, output)).toBe(true);
      expect(isPart(project(output, { task }), output)).toBe(true);
    }),
    { numRuns: 500 },
  );
});
