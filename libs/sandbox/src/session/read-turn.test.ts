import { describe, expect, it } from '@jest/globals';
import { readTurn } from './read-turn.js';

const bounds = { maxCalls: 10, maxLog: 100, maxValue: 100, lineOffset: 2 };
const line = (parts: object) => JSON.stringify({ calls: [], logs: [], cpuMs: 1, ...parts });
const call = (id: number, more: object = {}) => ({ id, kind: 'tool', name: 'x/a', argument: '{}', ...more });

describe('what the process of a run writes', () => {
  it('is read as calls, console and end', () => {
    expect(readTurn(line({ calls: [call(3)], end: { returned: '[1]' } }), 2, bounds)).toEqual({
      calls: [{ id: 3, kind: 'tool', name: 'x/a', argument: {} }],
      logs: [],
      cpuMs: 1,
      end: { kind: 'returned', value: [1] },
    });
  });

  it.each([
    ['no JSON', 'hello'],
    ['another shape', '[]'],
    ['a call that was answered before', line({ calls: [call(2)] })],
    ['a call out of its turn', line({ calls: [call(4)] })],
    ['two calls of one number', line({ calls: [call(3), call(3)] })],
    ['an unknown kind', line({ calls: [call(3, { kind: 'publish' })] })],
    ['an argument that is not JSON', line({ calls: [call(3, { argument: '{' })] })],
    ['a value that is not JSON', line({ end: { returned: '{' } })],
    ['an unknown end', line({ end: { approved: true } })],
  ])('is not believed: %s', (_what, text) => expect(readTurn(text, 2, bounds)).toBeNull());

  it('is bounded', () => {
    const many = Array.from({ length: 11 }, (_, at) => call(at + 1));
    expect(readTurn(line({ calls: many }), 0, bounds)?.end).toEqual({ kind: 'limit', limit: 'calls' });
    const long = readTurn(line({ end: { returned: JSON.stringify('x'.repeat(200)) } }), 0, bounds);
    expect(long?.end).toEqual({ kind: 'limit', limit: 'value' });
    const logs = [1, 2, 3].map(() => ({ level: 'log', text: 'x'.repeat(90) }));
    expect(readTurn(line({ logs }), 0, bounds)?.logs).toHaveLength(2);
  });

  it('counts lines as they are in the code', () => {
    const threw = { name: 'TypeError', message: 'no', stack: '    at anonymous (<input>:5:3)\n' };
    expect(readTurn(line({ end: { threw } }), 0, bounds)?.end).toEqual({
      kind: 'threw',
      problem: { name: 'TypeError', message: 'no', line: 3 },
    });
  });
});
