import type { UpstreamAnswer } from '@assay/gateway';
import { describe, expect, it } from '@jest/globals';
import { blocksOfOutput, errorBlocks, isContent, ownBlocks, withoutMedia } from './call-blocks.js';

const text = (said: string) => ({ type: 'text' as const, text: said });
const image = { type: 'image' as const, data: 'AAAA', mimeType: 'image/png' };
const answer = (parts: Partial<UpstreamAnswer>) =>
  ({ content: [], isError: false, source: 'mcp:a', ...parts }) as UpstreamAnswer;

describe('the blocks of a call', () => {
  it('are those of the tool, with structured content that no text of it holds', () => {
    expect(ownBlocks(answer({ content: [text('hi'), image] }), { content: [] })).toEqual([text('hi'), image]);
    const structured = { sky: 'sunny' };
    expect(ownBlocks(answer({ content: [text('It is sunny.')], structured }), structured)).toEqual([
      text('It is sunny.'),
      text('{"sky":"sunny"}'),
    ]);
    expect(ownBlocks(answer({ content: [text('{ "sky": "sunny" }')], structured }), structured)).toHaveLength(1);
  });

  it('have a link in the place of a block that is too large', () => {
    const huge = { ...image, data: 'A'.repeat(7_000_000) };
    const link = { type: 'resource_link', uri: 'assay://outputs/1', name: 'one' };
    expect(ownBlocks(answer({ content: [huge] }), { content: [link] })).toEqual([link]);
  });

  it('are made of an output where a tool knows no blocks', () => {
    expect(blocksOfOutput('text')).toEqual([text('text')]);
    expect(blocksOfOutput({ a: 1 })).toEqual([text('{"a":1}')]);
    expect(blocksOfOutput({ content: [image] })).toEqual([image]);
    expect([{ content: [image] }, { content: [1] }, { content: [], a: 1 }].map(isContent)).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('of a failure are its message, what is wrong and what to do; and the tool’s own words where those are longer', () => {
    const error = { code: 'upstream_rejected', message: 'It failed: no' } as Parameters<typeof errorBlocks>[0];
    const issues = [{ path: '/a', message: 'is missing' }];
    const failure = { code: 'invalid_input' as const, message: '', issues, data: { proposals: [1] } };
    expect(errorBlocks(error, failure, undefined)).toEqual([
      text('upstream_rejected: It failed: no\n/a is missing\n{"proposals":[1]}'),
    ]);
    expect(errorBlocks(error, undefined, answer({ isError: true, content: [text('no')] }))).toHaveLength(1);
    const said = [text('no'.repeat(3_000))];
    expect(errorBlocks(error, undefined, answer({ isError: true, content: said })).slice(1)).toEqual(said);
  });

  it('are not repeated as base64 in structured content', () => {
    expect(withoutMedia({ content: [text('a'), image] })).toEqual({
      content: [text('a'), { type: 'image', mimeType: 'image/png', note: 'in content' }],
    });
    expect(withoutMedia({ a: 1 })).toEqual({ a: 1 });
  });
});
