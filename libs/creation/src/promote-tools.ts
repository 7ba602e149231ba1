import type { PromoteMadeTool } from '@assay/contracts';
import type { CallLists, ListedCall } from '@assay/gateway';
import { type Caller, hasScope } from '@assay/identity';
import { type Clock, digestJson, type Failure, fail, hourMs, isUuid, ok, type Result } from '@assay/kernel';
import type { PublishVersion } from '@assay/registry';
import type { Dependencies } from './dependencies.js';
import { type MadeTool, type MadeToolStore, type MadeToolUses, promotionDefaults } from './made-tool.js';
import { manifestOf } from './make-tools.js';

export interface PromoteToolsPorts {
  readonly store: MadeToolStore;
  readonly calls: CallLists;
  /** Digest of the arguments of a recorded call. */
  readonly argumentsOf: (callId: string) => Promise<string | undefined>;
  readonly publish: Pick<PublishVersion, 'check' | 'publish'>;
  readonly dependencies: Pick<Dependencies, 'allowed'>;
  readonly clock: Pick<Clock, 'now'>;
}

const maxCalls = 100;

export type UsedCall = Pick<ListedCall, 'session' | 'at'> & { readonly argumentsDigest: string | undefined };

/** How a made tool was used: successful calls of its maker in sessions, with other inputs than those of its tests. */
export function usesIn(calls: readonly UsedCall[], tested: ReadonlySet<string>): MadeToolUses {
  const inSessions = calls.filter(
    ({ session, argumentsDigest: digest }) => session !== null && digest !== undefined && !tested.has(digest),
  );
  const times = inSessions.map(({ at }) => at);
  return {
    sessions: new Set(inSessions.map(({ session }) => session)).size,
    inputs: new Set(inSessions.map(({ argumentsDigest }) => argumentsDigest)).size,
    spanHours: times.length === 0 ? 0 : (Math.max(...times) - Math.min(...times)) / hourMs,
  };
}

/** What a tool still needs before a reviewer may approve it; undefined for nothing. */
export function stillNeeds({ sessions, inputs, spanHours }: MadeToolUses): string | undefined {
  const needed = [
    sessions < promotionDefaults.sessions &&
      `successful calls in ${promotionDefaults.sessions} sessions (${sessions} so far)`,
    inputs < promotionDefaults.inputs && `${promotionDefaults.inputs} different inputs (${inputs} so far)`,
    spanHours < promotionDefaults.spanHours &&
      `at least ${promotionDefaults.spanHours} hours between its first and last call (${spanHours.toFixed(1)} so far)`,
  ].filter((it) => it !== false);
  return needed.length === 0 ? undefined : needed.join('; ');
}

/** Shows made tools, and lets reviewers decide on them. */
export class PromoteTools {
  readonly #ports: PromoteToolsPorts;

  constructor(ports: PromoteToolsPorts) {
    this.#ports = ports;
  }

  /** A tool of the caller's own; for reviewers, one of the organisation's. */
  async find(caller: Caller, id: string): Promise<Result<MadeTool, Failure>> {
    const made = isUuid(id) ? await this.#ports.store.find(id) : undefined;
    const isSeen =
      made !== undefined &&
      made.organisationId === caller.organisationId &&
      (made.principalId === caller.principalId || hasScope(caller, 'approvals:decide'));
    return isSeen ? ok(made) : fail('not_found', `There is no made tool with the id "${id}".`);
  }

  async usesOf({ organisationId, principalId, tool, version, template }: MadeTool): Promise<MadeToolUses> {
    const query = { organisationId, principalId, tool, version, status: 'succeeded' as const, after: null };
    const listed = await this.#ports.calls.list({ ...query, limit: maxCalls });
    const tested = new Set(template.tests.map(({ input }) => digestJson(input)));
    const calls: UsedCall[] = [];
    for (const call of listed) calls.push({ ...call, argumentsDigest: await this.#ports.argumentsOf(call.id) });
    return usesIn(calls, tested);
  }

  /** Approves or denies an ephemeral tool. Approved, it is published as 1.0.0, made by its maker, in the sandbox stage. */
  async decide(
    caller: Caller,
    id: string,
    { decision, name, reason }: PromoteMadeTool,
  ): Promise<Result<MadeTool, Failure>> {
    const found = await this.find(caller, id);
    if (!found.ok) return found;
    const made = found.value;
    if (made.principalId === caller.principalId)
      return fail('forbidden', 'Somebody else than its maker decides on a made tool.');
    if (made.status !== 'ephemeral') return fail('conflict', `The tool is ${made.status} already.`);
    const settled = { by: caller.principalId as string, at: this.#ports.clock.now(), reason: reason ?? null };
    if (decision === 'deny') return this.#settle(made, { status: 'denied', decision: settled, promotedAs: null });
    if (name === undefined)
      return fail('invalid_request', 'Name the tool that it is published as.', {
        issues: [{ path: '/name', message: 'is missing' }],
      });
    const needs = stillNeeds(await this.usesOf(made));
    if (needs !== undefined) return fail('conflict', `The tool cannot be promoted yet: it needs ${needs}.`);
    const { publish } = this.#ports;
    const checked = await publish.check(
      caller,
      manifestOf(made.template, name, '1.0.0', made.report.tier, this.#ports.dependencies.allowed),
    );
    if (!checked.ok) return checked;
    const published = await publish.publish({ ...caller, principalId: made.principalId }, checked.value, null);
    if (!published.ok) return published;
    return this.#settle(made, { status: 'promoted', decision: settled, promotedAs: `${name}@1.0.0` });
  }

  async #settle(
    made: MadeTool,
    change: Pick<MadeTool, 'status' | 'decision' | 'promotedAs'>,
  ): Promise<Result<MadeTool, Failure>> {
    if (await this.#ports.store.decide(made.id, change)) return ok({ ...made, ...change, expiresAt: null });
    return fail('conflict', 'Somebody decided on the tool meanwhile, or it has expired.');
  }
}
