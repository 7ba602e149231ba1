import type { CodeBody, RunNotation } from '@assay/contracts';
import type { Caller } from '@assay/identity';
import { type Clock, digestJson, type Random } from '@assay/kernel';
import type { Compiled } from '../compile-composition.js';
import { compositionIn } from './composition-in.js';
import { isCode, type Run, type RunRequest, type RunWork } from './run.js';

export interface NewRunPorts {
  readonly random: Pick<Random, 'uuid'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** Begun now, by this caller. Its digest tells it from another one under the same key. */
export function newRun(
  caller: Caller,
  body: RunRequest,
  { traceId, id }: { readonly traceId: string; readonly id?: string | undefined },
  { random, clock }: NewRunPorts,
): Run {
  const { at, notation, definition } = isCode(body) ? codeIn(body) : notationIn(body);
  const { session, task, deadlineMs, input, output } = body;
  return {
    id: id ?? random.uuid(),
    organisationId: caller.organisationId as string,
    principalId: caller.principalId as string,
    keyId: caller.keyId ?? null,
    idempotencyKey: body.idempotencyKey ?? null,
    digest: digestJson([
      at,
      definition,
      input ?? null,
      deadlineMs ?? null,
      session ?? null,
      task ?? null,
      ...(output === undefined ? [] : [output]),
    ]),
    notation,
    status: 'running',
    traceId,
    startedAt: clock.now(),
    endedAt: null,
  };
}

const notationIn = (body: Exclude<RunRequest, CodeBody>) => {
  const { composition, at } = compositionIn(body);
  return { at, notation: composition.notation as RunNotation, definition: composition.definition as unknown };
};

const codeIn = ({ code, language, onFailure }: CodeBody) => ({
  at: '/code',
  notation: 'code' as RunNotation,
  definition: [code, language ?? 'javascript', onFailure ?? 'keep'] as unknown,
});

/** What is needed to carry it out, here or elsewhere: with what rights, and which versions its ranges lead to. */
export const workOf = (body: RunRequest, { scopes, namespaces }: Caller, { tools }: Compiled): RunWork => ({
  body,
  scopes: [...scopes],
  namespaces,
  pins: tools.pins(),
});

/** The same with the rights of who resumes it. */
export const resumedBy = (work: RunWork, { scopes, namespaces }: Caller): RunWork => ({
  ...work,
  scopes: [...scopes],
  namespaces,
  resumed: (work.resumed ?? 0) + 1,
});
