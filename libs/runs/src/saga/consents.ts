import {
  type Approval,
  type ApprovalStore,
  justAsked,
  type NotifyOfApprovals,
  type PausedCall,
  riskMarks,
  type TrustOf,
} from '@assay/gateway';
import { type Clock, digestJson } from '@assay/kernel';
import type { Catalogue, ToolVersion } from '@assay/registry';
import { partOfSaga } from './part-of-saga.js';
import { type Consent, consentKey, type Saga, type SagaStep } from './saga.js';

export interface ConsentsPorts {
  readonly store: Pick<ApprovalStore, 'find' | 'open' | 'settings'>;
  readonly catalogue: Pick<Catalogue, 'tool'>;
  readonly tell: Pick<NotifyOfApprovals, 'opened'>;
  readonly trustOf: TrustOf;
  readonly clock: Pick<Clock, 'now'>;
  /** Called when notices could not be sent. */
  readonly onProblem: (cause: unknown) => void;
}

export type Standing = 'pending' | 'given' | { readonly refused: string };

/** Of nothing but the rule itself: no policy asks for these. */
const ruleDigest = digestJson({ saga: 'an irreversible step that is not the last needs consent before the first' });

/**
 * People's consent to steps that cannot be undone and have others after them: asked for before the first step, as any
 * approval, and decided by the same people in the same places. It covers the version it was asked for.
 */
export class Consents {
  readonly #ports: ConsentsPorts;

  constructor(ports: ConsentsPorts) {
    this.#ports = ports;
  }

  /** Asks for those that have not been asked for. */
  async open(saga: Saga): Promise<void> {
    const { store, tell, onProblem } = this.#ports;
    for (const consent of saga.consents) {
      if ((await store.find(consent.approvalId)) !== undefined) continue;
      const approval = await this.#approvalOf(saga, consent);
      if (approval === undefined) continue;
      await store.open(approval, pausedCall(saga, consent));
      await tell.opened(approval).catch(onProblem);
    }
  }

  async standing({ consents, steps }: Saga): Promise<Standing> {
    let standing: Standing = 'given';
    for (const { approvalId, position } of consents) {
      const found = await this.#ports.store.find(approvalId);
      const step = steps[position]?.id;
      if (found === undefined)
        return {
          refused: `The step ${step} cannot be undone, and approval cannot be requested: its tool no longer exists.`,
        };
      if (found.state === 'pending') standing = 'pending';
      else if (found.state !== 'approved') return { refused: whyRefused(found, step ?? '') };
    }
    return standing;
  }

  async #approvalOf(saga: Saga, { position, approvalId }: Consent): Promise<Approval | undefined> {
    const { store, clock, trustOf } = this.#ports;
    const step = saga.steps[position] as SagaStep;
    const version = this.#versionOf(step);
    if (version === undefined) return undefined;
    const settings = await store.settings(saga.organisationId);
    return {
      id: approvalId,
      organisationId: saga.organisationId,
      invocationId: saga.id,
      subject: 'call',
      principalId: saga.principalId,
      keyId: saga.keyId,
      idempotencyKey: consentKey(saga.id, position),
      tool: step.tool,
      version: step.version,
      versionId: version.id,
      level: 1,
      argumentsDigest: digestJson(step.arguments),
      policyDigest: ruleDigest,
      policies: [],
      why: `Step "${step.id}" of a saga cannot be undone, and steps after it may fail: it runs only with consent given before the first step. Values "$ref:…" are known when it runs.`,
      risks: riskMarks(version, saga.organisationId, trustOf),
      ...justAsked(clock.now(), settings),
    };
  }

  #versionOf({ tool, version }: SagaStep): ToolVersion | undefined {
    return this.#ports.catalogue.tool(tool)?.versions.find((it) => it.version === version);
  }
}

const pausedCall = (saga: Saga, { position }: Consent): PausedCall => {
  const { tool, version, arguments: input } = saga.steps[position] as SagaStep;
  return {
    request: { tool: `${tool}@${version}`, input: { ...input } },
    traceId: saga.traceId,
    scopes: saga.scopes,
    namespaces: saga.namespaces,
    input,
    repairs: null,
    accuracy: 1,
    attempted: [],
    standIns: null,
    warnings: [],
    startedAt: saga.createdAt,
    partOf: partOfSaga(saga, position),
  };
};

function whyRefused({ state, decisions }: Approval, step: string): string {
  const reason = decisions.find(({ decision }) => decision === 'deny')?.reason;
  const because = reason === null || reason === undefined ? '' : ` (${reason})`;
  const said = {
    denied: `was denied${because}`,
    expired: 'was not given in time',
    cancelled: 'is not wanted any more',
  };
  return `Consent to the irreversible step ${step} ${said[state as keyof typeof said] ?? 'was not given'}.`;
}
