import { aServerJson } from '@assay/gateway/testing';
import { describe, expect, it } from '@jest/globals';
import { checkPublisherMeta, keptServer, publisherMetaBytes } from './publisher-meta.js';

const key = 'io.modelcontextprotocol.registry/publisher-provided';

describe("the publisher's additions", () => {
  it('has a limit in bytes, not in characters', () => {
    const errors = (text: string) => checkPublisherMeta(aServerJson({ _meta: { [key]: { a: text } } }));
    const frame = '{"a":""}'.length;
    expect(errors('x'.repeat(publisherMetaBytes - frame))).toEqual([]);
    expect(errors('x'.repeat(publisherMetaBytes - frame + 1))).toHaveLength(1);
    expect(errors('é'.repeat((publisherMetaBytes - frame) / 2))).toEqual([]);
    expect(errors('é'.repeat((publisherMetaBytes - frame) / 2 + 1))).toHaveLength(1);
  });

  it('is the only part of _meta that is kept, in its position', () => {
    const server = aServerJson({ _meta: { other: 1, [key]: { tool: 'ci' } }, zeta: 1 });
    expect(JSON.stringify(keptServer(server))).toBe(
      JSON.stringify({ ...aServerJson(), _meta: { [key]: { tool: 'ci' } }, zeta: 1 }),
    );
    expect(keptServer(aServerJson({ _meta: { other: 1 } }))).toEqual(aServerJson());
    expect(keptServer(aServerJson())).toEqual(aServerJson());
  });
});
