import { type Clock, dayMs, Generations } from '@assay/kernel';
import type { Call } from '../call.js';

/** Versions and credentials that are remembered; the double of it for a moment. */
const maxVersions = 2_000;
const maxCredentials = 5_000;
/** Texts that are remembered of one version. */
const maxTexts = 20;
/** How often the only caller of a day has to meet the same text. */
const timesOfOnlyCaller = 10;

/** A call whose failure reads like a rejected request. */
export interface RejectedCall {
  readonly versionId: string;
  readonly principalId: string;
  readonly argumentsDigest: string;
  /** What the upstream said, with values removed. */
  readonly text: string;
}

/**
 * What several calls show together, and one of them alone does not. Bounded in memory; what is forgotten costs a later
 * verdict, never a wrong one. Every replica judges by the calls it made.
 */
export interface FaultMemory {
  /** Whether the tool is at fault: different arguments met the same text, and nobody succeeded since the first of them. */
  isToolFault(call: RejectedCall): boolean;
  /** Whether a credential is at fault: it got 403 for different arguments, and nothing succeeded with it meanwhile. */
  isCredentialFault(credential: string, argumentsDigest: string): boolean;
  /** A version is not called until then; `principalId` where the limit is of the caller's own credential. */
  limited(versionId: string, principalId: string | undefined, waitMs: number): void;
  /** How long a version that is rate-limited is skipped; 0 when it is not. */
  limitedForMs(versionId: string, principalId: string): number;
  succeeded(versionId: string, principalId: string, credential: string): void;
}

/** The credential that a call carried: a connection's, or what its server's record holds. */
export const credentialOfCall = ({ resolved: { connection, version } }: Call): string =>
  connection?.id ?? `record ${version?.id ?? ''}`;

interface TextSeen {
  /** Two of each are enough to know. */
  readonly callers: Set<string>;
  readonly digests: Set<string>;
  times: number;
}

interface VersionSeen {
  /** When its latest callers called, the latest last. */
  readonly callers: Map<string, number>;
  readonly texts: Map<string, TextSeen>;
}

export class LocalFaultMemory implements FaultMemory {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #versions = new Generations<VersionSeen>(maxVersions, dayMs);
  readonly #forbidden = new Generations<Set<string>>(maxCredentials, dayMs);
  readonly #limits = new Generations<number>(maxVersions, dayMs);

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  isToolFault({ versionId, principalId, argumentsDigest, text }: RejectedCall): boolean {
    const now = this.#clock.monotonic();
    const seen = this.#called(versionId, principalId, now);
    const found = seen.texts.get(text) ?? { callers: new Set(), digests: new Set(), times: 0 };
    seen.texts.delete(text);
    seen.texts.set(text, found);
    dropFirst(seen.texts, maxTexts);
    if (found.callers.size < 2) found.callers.add(principalId);
    if (found.digests.size < 2) found.digests.add(argumentsDigest);
    found.times += 1;
    if (found.digests.size < 2) return false;
    return found.callers.size >= 2 || (found.times >= timesOfOnlyCaller && isOnlyCaller(seen, principalId, now));
  }

  isCredentialFault(credential: string, argumentsDigest: string): boolean {
    const now = this.#clock.monotonic();
    const digests = this.#forbidden.get(credential, now) ?? new Set();
    if (digests.size < 2) digests.add(argumentsDigest);
    this.#forbidden.set(credential, digests, now);
    return digests.size >= 2;
  }

  limited(versionId: string, principalId: string | undefined, waitMs: number): void {
    const now = this.#clock.monotonic();
    this.#limits.set(`${versionId} ${principalId ?? ''}`, now + Math.min(waitMs, dayMs), now);
  }

  limitedForMs(versionId: string, principalId: string): number {
    const now = this.#clock.monotonic();
    const until = (own: string): number => this.#limits.get(`${versionId} ${own}`, now) ?? 0;
    return Math.max(0, until('') - now, until(principalId) - now);
  }

  succeeded(versionId: string, principalId: string, credential: string): void {
    const now = this.#clock.monotonic();
    const { texts } = this.#called(versionId, principalId, now);
    if (texts.size > 0) texts.clear();
    if (this.#forbidden.get(credential, now) !== undefined) this.#forbidden.set(credential, new Set(), now);
  }

  #called(versionId: string, principalId: string, now: number): VersionSeen {
    const seen = this.#versions.get(versionId, now) ?? { callers: new Map(), texts: new Map() };
    // The only caller stays the latest: nothing has to change its place.
    if (seen.callers.size > 1) seen.callers.delete(principalId);
    seen.callers.set(principalId, now);
    dropFirst(seen.callers, 2);
    this.#versions.set(versionId, seen, now);
    return seen;
  }
}

const isOnlyCaller = ({ callers }: VersionSeen, principalId: string, now: number): boolean =>
  [...callers].every(([caller, at]) => caller === principalId || now - at >= dayMs);

/** For maps of two or twenty entries, of which there are thousands: a cache each would weigh more than its entries. */
function dropFirst(map: Map<string, unknown>, limit: number): void {
  if (map.size <= limit) return;
  const first = map.keys().next();
  if (first.done !== true) map.delete(first.value);
}
