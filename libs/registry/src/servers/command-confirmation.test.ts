import { expect, it } from '@jest/globals';
import { commandDigest, commandOf, confirmedBy } from './command-confirmation.js';

it('covers program, arguments and environment, and nothing else', () => {
  const command = { command: 'node', args: ['a'], env: { A: '1', B: '2' } };
  const same = commandDigest({ args: ['a'], env: { B: '2', A: '1' }, command: 'node' });
  expect(confirmedBy('ann', 5, command)).toEqual({ by: 'ann', at: 5, digest: same });
  const others = [
    { ...command, command: 'bun' },
    { ...command, args: ['a', ''] },
    { ...command, env: { A: '1' } },
  ];
  expect(new Set([same, ...others.map(commandDigest)]).size).toBe(4);
  expect(commandDigest({ command: 'node' })).toBe(commandDigest({ command: 'node', args: [], env: {} }));
});

it('finds the command of a record', () => {
  expect(commandOf({ mcp: { command: 'node' } })).toEqual({ command: 'node' });
  expect([commandOf({ mcp: { url: 'http://x.example' } }), commandOf({ mcp: null })]).toEqual([undefined, undefined]);
});
