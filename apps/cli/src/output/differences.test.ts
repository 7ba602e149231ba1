import type { Difference } from '@assay/sdk';
import { expect, it } from '@jest/globals';
import { differencesInShort, differencesText } from './differences.js';
import { pageFor } from './page.js';

const page = pageFor({ isTTY: false } as never, {});

const differences: Difference[] = [
  { path: '/description', kind: 'text', message: 'another text', before: 'a', after: 'b' },
  {
    path: '/inputSchema/properties/limit',
    kind: 'additive',
    message: 'a new optional property',
    after: { type: 'integer' },
  },
  {
    path: '/inputSchema/properties/size/maximum',
    kind: 'breaking',
    message: 'the bound is tighter',
    before: 10,
    after: 5,
  },
];

it('shows what breaks first, the old above the new', () => {
  expect(differencesText(differences, page)).toBe(`Breaking (1)
  /inputSchema/properties/size/maximum  the bound is tighter
    - 10
    + 5
Additive (1)
  /inputSchema/properties/limit  a new optional property
    + {"type":"integer"}
Texts (1)
  /description  another text`);
});

it('says in short how many break, or how many there are', () => {
  expect(differencesInShort(differences)).toBe('1 breaking difference');
  expect(differencesInShort(differences.slice(0, 2))).toBe('2 differences');
});
