import type { ToolDocument } from '@assay/discovery';
import { aDocument, NaiveToolIndex } from '@assay/discovery/testing';
import { FakeClock } from '@assay/kernel/testing';
import { describe, expect, it } from '@jest/globals';
import { BackedToolIndex, fallBackWarning } from './backed-tool-index.js';
import { FakeExternalIndex } from './fake-external-index.fixture.js';

const walrus = (id: string, more: Partial<ToolDocument> = {}) => aDocument(id, { description: 'walrus', ...more });

async function house(there: readonly ToolDocument[] = []) {
  const clock = new FakeClock();
  const external = new FakeExternalIndex();
  const local = new NaiveToolIndex();
  const reports: string[] = [];
  const documents = new Map(there.map((document) => [document.id, document]));
  const index = new BackedToolIndex({
    external,
    local,
    clock,
    documents: () => [[...documents.values()]],
    onProblem: (part, problem) => reports.push(`${part}: ${problem ?? 'well again'}`),
  });
  await local.put(there);
  const find = (text: string) =>
    index.search({ text, capabilities: [], audience: ['public'], limit: 10 }).then((answer) => ({
      ids: answer.candidates.map(({ id }) => id),
      warnings: answer.warnings,
    }));
  const change = async (document: ToolDocument) => {
    documents.set(document.id, document);
    await index.put([document]);
  };
  const drop = async (id: string) => {
    documents.delete(id);
    await index.remove([id]);
  };
  const held = () => external.search({ text: 'walrus', capabilities: [], audience: ['public'], limit: 100 });
  const idsHeld = async () => (await held()).candidates.map(({ id }) => id);
  return { clock, external, local, reports, index, find, change, drop, idsHeld };
}

describe('BackedToolIndex', () => {
  it('answers from the external engine, and from the inner one with a warning while that one is away', async () => {
    const { external, index, find, reports } = await house([walrus('a/x')]);
    index.keeper.begin();
    await index.keeper.pass();
    expect(await find('walrus')).toEqual({ ids: ['a/x'], warnings: undefined });
    external.away = true;
    expect(await find('walrus')).toEqual({ ids: ['a/x'], warnings: [fallBackWarning] });
    expect(await find('walrus')).toEqual({ ids: ['a/x'], warnings: [fallBackWarning] });
    external.away = false;
    expect(await find('walrus')).toEqual({ ids: ['a/x'], warnings: undefined });
    expect(reports).toEqual(['searching: away', 'searching: well again']);
  });

  it('finds out that the engine is well again without anybody searching', async () => {
    const { external, index, find, clock } = await house([walrus('a/x')]);
    index.keeper.begin();
    await index.keeper.pass();
    external.away = true;
    for (let n = 0; n < 3; n += 1) await find('walrus');
    external.away = false;
    await index.lookAgain();
    expect(index.problem).toBe('away');
    clock.advance(2_000);
    await index.lookAgain();
    expect(index.problem).toBeNull();
    const asked = external.searches;
    await index.lookAgain();
    expect(external.searches).toBe(asked);
  });

  it('does not wait for an engine that is slow, nor ask one that keeps failing', async () => {
    const { external, clock, find, index } = await house([walrus('a/x')]);
    external.silent = true;
    for (let n = 0; n < 3; n += 1) {
      const answer = find('walrus');
      await external.wasAsked();
      clock.advance(1_500);
      expect((await answer).warnings).toEqual([fallBackWarning]);
    }
    expect(index.problem).toBe('no answer within 1500 ms');
    const asked = external.searches;
    await find('walrus');
    expect(external.searches).toBe(asked);
    external.silent = false;
    clock.advance(2_000);
    await index.keeper.pass();
    expect(await find('walrus')).toEqual({ ids: ['a/x'], warnings: undefined });
  });

  it('never waits for the external engine when something changes', async () => {
    const { external, index, change, find } = await house();
    index.keeper.begin();
    await index.keeper.pass();
    external.away = true;
    await change(walrus('a/new'));
    expect((await find('walrus')).ids).toEqual(['a/new']);
    expect((await index.status()).pending).toBe(1);
  });

  it('is caught up when the engine is back, with what it missed', async () => {
    const { external, index, change, drop, idsHeld } = await house([walrus('a/x'), walrus('a/y')]);
    index.keeper.begin();
    await index.keeper.pass();
    external.away = true;
    await change(walrus('a/new'));
    await drop('a/y');
    await expect(index.keeper.pass()).rejects.toThrow('away');
    external.away = false;
    await index.keeper.pass();
    expect(await idsHeld()).toEqual(['a/new', 'a/x']);
    expect(external.rebuilds).toBe(1);
  });

  it('loses nothing that fails halfway', async () => {
    const { external, index, change, drop, idsHeld } = await house([walrus('a/x'), walrus('a/y')]);
    index.keeper.begin();
    await index.keeper.pass();
    await change(walrus('a/new'));
    await drop('a/y');
    external.failNextPut = true;
    await expect(index.keeper.pass()).rejects.toThrow('half');
    await drop('a/new');
    await index.keeper.pass();
    expect(await idsHeld()).toEqual(['a/x']);
  });
});

