import type { Manifest } from '@assay/contracts';
import { expect, it } from '@jest/globals';
import { compositionOf } from './definition.js';

const read = (endpoint: object) => compositionOf({ endpoint: endpoint as Manifest['endpoint'] });

it('a manifest with an unknown notation has no composition', () => {
  for (const notation of [undefined, 'plans', 1, 'toString'])
    expect(read({ notation, definition: {} })).toMatchObject({ ok: false, error: [{ path: '/endpoint/notation' }] });
});

it('what is malformed is named by its place in the manifest', () => {
  const found = read({ notation: 'plan', definition: { steps: 1 } });
  expect(found.ok).toBe(false);
  if (found.ok) return;
  expect(found.error.length).toBeGreaterThan(0);
  expect(found.error.every(({ path }) => path.startsWith('/endpoint/definition'))).toBe(true);
});

it('a definition that is absent is malformed as a whole', () => {
  expect(read({ notation: 'plan' })).toMatchObject({ ok: false, error: [{ path: '/endpoint/definition' }] });
});
