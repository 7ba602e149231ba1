import type { ContentBlock } from '@assay/kernel';
import { FakeClock } from '@assay/kernel/testing';
import { describe, expect, it } from '@jest/globals';
import { errorText, notReadInTime, readOutput } from './read-output.js';
import type { UpstreamAnswer } from './upstream-answer.js';

const answer = (content: ContentBlock[], structured?: unknown): UpstreamAnswer => ({
  content,
  structured,
  isError: false,
  source: 's',
});
const never = new AbortController().signal;
const text = (value: string): ContentBlock => ({ type: 'text', text: value });

describe('readOutput', () => {
  // what comes, declares a schema, output
  it.each([
    ['structured content first', answer([text('x')], { a: 1 }), false, { a: 1 }],
    ['structured null', answer([text('x')], null), false, null],
    ['a JSON object', answer([text(' {"a":1}')]), false, { a: 1 }],
    ['a JSON array', answer([text('[1]')]), false, [1]],
    ['a number as text, without a schema', answer([text('42')]), false, '42'],
    ['a number, with a schema', answer([text('42')]), true, 42],
    ['text that only looks like JSON', answer([text('{oops')]), true, '{oops'],
    ['several blocks', answer([text('a'), text('b')]), false, { content: [text('a'), text('b')] }],
    ['no block', answer([]), false, { content: [] }],
    ['an image', answer([{ type: 'image', data: 'AA==' }]), false, { content: [{ type: 'image', data: 'AA==' }] }],
  ])('%s', (_, given, declares, output) => {
    expect(readOutput(given, declares, new FakeClock(), never)).toEqual(output);
  });

  it('reads a long text in slices, as long as somebody waits for it', async () => {
    const rows = Array.from({ length: 20_000 }, (_, at) => ({ id: at }));
    const clock = new FakeClock();
    const read = readOutput(answer([text(JSON.stringify(rows))]), false, clock, never);
    const late = readOutput(answer([text(JSON.stringify(rows))]), false, clock, AbortSignal.abort('deadline'));
    clock.advance(1);
    expect(await read).toEqual(rows);
    expect(await late).toBe(notReadInTime);
  });

  it('gives what a failing tool said', () => {
    expect(errorText([text('a'), { type: 'image' }, text('b')])).toBe('a\nb');
    expect(errorText([])).toBe('it gave no reason');
    expect(errorText([text('x'.repeat(5_000))])).toHaveLength(2_000);
  });
});
