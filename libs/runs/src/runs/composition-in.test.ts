import type { RunBody } from '@assay/contracts';
import { expect, it } from '@jest/globals';
import { compositionIn } from './composition-in.js';

it.each(['plan', 'chain', 'pipeline', 'compose'] as const)('finds the %s in the body of a run', (notation) => {
  const definition = { steps: [] };
  expect(compositionIn({ [notation]: definition, input: {} } as unknown as RunBody)).toEqual({
    composition: { notation, definition },
    at: `/${notation}`,
  });
});
