import { type PartOf, partOf } from '@assay/gateway';
import type { Saga } from './saga.js';

type Steps = Pick<Saga, 'id'> & { readonly steps: readonly { readonly id: string }[] };

/** A step of a saga needs all that come before it. */
export const partOfSaga = ({ id, steps }: Steps, position: number): PartOf =>
  partOf(
    { kind: 'saga', id },
    steps[position]?.id ?? '',
    steps.slice(position + 1).map((it) => it.id),
  );

/** What undoes a step; nothing waits for it. */
export const undoOfSaga = ({ id, steps }: Steps, position: number): PartOf =>
  partOf({ kind: 'saga', id }, `undo of ${steps[position]?.id ?? ''}`, []);
