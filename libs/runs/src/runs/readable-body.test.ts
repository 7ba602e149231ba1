import { describe, expect, it } from '@jest/globals';
import { readableBody } from './readable-body.js';

const step = (id: string, parts: object = {}) => ({ id, tool: 'a/b', arguments: {}, ...parts });
const pathsOf = (body: unknown) => readableBody(body).issues.map(({ path }) => path);

describe('the body of a run', () => {
  it('is read as it is where its shape is right', () => {
    const plan = { steps: [step('a')] };
    expect(readableBody({ plan })).toEqual({ body: { plan }, issues: [], unread: [], isStubbed: false });
  });

  it('is read without what is wrong with its shape, which is all reported', () => {
    const { body, issues } = readableBody({
      plan: { steps: [step('a'), step('b', { tool: 'b', extra: 1 }), 7, step('d', { after: ['b'] })], output_steps: 3 },
      deadlineMs: -1,
      unknown: true,
    });
    expect(issues.map(({ path }) => path).sort()).toEqual(
      [
        '/deadlineMs',
        '/plan/output_steps',
        '/plan/steps/1/extra',
        '/plan/steps/1/tool',
        '/plan/steps/2',
        '/unknown',
      ].sort(),
    );
    expect(body?.plan?.steps.map(({ id }) => id)).toEqual(['a', 'b', 'unread-2', 'd']);
    expect(body).not.toHaveProperty('deadlineMs');
  });

  it('is read without members that are not known, and its steps stay', () => {
    const plan = { steps: [step('a', { colour: 1 }), step('b', { arguments: { x: 1 }, 'odd/key': 2 })] };
    const { body, issues, unread, isStubbed } = readableBody({ plan });
    expect(body).toEqual({ plan: { steps: [step('a'), step('b', { arguments: { x: 1 } })] } });
    expect(issues.map(({ path }) => path)).toEqual(['/plan/steps/0/colour', '/plan/steps/1/odd~1key']);
    expect([unread, isStubbed]).toEqual([issues.map(({ path }) => path), false]);
    expect(readableBody({ plan: { steps: [step('a'), 7] } }).isStubbed).toBe(true);
  });

  it('cannot be read where there is nothing to read', () => {
    for (const body of [null, 'x', {}, { plan: 3 }, { plan: { steps: [] } }]) {
      expect(readableBody(body).body).toBeUndefined();
      expect(pathsOf(body).length).toBeGreaterThan(0);
    }
  });

  it('knows steps of every notation', () => {
    expect(readableBody({ pipeline: { steps: [{ tool: 'a/b' }, {}] } }).body?.pipeline?.steps).toHaveLength(2);
    expect(
      readableBody({ compose: { mode: 'compose', steps: [{ tool: 'a/b', inputMapping: {} }, { tool: 1 }] } }).body
        ?.compose?.steps,
    ).toHaveLength(2);
    expect(pathsOf({ chain: { sequence: [{ tool: 'a/b' }, { nothing: 1 }] } })).toEqual(['/chain/sequence/1']);
  });
});
