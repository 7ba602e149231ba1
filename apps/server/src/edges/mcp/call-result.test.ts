import type { Envelope } from '@assay/contracts';
import { rememberJson } from '@assay/kernel';
import { describe, expect, it } from '@jest/globals';
import { callLinks, callMembers, callText, callWarnings } from './call-result.js';

const pointer = {
  ...{ id: '0198f000-0000-7000-8000-00000000a001', digest: 'sha256:x', bytes: 9, mediaType: 'text/plain' },
  ...{ url: '/v1/outputs/x', expiresAt: '2026-11-25T00:00:00.000Z' },
};
const routed = { destinations: [], level: null, why: 'It is long.', notes: [] };
const envelope = (parts: Partial<Envelope>) => ({ id: 'call', status: 'succeeded', ...parts }) as Envelope;

describe('what a model reads of a call', () => {
  it.each<[string, Partial<Envelope>, string]>([
    ['a text', { output: 'text' }, 'text'],
    ['a value', { output: { a: 1 } }, '{"a":1}'],
    ['a long value', { output: 'x'.repeat(3_000) }, `${'x'.repeat(2_000)}… (whole in structuredContent.output)`],
    ['a block', { output: 'text', context: '<tool_result>' }, '<tool_result>'],
    [
      'a pointer',
      { pointer, routed },
      `It is long. The whole (9 bytes, text/plain) is kept: read it with read_output {"id": "${pointer.id}", "range": "bytes=0-65535"}.`,
    ],
    ['nothing', { routed: { ...routed, why: 'Not returned.' } }, 'Not returned.'],
    ['a call that waits', { status: 'awaiting_approval' }, 'awaiting_approval'],
  ])('of %s', (_, parts, text) => {
    expect(callText(envelope(parts))).toBe(text);
  });

  it('of a large output begins with the text that was written before', () => {
    const output = { rows: [1] };
    rememberJson(output, `{"rows": [${'1, '.repeat(1_000)}1]}`);
    expect(callText(envelope({ output }))).toMatch(/^\{"rows": \[1, 1, .*… \(whole in structuredContent\.output\)$/);
  });

  it('of an error is its message', () => {
    const error = { code: 'denied', message: 'No.' } as Envelope['error'];
    expect(callText(envelope({ error, context: 'x' }))).toBe('denied: No.');
  });

  it('has what there is to say against a result, and against an error nothing more', () => {
    const warnings = ['It possible prompt injection.', 'total is odd'];
    expect(callWarnings({ warnings })).toEqual([
      { type: 'text', text: 'Warning: It possible prompt injection.\ntotal is odd' },
    ]);
    expect(callWarnings({ warnings: [] })).toEqual([]);
    expect(callWarnings({ warnings, error: { code: 'denied' } as NonNullable<Envelope['error']> })).toEqual([]);
  });

  it('has links to what is kept', () => {
    const part = { ...pointer, id: '0198f000-0000-7000-8000-00000000a002' };
    const links = callLinks(envelope({ pointer, routed: { ...routed, parts: [part] } }));
    expect(links.map((it) => it.type === 'resource_link' && it.uri)).toEqual([
      `assay://outputs/${pointer.id}`,
      `assay://outputs/${part.id}`,
    ]);
    expect(callLinks(envelope({ output: 1 }))).toEqual([]);
  });

  it('has an output once', () => {
    expect(callMembers(envelope({ output: 1, context: 'x' }))).not.toHaveProperty('output');
    expect(callMembers(envelope({ output: 1 }))).toHaveProperty('output', 1);
  });
});
