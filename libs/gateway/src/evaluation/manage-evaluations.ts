import type { Issue, StartEvaluation } from '@assay/contracts';
import type { Caller, Directory } from '@assay/identity';
import { type AuditLog, type Clock, type Failure, fail, isUuid, ok, type Random, type Result } from '@assay/kernel';
import type { Catalogue, ToolVersion } from '@assay/registry';
import { isReadOnly } from '../call.js';
import { levelAt } from '../hierarchies/level-at.js';
import { defaultTolerance } from './compare-outputs.js';
import type { EvaluatedVersion, Evaluation } from './evaluation.js';
import { type EvaluationStore, maxRunningEvaluations } from './evaluation-store.js';
import type { RunEvaluations } from './run-evaluations.js';

export interface ManageEvaluationsPorts {
  readonly store: EvaluationStore;
  readonly runs: Pick<RunEvaluations, 'add'>;
  readonly catalogue: Catalogue;
  readonly directory: Directory;
  readonly audit: AuditLog;
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Pick<Random, 'uuid'>;
}

const defaultLimit = 50;

/** Starts comparisons and shows them to who started them. */
export class ManageEvaluations {
  readonly #ports: ManageEvaluationsPorts;

  constructor(ports: ManageEvaluationsPorts) {
    this.#ports = ports;
  }

  async start(caller: Caller, asked: StartEvaluation): Promise<Result<Evaluation, Failure>> {
    const { principalId, organisationId } = caller;
    if (principalId === null || organisationId === null)
      return fail('unauthenticated', 'An evaluation requires authentication: its calls are paid from your budget.');
    const tool = this.#version(caller, asked.tool, '/tool');
    const against = this.#version(caller, asked.against, '/against');
    const issues = [tool, against].flatMap((it) => ('issue' in it ? [it.issue] : []));
    if ('issue' in tool || 'issue' in against) return notValid(issues);
    if (tool.version.id === against.version.id)
      return notValid([{ path: '/against', message: `is ${tool.reference}, too: name another tool or version` }]);
    const { clock, random, store, runs, audit } = this.#ports;
    const evaluation: Evaluation = {
      ...{ id: random.uuid(), organisationId, startedAt: clock.now(), endedAt: null, problem: null },
      caller: {
        ...{ principalId, keyId: caller.keyId ?? null },
        ...{ scopes: [...caller.scopes], namespaces: caller.namespaces },
      },
      ...{ tool: named(tool), against: named(against), calls: asked.calls ?? null },
      ...{ limit: asked.limit ?? defaultLimit, chosen: null, cases: [] },
      tolerance: {
        relative: asked.tolerance?.relative ?? defaultTolerance.relative,
        text: asked.tolerance?.text ?? defaultTolerance.text,
      },
    };
    if (!(await store.begin(evaluation)))
      return fail(
        'rate_limited',
        `Your organisation runs ${maxRunningEvaluations} evaluations already: wait until one of them has ended.`,
        { retryAfterMs: 60_000 },
      );
    const details = { evaluation: evaluation.id, against: against.reference, limit: evaluation.limit };
    const { settled } = audit.append({
      ...{ organisationId, principalId, action: 'evaluation.start', subject: tool.reference, details },
    });
    await settled;
    await runs.add(evaluation);
    return ok(evaluation);
  }

  async find(caller: Caller, id: string): Promise<Result<Evaluation, Failure>> {
    const found = isUuid(id) ? await this.#ports.store.find(id) : undefined;
    if (found === undefined || found.caller.principalId !== caller.principalId)
      return fail('not_found', `You have no evaluation with the id "${id}".`);
    return ok(found);
  }

  #version(caller: Caller, reference: string, path: string): Found {
    const at = levelAt(reference, caller, this.#ports.catalogue, this.#ports.directory);
    if (at.state === 'absent') return { issue: { path, message: `there is no tool ${reference} that you may see` } };
    if (at.state !== 'callable') return { issue: { path, message: at.why } };
    const { manifest, version } = at.version;
    const subject = `${manifest.name}@${version}`;
    if (!isReadOnly(at.version))
      return {
        issue: { path, message: `${subject} is not declared read-only: replaying its calls would repeat effects` },
      };
    return { version: at.version, reference: subject };
  }
}

type Found = { readonly issue: Issue } | { readonly version: ToolVersion; readonly reference: string };

const named = ({ version, reference }: { version: ToolVersion; reference: string }): EvaluatedVersion => ({
  reference,
  versionId: version.id,
});

const notValid = (issues: Issue[]) =>
  fail('invalid_request', `The evaluation is not valid: ${issues[0]?.path} ${issues[0]?.message}.`, { issues });
