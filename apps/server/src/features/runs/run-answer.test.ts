import type { RunView } from '@assay/contracts';
import { aCaller } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { ceilingOf, keptId } from '../../edges/mcp/results/response-ceiling.fixture.js';
import { runAnswer } from './run-answer.js';

const run = (parts: Partial<RunView>): RunView => ({
  ...{ id: 'run', notation: 'plan', status: 'succeeded', outputs: {}, warnings: [], steps: [], traceId: 't' },
  ...{ startedAt: '2026-11-24T00:00:00.000Z', endedAt: '2026-11-24T00:00:01.000Z', ...parts },
});
const answered = (parts: Partial<RunView>, detail: 'short' | 'full' = 'short', ceiling = 5_000) =>
  runAnswer(run(parts), { caller: aCaller(), ceiling, detail, now: 0 }, ceilingOf().ceiling);
const succeeded = (output: unknown) => ({ status: 'succeeded' as const, output });

describe('a run over MCP', () => {
  it('has every output in its content, pictures as pictures, and is short as structured content', async () => {
    const image = { type: 'image', data: 'AAAA', mimeType: 'image/png' };
    const result = await answered({
      outputs: { a: succeeded({ n: 1 }), b: succeeded({ content: [image] }) },
      warnings: ['w'],
    });
    expect(result.content).toEqual([
      { type: 'text', text: 'a: {"n":1}' },
      { type: 'text', text: 'b:' },
      image,
      { type: 'text', text: 'Warning: w' },
    ]);
    expect(result.structuredContent).toMatchObject({
      status: 'succeeded',
      outputs: { a: succeeded({ n: 1 }) },
      id: 'run',
    });
    expect(result.structuredContent).not.toHaveProperty('steps');
    expect(result._meta).toMatchObject({ 'assay/run': { traceId: 't' } });
    expect((await answered({ output: 5 })).content).toEqual([{ type: 'text', text: '5' }]);
    expect((await answered({ output: 5 }, 'full')).structuredContent).toMatchObject({
      output: 5,
      steps: [],
      traceId: 't',
    });
  });

  it('shares its room among the outputs, the short ones whole', async () => {
    const long = 'x'.repeat(9_000);
    const { content, structuredContent } = await answered(
      {
        outputs: { long: succeeded(long), few: succeeded('few') },
      },
      'short',
      1_000,
    );
    const texts = content.map((it) => (it.type === 'text' ? it.text : it.type));
    expect(texts[0]).toMatch(/^long: x+$/);
    expect(texts[1]).toContain(`"range": "bytes=${(texts[0]?.length ?? 0) - 'long: '.length}-"`);
    expect(texts.at(-1)).toBe('few: few');
    expect(structuredContent).toMatchObject({ outputs: { long: { pointer: { id: keptId } }, few: succeeded('few') } });
  });

  it('says what failed, was skipped and waits', async () => {
    const step = { index: 0, id: 'w', tool: 'acme/a', status: 'awaiting_approval' as const, ms: 0 };
    const waitsFor = { kind: 'approval' as const, id: 'x', url: 'http://here/1' };
    const waiting = await answered({ status: 'awaiting_approval', steps: [{ ...step, waitsFor }] });
    expect(waiting.content).toEqual([
      {
        type: 'text',
        text: "The run run continues: check it with show_run.\nw is waiting for a person's decision at http://here/1",
      },
    ]);
    const failed = await answered({
      status: 'failed',
      outputs: { a: { status: 'failed', error: 'No.' }, b: succeeded(1) },
    });
    expect(failed).toMatchObject({
      isError: true,
      content: [{ text: 'failed' }, { text: 'a: failed: No.' }, { text: 'b: 1' }],
    });
  });
});
