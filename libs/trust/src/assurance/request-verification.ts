import { type Caller, ownedNamespaces } from '@assay/identity';
import { type Clock, type Failure, fail, isUuid, ok, type Random, type Result } from '@assay/kernel';
import type { ToolVersion } from '@assay/registry';
import { mayJudge, seenVersion, type VersionPorts } from './owned-version.js';
import type { Verification } from './verification.js';
import type { VerificationQueue } from './verification-queue.js';
import type { VerificationQuery, VerificationStore } from './verification-store.js';

export interface RequestPorts extends VersionPorts {
  readonly catalogue: VersionPorts['catalogue'] & { readonly toolOf: (versionId: string) => string | undefined };
  readonly verifications: VerificationStore;
  readonly queue: Pick<VerificationQueue, 'add'>;
  readonly clock: Clock;
  readonly random: Random;
}

/** A verification beside the version it is of. */
export interface ShownVerification {
  readonly verification: Verification;
  readonly version: ToolVersion;
  /** Whether the caller may read what the tool answered. */
  readonly isWhole: boolean;
}

export type VerificationFilter = Pick<VerificationQuery, 'after' | 'limit' | 'verdict'> & { readonly tool?: string };

/** Verifications on request, and the history of all of them. */
export class RequestVerification {
  readonly #ports: RequestPorts;

  constructor(ports: RequestPorts) {
    this.#ports = ports;
  }

  /** Begins one and answers at once; while one of the version runs, that one is the answer. */
  async run(caller: Caller, toolId: string, number?: string): Promise<Result<ShownVerification, Failure>> {
    const found = seenVersion(this.#ports, caller, toolId, number);
    if (!found.ok) return found;
    const version = found.value;
    const refusal = this.#refusal(caller, version);
    if (refusal !== null) return refusal;
    const now = this.#ports.clock.now();
    const asked: Verification = {
      id: this.#ports.random.uuid(),
      organisationId: version.organisationId,
      versionId: version.id,
      trigger: 'requested',
      requestedBy: caller.principalId,
      startedAt: now,
      endedAt: null,
      kind: null,
      verdict: null,
      summary: 'running',
      checks: [],
    };
    const begun = await this.#ports.verifications.begin(asked);
    if (begun === undefined) return fail('not_found', `${toolId}@${version.version} is gone.`);
    if (begun.id === asked.id) await this.#ports.queue.add(begun);
    return ok({ verification: begun, version, isWhole: true });
  }

  async find(caller: Caller, id: string): Promise<Result<ShownVerification, Failure>> {
    const verification = isUuid(id) ? await this.#ports.verifications.find(id) : undefined;
    const shown = verification && this.#shown(caller, verification);
    return shown === undefined ? fail('not_found', `No verification that you may see has the id "${id}".`) : ok(shown);
  }

  /** Newest first: of a tool that the caller sees, or of all in its own namespaces. */
  async list(caller: Caller, { tool, ...query }: VerificationFilter): Promise<Result<ShownVerification[], Failure>> {
    const among = this.#among(caller, tool);
    if (!among.ok) return among;
    const found = await this.#ports.verifications.list({ ...query, ...among.value });
    return ok(found.flatMap((it) => this.#shown(caller, it) ?? []));
  }

  #among(caller: Caller, tool: string | undefined): Result<Partial<VerificationQuery>, Failure> {
    const { catalogue, directory } = this.#ports;
    if (tool === undefined) return ok({ namespaces: ownedNamespaces(directory, caller) });
    const seen = seenVersion(this.#ports, caller, tool, undefined);
    return seen.ok ? ok({ versionIds: (catalogue.tool(tool)?.versions ?? []).map((it) => it.id) }) : seen;
  }

  #refusal(caller: Caller, version: ToolVersion) {
    const { catalogue, directory } = this.#ports;
    const subject = `${version.namespace}/${version.tool}@${version.version}`;
    if (!mayJudge(directory, caller, version)) {
      return fail(
        'forbidden',
        `${subject} can be verified on request by its owners only: ask one of them. It is verified automatically every day.`,
      );
    }
    const revocation = catalogue.revocations.of(version);
    if (revocation !== undefined) return fail('version_revoked', `${subject} is revoked: ${revocation.reason}.`);
    if (version.status === 'SUNSET')
      return fail('version_sunset', `${subject} has been sunset and is no longer called.`);
    if (version.quarantined !== null) {
      const next = 'resolve the quarantine first: see assay quarantines';
      return fail('quarantined', `${subject} is quarantined: ${version.quarantined.finding}; ${next}.`);
    }
    return null;
  }

  /** Undefined when the version is gone, or is not there for the caller. */
  #shown(caller: Caller, verification: Verification): ShownVerification | undefined {
    const { catalogue, directory } = this.#ports;
    const tool = catalogue.toolOf(verification.versionId) ?? '';
    const version = catalogue.tool(tool)?.versions.find((it) => it.id === verification.versionId);
    if (version === undefined || !seenVersion(this.#ports, caller, tool, version.version).ok) return undefined;
    return { verification, version, isWhole: mayJudge(directory, caller, version) };
  }
}
