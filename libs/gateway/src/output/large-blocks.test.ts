import { FakeClock } from '@assay/kernel/testing';
import { describe, expect, it } from '@jest/globals';
import { keptFrom } from '../testing/kept-from.js';
import { smallOutputs } from '../testing/small-outputs.js';
import { hasLongBinary, linkLongBinaries, maxBlockBytes, outputIdOf, outputUri } from './large-blocks.js';

const from = keptFrom();
const base64 = (bytes: number): string => Buffer.alloc(bytes, 7).toString('base64');
const image = (bytes: number) => ({ type: 'image', mimeType: 'image/png', data: base64(bytes) });
const resource = (bytes: number) => ({ type: 'resource', resource: { uri: 'file:///a', blob: base64(bytes) } });

describe('long binary blocks', () => {
  it('are those over 64 KiB, of whatever kind', () => {
    expect(hasLongBinary({ content: [image(maxBlockBytes)] })).toBe(false);
    expect(hasLongBinary({ content: [{ type: 'text', text: 'x'.repeat(200_000) }] })).toBe(false);
    expect(hasLongBinary({ content: [image(maxBlockBytes + 3)] })).toBe(true);
    expect(hasLongBinary({ content: [resource(maxBlockBytes + 3)] })).toBe(true);
    for (const odd of [undefined, null, 'x', { content: 'x' }, { content: [null, 1] }])
      expect(hasLongBinary(odd)).toBe(false);
  });

  it('are stored, and replaced by links', async () => {
    const clock = new FakeClock();
    const { keep, store } = smallOutputs(clock);
    const text = { type: 'text', text: 'a picture' };
    const output = { content: [text, image(100_000), resource(70_000), image(10)] };
    const { output: linked, pointers, notes } = await linkLongBinaries(output, keep, from);
    const { content } = linked as { content: Record<string, unknown>[] };
    expect([content[0], content[3], notes]).toEqual([text, image(10), []]);
    expect(content[1]).toMatchObject({
      type: 'resource_link',
      uri: outputUri(pointers[0]?.id ?? ''),
      mimeType: 'image/png',
      size: 100_000,
      _meta: { 'assay/pointer': pointers[0] },
    });
    expect(content[2]).toMatchObject({ type: 'resource_link', mimeType: 'application/octet-stream', size: 70_000 });
    const owner = { principalId: from.caller.principalId as string, namespaces: null };
    const kept = await store.find(owner, 'pointer', pointers[0]?.id ?? '', clock.now());
    expect(kept).toMatchObject({ content: base64(100_000), isBinary: true });
  });

  it.each([
    ['image/png', 'image/png'],
    ['text/csv; charset=utf-8', 'text/csv; charset=utf-8'],
    ['', 'application/octet-stream'],
    ['image', 'application/octet-stream'],
    [`image/${'x'.repeat(10_000)}`, 'application/octet-stream'],
    ['image/png\u0000', 'application/octet-stream'],
    ['image/png\r\nx-other: 1', 'application/octet-stream'],
  ])('of the type %j are kept as %s', async (mimeType, kept) => {
    const { keep } = smallOutputs(new FakeClock());
    const linked = await linkLongBinaries({ content: [{ ...image(100_000), mimeType }] }, keep, from);
    expect(linked.pointers.map(({ mediaType }) => mediaType)).toEqual([kept]);
  });

  it('stay where they are when they cannot be kept', async () => {
    const { keep } = smallOutputs(new FakeClock());
    const anonymous = { ...from, caller: { ...from.caller, principalId: null } };
    const output = { content: [image(100_000)] };
    const linked = await linkLongBinaries(output, keep, anonymous);
    expect(linked).toMatchObject({ output, pointers: [], notes: [expect.stringMatching(/^A binary block stays/)] });
  });

  it('are named by an address of their own', () => {
    const id = '0198f000-0000-7000-8000-00000000a001';
    expect(outputIdOf(outputUri(id))).toBe(id);
    for (const other of ['assay://outputs/', 'assay://memory/x', 'https://example.org', `assay://outputs/${id}/x`])
      expect(outputIdOf(other)).toBeUndefined();
  });
});
