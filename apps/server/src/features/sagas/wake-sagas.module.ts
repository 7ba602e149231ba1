import { WakeSagas } from '@assay/runs';
import { Module } from '@nestjs/common';
import { warns } from '../../platform/port-sets.js';
import { APPROVAL_STORE, CLOCK, DURABLE_RUNS, SAGA_STORE } from '../../platform/ports.js';
import { useCase } from '../../platform/provide.js';

export const sagaProblems = warns('failed to advance a saga; retrying');

const providers = [
  useCase(WakeSagas, {
    ...{ store: SAGA_STORE, approvals: APPROVAL_STORE, runs: DURABLE_RUNS, clock: CLOCK },
    onProblem: sagaProblems,
  }),
];

/** Wakes sagas that wait for approvals, for who settles them. */
@Module({ providers, exports: providers })
export class WakeSagasModule {}