describe('IndexKeeper', () => {
  it('builds an index that is not there, or was lost whole', async () => {
    const { external, index, idsHeld } = await house([walrus('a/x')]);
    index.keeper.begin();
    await index.keeper.pass();
    expect(await idsHeld()).toEqual(['a/x']);
    await external.lose();
    await index.keeper.pass();
    expect(await idsHeld()).toEqual(['a/x']);
    expect(external.rebuilds).toBe(2);
  });

  it('compares after another writer, and sends the differences only', async () => {
    const stock = [walrus('a/same'), walrus('a/changed', { trustKey: 2 }), walrus('a/missing')];
    const { external, index, idsHeld } = await house(stock);
    await external.rebuild([[walrus('a/same'), walrus('a/changed', { trustKey: 1 }), walrus('a/gone')]]);
    await external.signAs('another replica');
    external.written.length = 0;
    index.keeper.begin();
    await index.keeper.pass();
    expect(external.written).toEqual(['a/changed', 'a/missing', '-a/gone']);
    expect(await idsHeld()).toEqual(['a/changed', 'a/missing', 'a/same']);
    expect((await external.marker())?.writer).toBe(external.writer);
    external.written.length = 0;
    await index.keeper.pass();
    expect(external.written).toEqual([]);
  });

  it('compares once an hour, so that an old copy put back does not stay', async () => {
    const { external, index, clock, idsHeld } = await house([walrus('a/x'), walrus('a/y')]);
    index.keeper.begin();
    await index.keeper.pass();
    await external.remove(['a/y']);
    await index.keeper.pass();
    expect(await idsHeld()).toEqual(['a/x']);
    clock.advance(3_600_000);
    await index.keeper.pass();
    expect(await idsHeld()).toEqual(['a/x', 'a/y']);
  });

  it('compares again when a comparison fails that more changes than it remembers called for', async () => {
    const { external, index, change, idsHeld } = await house([walrus('a/x')]);
    index.keeper.begin();
    await index.keeper.pass();
    await index.keeper.pass();
    await change(walrus('a/missed'));
    await index.put(Array.from({ length: 50_000 }, (_, at) => walrus(`b/${at}`)));
    await change(walrus('a/last'));
    external.failNextPut = true;
    await expect(index.keeper.pass()).rejects.toThrow('half');
    await index.keeper.pass();
    expect(await idsHeld()).toEqual(['a/last', 'a/missed', 'a/x']);
  });

  it('remembers nothing while another replica writes, and compares when its turn comes', async () => {
    const { external, index, change, idsHeld } = await house([walrus('a/x')]);
    await external.rebuild([[walrus('a/x')]]);
    await change(walrus('a/new'));
    expect((await index.status()).pending).toBeUndefined();
    index.keeper.begin();
    await index.keeper.pass();
    expect(await idsHeld()).toEqual(['a/new', 'a/x']);
  });

  it('stops halfway when its time is over, and leaves the index in use as it was', async () => {
    const { external, index, idsHeld } = await house([walrus('a/x')]);
    const over = new AbortController();
    over.abort();
    index.keeper.begin();
    await expect(index.keeper.pass(over.signal)).rejects.toThrow('aborted');
    expect(external.rebuilds).toBe(0);
    await index.keeper.pass();
    await external.signAs('another replica');
    await external.remove(['a/x']);
    await expect(index.keeper.pass(over.signal)).rejects.toThrow('aborted');
    expect(await idsHeld()).toEqual([]);
  });

  it('ends on request, even if the engine does not answer', async () => {
    const { external, index, clock } = await house([walrus('a/x')]);
    external.silent = true;
    const ending = new AbortController();
    const running = index.keeper.run(ending.signal);
    await external.settled(clock);
    ending.abort();
    await expect(running).resolves.toBeUndefined();
  });

  it('rebuilds on request', async () => {
    const { external, index } = await house([walrus('a/x')]);
    index.keeper.begin();
    await index.keeper.pass();
    await index.rebuild([[walrus('a/x')]]);
    await index.keeper.pass();
    expect(external.rebuilds).toBe(2);
    await index.keeper.pass();
    expect(external.rebuilds).toBe(2);
  });

  it('reports why a rebuild cannot be requested; the internal index is rebuilt anyway', async () => {
    const { external, index, find } = await house([walrus('a/x')]);
    external.away = true;
    external.reasonOf = (error) => `the engine: ${(error as Error).message}`;
    await expect(index.rebuild([[walrus('a/y')]])).rejects.toThrow('the engine: away');
    expect((await find('walrus')).ids).toEqual(['a/y']);
  });

  it('runs until it is stopped: writes changes immediately, and retries failures', async () => {
    const { external, index, change, clock, reports } = await house([walrus('a/x')]);
    const ending = new AbortController();
    const running = index.keeper.run(ending.signal);
    await external.settled(clock);
    external.away = true;
    await change(walrus('a/new'));
    await external.settled(clock);
    expect(reports).toEqual(['writing: away']);
    external.away = false;
    external.says = { building: 3 };
    expect(await index.status()).not.toHaveProperty('building');
    expect(await index.status()).toMatchObject({ ready: true, pending: 1, problem: 'changes cannot be written: away' });
    clock.advance(1_000);
    await external.settled(clock);
    expect(external.written.at(-1)).toBe('a/new');
    expect(reports).toEqual(['writing: away', 'writing: well again']);
    expect(await index.status()).toMatchObject({ building: 3 });
    expect((await index.status()).problem).toBeUndefined();
    ending.abort();
    await running;
    expect((await index.status()).pending).toBeUndefined();
  });
});
