import { describe, expect, it } from '@jest/globals';
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
    const { text, list } = project({ text: 'x'.repeat(500), list: Array.from({ length: 25 }, (_, at) => at) }, {}) as {
      text: string;
      list: unknown[];
    };
    expect(text).toBe(`${'x'.repeat(200)}… (500 characters)`);
    expect(list).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, '… 15 more of 25']);
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
});
