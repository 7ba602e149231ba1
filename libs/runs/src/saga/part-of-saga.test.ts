import { expect, it } from '@jest/globals';
import { partOfSaga, undoOfSaga } from './part-of-saga.js';

const saga = { id: 's1', steps: [{ id: 'room' }, { id: 'car' }, { id: 'card' }] };

it('every later step waits for one, and nothing for what undoes it', () => {
  const whole = { kind: 'saga', id: 's1' };
  expect(partOfSaga(saga, 0)).toEqual({ ...whole, step: 'room', neededBy: ['car', 'card'], neededByCount: 2 });
  expect(partOfSaga(saga, 2)).toMatchObject({ step: 'card', neededBy: [] });
  expect(undoOfSaga(saga, 0)).toEqual({ ...whole, step: 'undo of room', neededBy: [], neededByCount: 0 });
});
