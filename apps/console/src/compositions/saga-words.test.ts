import type { SagaStepView } from '@assay/sdk';
import { expect, it } from '@jest/globals';
import { undoWords } from './saga-words.js';

const step = (undo: Partial<NonNullable<SagaStepView['undo']>> | null, kind: SagaStepView['class'] = 'full') =>
  ({ class: kind, undo }) as SagaStepView;

it('says how a step can be undone, then how far that is', () => {
  expect(undoWords(step(null, 'irreversible'))).toBe('cannot be undone');
  expect(undoWords(step({ tool: 'acme/free', status: 'succeeded', tries: 1 }))).toBe('acme/free: succeeded');
  expect(undoWords(step({ tool: 'acme/free', status: 'awaiting_approval', tries: 3 }))).toBe(
    'acme/free: awaiting approval, 3 tries',
  );
  expect(undoWords(step({ tool: null, status: 'irreversible', tries: 0 }, 'irreversible'))).toBe(
    'cannot be undone: irreversible',
  );
});
