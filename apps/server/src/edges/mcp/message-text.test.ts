import { rememberJson } from '@assay/kernel';
import { TurnClock } from '@assay/kernel/testing';
import { describe, expect, it } from '@jest/globals';
import { resultMessage } from './message-text.js';

const rows = Array.from({ length: 10_000 }, (_, at) => ({ id: at, name: `n${at}`, none: undefined }));
const resultWith = (structuredContent: Record<string, unknown>) => ({
  content: [{ type: 'text' as const, text: 'x' }],
  structuredContent,
});
const messageOf = (result: object) => JSON.stringify({ jsonrpc: '2.0', id: 7, result });

describe('resultMessage', () => {
  it('writes a small result at once', () => {
    const clock = new TurnClock();
    for (const small of [resultWith({ tools: [] }), resultWith({ validation: {}, output: { a: 1 } }), { content: [] }])
      expect(resultMessage(7, small, clock)).toBe(messageOf(small));
    expect(clock.turns).toBe(0);
  });

  it('writes a large one in turns of the event loop', async () => {
    const output = { rows };
    rememberJson(output, JSON.stringify(output));
    for (const large of [
      resultWith({ validation: {}, output }),
      resultWith({ outputs: { a: { output: { rows } } } }),
    ]) {
      const clock = new TurnClock();
      const written = resultMessage(7, large, clock);
      expect(written).toBeInstanceOf(Promise);
      expect(await written).toBe(messageOf(large));
      expect(clock.turns).toBeGreaterThan(40);
    }
  });
});
