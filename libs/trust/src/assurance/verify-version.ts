import type { Manifest } from '@assay/contracts';
import { type AuditLog, type ChangeFeed, type Clock, startDeadline } from '@assay/kernel';
import type { Catalogue, ToolVersion } from '@assay/registry';
import type { TrackRecordOf } from '../track-record.js';
import type { CheckContract } from './check-contract.js';
import type { ExampleRuns } from './example-runs.js';
import { type NotifyPorts, notifyOfVerification } from './notify-of-verification.js';
import { type Findings, summaryOf, type Verification, verdictOf } from './verification.js';
import type { VerificationStore, VerificationTurn } from './verification-store.js';
import { turnAfter } from './verification-times.js';

export interface VerifyPorts extends NotifyPorts {
  readonly catalogue: Pick<Catalogue, 'tool' | 'toolOf' | 'revocations'>;
  readonly verifications: VerificationStore;
  readonly examples: ExampleRuns;
  /** Examples of a version beside those of its manifest; none when absent. */
  readonly savedExamples?: (versionId: string) => Promise<NonNullable<Manifest['examples']>>;
  readonly contract: Pick<CheckContract, 'run'>;
  /** What this machine lacks to call the version, in a sentence; null when nothing, as where this is absent. */
  readonly missing?: (version: ToolVersion) => Promise<string | null>;
  readonly recordOf: TrackRecordOf;
  readonly audit: AuditLog;
  readonly feed: Pick<ChangeFeed, 'caughtUp'>;
  readonly clock: Clock;
  /** Called when the facts about a version have changed, so that its trust is recomputed. */
  readonly judged: (versionId: string) => Promise<void>;
}

/** How long one may take. */
const verifyWithinMs = 5 * 60 * 1_000;

/** Judges a version: by its examples where they may be run, by its contract where not. */
export class VerifyVersion {
  readonly #ports: VerifyPorts;

  constructor(ports: VerifyPorts) {
    this.#ports = ports;
  }

  /**
   * Carries out a verification that was begun, and ends it. Rejects when `signal` cuts it short; the queue then gives it
   * to another replica.
   */
  async run(verification: Verification, signal: AbortSignal): Promise<void> {
    const { verifications, feed } = this.#ports;
    await feed.caughtUp();
    const turn = await verifications.turn(verification.versionId);
    const version = this.#version(verification.versionId);
    // Gone with its tool, and its verifications with it.
    if (turn === undefined || version === undefined) return;
    const why = this.#whyNot(version) ?? (await this.#ports.missing?.(version)) ?? null;
    const findings: Findings =
      why === null
        ? await this.#judge(version, turn, signal)
        : { kind: 'contract', checks: [{ name: 'status', outcome: 'unknown', message: why, ms: 0 }] };
    signal.throwIfAborted();
    await this.#end(verification, findings, version, turn, why === null);
  }

  /** Ends it with what was found: for the version's history, its trust, its owners and its users. */
  async #end(
    verification: Verification,
    findings: Findings,
    version: ToolVersion,
    turn: VerificationTurn,
    isWorthAsking: boolean,
  ): Promise<void> {
    const { verifications, clock, feed, judged, recordOf } = this.#ports;
    const endedAt = clock.now();
    const verdict = verdictOf(findings.checks);
    // Of what waits for calls nothing is learned by asking sooner.
    const isUnanswered = verdict === 'inconclusive' && isWorthAsking && findings.checks.some(isSilent);
    const inconclusive = isUnanswered ? turn.inconclusive + 1 : 0;
    const ended = { ...verification, ...findings, endedAt, verdict, summary: summaryOf(findings) };
    const done = await verifications.end({
      verification: ended,
      next: {
        dueAt: turnAfter(version.id, endedAt, inconclusive),
        inconclusive,
        good: verdict === 'green' ? (await recordOf(version)).good : turn.good,
      },
    });
    if (!done) return;
    const { settled } = this.#ports.audit.append(auditOf(ended, version));
    await Promise.all([settled, feed.caughtUp()]);
    await notifyOfVerification(this.#ports, version, ended);
    if (verdict !== 'inconclusive') await judged(version.id);
  }

  async #judge(version: ToolVersion, turn: VerificationTurn, signal: AbortSignal): Promise<Findings> {
    const { examples, contract, clock } = this.#ports;
    const deadline = startDeadline(clock, verifyWithinMs, signal);
    try {
      const whole = await this.#withSaved(version);
      const target = examples.target(whole);
      return target === null
        ? { kind: 'contract', checks: await contract.run(version, turn.good, deadline) }
        : { kind: 'examples', checks: await examples.run(whole, target, deadline) };
    } finally {
      deadline.end();
    }
  }

  async #withSaved(version: ToolVersion): Promise<ToolVersion> {
    const saved = (await this.#ports.savedExamples?.(version.id)) ?? [];
    if (saved.length === 0) return version;
    const examples = [...(version.manifest.examples ?? []), ...saved];
    return { ...version, manifest: { ...version.manifest, examples } };
  }

  #version(id: string): ToolVersion | undefined {
    const { catalogue } = this.#ports;
    return catalogue.tool(catalogue.toolOf(id) ?? '')?.versions.find((it) => it.id === id);
  }

  /** Why a version is not called now, not even to judge it. */
  #whyNot(version: ToolVersion): string | null {
    if (this.#ports.catalogue.revocations.of(version) !== undefined) return 'the version is revoked';
    if (version.status === 'SUNSET') return 'the version has been sunset';
    return version.quarantined && `the version is quarantined: ${version.quarantined.finding}`;
  }
}

/** A check that got no answer; that of the calls has one. */
const isSilent = ({ name, outcome }: Findings['checks'][number]): boolean => outcome === 'unknown' && name !== 'calls';

const auditOf = (ended: Verification, version: ToolVersion) => ({
  organisationId: ended.organisationId,
  principalId: ended.requestedBy,
  action: 'version.verify',
  subject: `${version.namespace}/${version.tool}@${version.version}`,
  details: {
    verification: ended.id,
    trigger: ended.trigger,
    kind: ended.kind,
    verdict: ended.verdict,
    summary: ended.summary,
  },
});
