import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import type { ToolDocument } from '../../tool-index.js';
import { aDocument, type ContractCase, find, idsOf } from './contract-case.js';

const walrus = (id: string, more: Partial<ToolDocument> = {}) => aDocument(id, { description: 'walrus', ...more });

/** Everything replaced at once, with searches and changes going on. */
export const rebuildCases: readonly ContractCase[] = [
  {
    name: 'a rebuild replaces everything, and says how far it is',
    check: async (index) => {
      await index.put([walrus('a/old'), walrus('a/kept', { trustKey: 1 })]);
      const reports: number[] = [];
      const batches = [[walrus('a/kept', { trustKey: 2 })], [walrus('a/new'), walrus('a/newer')]];
      await index.rebuild(batches, (done) => reports.push(done));
      deepEqual(reports, [1, 3]);
      deepEqual(idsOf(await find(index, { text: 'walrus' })).sort(), ['a/kept', 'a/new', 'a/newer']);
      deepEqual(idsOf(await find(index, { text: 'walrus', minTrustKey: 2 })), ['a/kept']);
      equal((await index.status()).documents, 3);
      await index.rebuild([]);
      equal(await index.size(), 0);
    },
  },
  {
    name: 'searches see the former state until the new one is whole',
    check: async (index) => {
      await index.put([walrus('a/old')]);
      const seen: string[][] = [];
      async function* batches() {
        for (const id of ['a/one', 'a/two']) {
          yield [walrus(id)];
          seen.push(idsOf(await find(index, { text: 'walrus' })));
        }
      }
      await index.rebuild(batches());
      deepEqual(seen, [['a/old'], ['a/old']]);
      deepEqual(idsOf(await find(index, { text: 'walrus' })), ['a/one', 'a/two']);
    },
  },
  {
    name: 'what is put and removed during a rebuild holds at once and afterwards',
    check: async (index) => {
      await index.put([walrus('a/gone'), walrus('a/changed', { trustKey: 1 })]);
      async function* batches() {
        yield [walrus('a/gone'), walrus('a/changed', { trustKey: 1 })];
        await index.remove(['a/gone', 'a/later']);
        await index.put([walrus('a/changed', { trustKey: 2 }), walrus('a/added')]);
        deepEqual(idsOf(await find(index, { text: 'walrus' })).sort(), ['a/added', 'a/changed']);
        yield [walrus('a/gone'), walrus('a/later'), walrus('a/last')];
      }
      await index.rebuild(batches());
      deepEqual(idsOf(await find(index, { text: 'walrus' })).sort(), ['a/added', 'a/changed', 'a/last']);
      deepEqual(idsOf(await find(index, { text: 'walrus', minTrustKey: 2 })), ['a/changed']);
    },
  },
  {
    name: 'a rebuild whose documents cannot be had leaves everything as it was',
    check: async (index) => {
      await index.put([walrus('a/old')]);
      async function* batches() {
        yield [walrus('a/new')];
        throw new Error('the database is away');
      }
      await rejects(index.rebuild(batches()), /the database is away/);
      deepEqual(idsOf(await find(index, { text: 'walrus' })), ['a/old']);
      await index.put([walrus('a/more')]);
      deepEqual(idsOf(await find(index, { text: 'walrus' })), ['a/more', 'a/old']);
    },
  },
  {
    name: 'says what it is and that it is ready',
    check: async (index) => {
      await index.put([walrus('a/x')]);
      const { engine, documents, ready, problem } = await index.status();
      ok(engine.length > 0);
      deepEqual([documents, ready, problem], [1, true, undefined]);
    },
  },
];
