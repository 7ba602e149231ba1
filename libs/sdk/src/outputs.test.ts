import { afterEach, describe, expect, it } from '@jest/globals';
import { Assay } from './assay.js';
import { localServer } from './local-server.fixture.js';

let server: Awaited<ReturnType<typeof localServer>> | undefined;
afterEach(async () => {
  await server?.close();
});

describe('outputs.parts', () => {
  it('reads from one range to the next, to the end', async () => {
    const nexts = ['bytes=3-', 'bytes=6-', null];
    server = await localServer(() => ({ body: { content: 'abc', next: nexts.shift() } }));
    const parts: unknown[] = [];
    for await (const { content } of new Assay({ url: server.url }).outputs.parts('one', { range: 'bytes=0-' }))
      parts.push(content);
    expect(parts).toEqual(['abc', 'abc', 'abc']);
    expect(server.seen.map(({ url }) => url)).toEqual([
      '/v1/outputs/one?range=bytes%3D0-',
      '/v1/outputs/one?range=bytes%3D3-',
      '/v1/outputs/one?range=bytes%3D6-',
    ]);
  });
});
