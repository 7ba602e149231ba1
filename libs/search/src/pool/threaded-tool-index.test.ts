import { setImmediate } from 'node:timers/promises';
import type { IndexQuery, ToolDocument } from '@assay/discovery';
import { FakeClock } from '@assay/kernel/testing';
import { afterEach, describe, expect, it } from '@jest/globals';
import { EmbeddedToolIndex } from '../embedded/embedded-tool-index.js';
import { SearchThreads, threadsFor } from './search-threads.js';
import { ThreadedToolIndex } from './threaded-tool-index.js';

const topics = ['invoice', 'weather', 'parcel', 'museum', 'ticket', 'currency', 'flight', 'recipe'];
const verbs = ['read', 'delete', 'list', 'translate', 'forecast'];

function tool(number: number, changes: Partial<ToolDocument> = {}): ToolDocument {
  const [topic, verb] = [topics[number % 8] as string, verbs[number % 5] as string];
  return {
    ...{ id: `acme/t${number}`, name: `${verb}_${topic}`, title: '', provider: 'acme', capabilities: [] },
    ...{ description: `${verb} the ${topic} number ${number}`, parameters: [topic], audience: ['public'] },
    ...{ organisationId: 'o', trustKey: number / 100, insideTrustKey: 0, namespace: 'acme', protocol: 'http' as const },
    ...{ stage: 'BETA' as const, readOnly: false, deprecated: false, publishedAt: number },
    vector: Float32Array.from({ length: 16 }, (_, at) => Math.sin(number * 7 + at)),
    ...changes,
  };
}
const tools = Array.from({ length: 60 }, (_, number) => tool(number));
const ask = (text: string, more: Partial<IndexQuery> = {}): IndexQuery => ({
  ...{ text, capabilities: [], audience: ['public'], limit: 10 },
  ...more,
});
const queries = [
  ask('forecast the weather'),
  ask('delete an invoce'),
  ask('ticket', { sort: 'trust', facets: ['namespace'] }),
  ask('list museums', { vector: Float32Array.from({ length: 16 }, (_, at) => Math.sin(21 + at)) }),
  ask('', { sort: 'name', limit: 3, offset: 4 }),
  ask('parcel', { minTrustKey: 0.3, filter: { protocols: ['http'] } }),
];

let open: ThreadedToolIndex | undefined;
afterEach(() => open?.close());

async function threaded() {
  const clock = new FakeClock();
  const local = new EmbeddedToolIndex();
  const threads = new SearchThreads({ threads: 1 });
  const counted = { inThreads: 0 };
  const index = new ThreadedToolIndex({
    ...{ local, clock, minDocuments: 10, quietMs: 100 },
    threads: {
      show: (image) => threads.show(image),
      search: (query) => {
        counted.inThreads += 1;
        return threads.search(query);
      },
      close: () => threads.close(),
    },
  });
  open = index;
  await index.put(tools);
  /** Until the image is taken. */
  const renewed = async () => {
    await clock.advance(100);
    while (!local.isImageCurrent) await setImmediate();
  };
  return { index, local, clock, counted, renewed };
}

describe('ThreadedToolIndex', () => {
  it('answers from a thread what the index in this thread answers', async () => {
    const { index, local, counted, renewed } = await threaded();
    await renewed();
    for (const query of queries) expect(await index.search(query)).toEqual(await local.search(query));
    expect(counted.inThreads).toBe(queries.length);
  });

  it('answers here until the image is made, after a change, and by capability', async () => {
    const { index, counted, renewed } = await threaded();
    const first = await index.search(ask('zebra'));
    expect([first.total, counted.inThreads]).toEqual([0, 0]);
    await renewed();
    await index.put([tool(100, { name: 'groom_zebra' })]);
    expect((await index.search(ask('zebra'))).candidates[0]?.id).toBe('acme/t100');
    await index.search(ask('', { capabilities: ['data'] }));
    expect(counted.inThreads).toBe(0);
    await renewed();
    expect((await index.search(ask('zebra'))).candidates[0]?.id).toBe('acme/t100');
    expect(counted.inThreads).toBe(1);
    await index.remove(['acme/t100']);
    expect((await index.search(ask('zebra'))).total).toBe(0);
  });

  it('keeps its image when only trust changes, and shows the change in it', async () => {
    const { index, counted, renewed } = await threaded();
    await renewed();
    await index.put([tool(8, { trustKey: 5 })]);
    const { candidates } = await index.search(ask('invoice', { sort: 'trust', limit: 1 }));
    expect([candidates[0]?.id, counted.inThreads]).toEqual(['acme/t8', 1]);
  });

  it('shows no image of an index that changed while it was taken, and trust that did', async () => {
    const { local } = await threaded();
    const shown: unknown[] = [];
    const spoilt = local.renewImage((image) => shown.push(image));
    await local.put([tool(101)]);
    await spoilt;
    expect([shown.length, local.isImageCurrent]).toEqual([0, false]);
    const kept = local.renewImage((image) => shown.push(image.documents.columns.trustKeys[8]));
    await local.put([tool(8, { trustKey: 7 })]);
    await kept;
    expect([shown, local.isImageCurrent]).toEqual([[7], true]);
  });

  it('gives up an image when another one is begun', async () => {
    const { local } = await threaded();
    const shown: string[] = [];
    await Promise.all(['first', 'second'].map((name) => local.renewImage(() => shown.push(name))));
    expect(shown).toEqual(['second']);
  });

  it('answers here when no thread can', async () => {
    const { index, renewed } = await threaded();
    await renewed();
    await index.close();
    expect((await index.search(ask('weather'))).total).toBeGreaterThan(0);
  });
});

describe('threadsFor', () => {
  it('leaves one core, and takes at least one', () => {
    expect([1, 2, 8].map(threadsFor)).toEqual([1, 1, 7]);
  });
});
