import type { ResolveSaga } from '@assay/contracts';
import { type Caller, hasScope } from '@assay/identity';
import { type Failure, fail, passage } from '@assay/kernel';
import { entered, type SagaChange } from './changes.js';
import type { Resolution, Saga } from './saga.js';
import { sagaTable } from './saga-states.js';

/** A saga is tried again so often at most; then a person settles it. */
const maxRetries = 100;

/** A key that is narrowed to namespaces looks after none but its own. */
export const decides = (caller: Caller): boolean => hasScope(caller, 'approvals:decide') && caller.namespaces === null;

/** What is written down when a person has said so; undefined where nobody can. */
export function resolved(
  saga: Saga,
  said: Resolution,
  more: { readonly now: number; readonly newId: () => string },
): SagaChange | undefined {
  if (saga.state !== 'COMPENSATION_FAILED') return undefined;
  if (said.action === 'retry' && saga.resolutions.length >= maxRetries) return undefined;
  const to = said.action === 'retry' ? 'COMPENSATING' : 'FAILED';
  if (passage(sagaTable, saga.state, to, saga) !== null) return undefined;
  const change = entered(saga, to, more);
  const { action, reason: message, at } = said;
  return {
    ...change,
    saga: {
      ...change.saga,
      resolutions: [...saga.resolutions, said],
      run: action === 'retry' ? saga.run + 1 : saga.run,
    },
    events: [{ at, kind: 'saga.resolve', step: null, status: action, message }, ...change.events],
  };
}

/** The last thing said, of somebody who did not hear the answer. */
export const isSaidAgain = ({ state, resolutions }: Saga, { action, principalId, reason }: Resolution): boolean => {
  const last = resolutions.at(-1);
  const isIt = last?.action === action && last.principalId === principalId && last.reason === reason;
  return isIt && state !== 'COMPENSATION_FAILED';
};

/** What is tried again is called with the rights the saga began with. */
const whyMayNotRetry = (caller: Caller): Failure | undefined =>
  decides(caller) || hasScope(caller, 'tools:call')
    ? undefined
    : fail(
        'forbidden',
        'To undo what is left calls tools: use a key of the scope tools:call, or of approvals:decide that is not narrowed.',
      ).error;

function whyMayNotSettle(caller: Caller): Failure | undefined {
  if (caller.kind !== 'user')
    return fail(
      'forbidden',
      'That a saga was settled by hand is a person’s word: use the key of a principal of kind user.',
    ).error;
  if (decides(caller)) return undefined;
  return fail('forbidden', 'Sagas are settled with a key of the scope approvals:decide that is not narrowed.').error;
}

/** Why a caller may not have it tried again, or say that it was settled. */
export const whyMayNotResolve = (caller: Caller, action: ResolveSaga['action']): Failure | undefined =>
  action === 'settle' ? whyMayNotSettle(caller) : whyMayNotRetry(caller);

export const whyNotResolved = ({ id, state }: Saga): Failure =>
  fail(
    'conflict',
    state === 'COMPENSATION_FAILED'
      ? `The saga has been tried again ${maxRetries} times: see to what is left by hand, and say so with {action: "settle"}.`
      : `The saga is ${state}: only sagas in COMPENSATION_FAILED can be resolved. GET /v1/sagas/${id} shows it.`,
    { data: { state } },
  ).error;
