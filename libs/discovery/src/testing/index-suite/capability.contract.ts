import { deepEqual, equal } from 'node:assert/strict';
import { aDocument, type ContractCase, find, idsOf } from './contract-case.js';

/** Tags and their tree. */
export const capabilityCases: readonly ContractCase[] = [
  {
    name: 'a capability finds itself, what lies below, what lies above and what lies beside, in that order',
    check: async (index) => {
      await index.put([
        aDocument('a/above', { capabilities: ['data'] }),
        aDocument('a/below', { capabilities: ['data.query.sql'] }),
        aDocument('a/itself', { capabilities: ['data.query'] }),
        aDocument('a/beside', { capabilities: ['data.store'] }),
        aDocument('a/prefix', { capabilities: ['data.queryable'] }),
        aDocument('a/elsewhere', { capabilities: ['database'] }),
        aDocument('a/elsewhere', { capabilities: ['database.query'] }),
      ]);
      const { candidates } = await find(index, { capabilities: ['data.query'] });
      deepEqual(
        candidates.map(({ id }) => id),
        ['a/itself', 'a/below', 'a/above', 'a/beside', 'a/prefix'],
      );
      equal(candidates[0]?.relevance, 1);
      equal(candidates[3]?.relevance, candidates[4]?.relevance);
    },
  },
  {
    name: 'a tool in several places is found once, by its best place',
    check: async (index) => {
      await index.put([aDocument('a/both', { capabilities: ['data', 'data.query', 'data.query.sql'] })]);
      const { candidates } = await find(index, { capabilities: ['data.query'] });
      deepEqual(
        candidates.map(({ id, relevance }) => [id, relevance]),
        [['a/both', 1]],
      );
    },
  },
  {
    name: 'of two capabilities asked for, having both beats having one',
    check: async (index) => {
      await index.put([
        aDocument('a/one', { capabilities: ['mail.send'] }),
        aDocument('a/two', { capabilities: ['data.query', 'mail.send'] }),
      ]);
      deepEqual(idsOf(await find(index, { capabilities: ['data.query', 'mail.send'] })), ['a/two', 'a/one']);
    },
  },
  {
    name: 'text and capabilities together: both beat either, and either is enough to be a candidate',
    check: async (index) => {
      await index.put([
        aDocument('a/tag', { capabilities: ['data.query'] }),
        aDocument('a/text', { description: 'walrus' }),
        aDocument('a/both', { description: 'walrus', capabilities: ['data.query'] }),
        aDocument('a/none', { description: 'seal', capabilities: ['mail'] }),
      ]);
      const found = idsOf(await find(index, { text: 'walrus', capabilities: ['data.query'] }));
      equal(found[0], 'a/both');
      deepEqual(found.slice(1).sort(), ['a/tag', 'a/text']);
    },
  },
];
