import type { CircuitState } from './circuit-breaker.js';
import type { CircuitAsker, CircuitResult } from './fault-streak.js';

/** Permission to call a version once. Exactly one of `succeeded`, `failed` and `nothing` is called for each. */
export interface Admission {
  /** It is the one probe of a half-open circuit. */
  readonly isProbe: boolean;
  succeeded(): void;
  /** The tool's own fault: its connection, its time, or anything else; `error` when absent. */
  failed(result?: Exclude<CircuitResult, 'success'>): void;
  /** It says nothing of the tool: the caller cancelled, or the tool was never asked. */
  nothing(): void;
}

export interface Refusal {
  /** When asking again makes sense, in ms from now. */
  readonly retryAfterMs: number;
}

export interface CircuitView {
  readonly versionId: string;
  readonly state: CircuitState;
  /** In the sliding window. */
  readonly calls: number;
  readonly failures: number;
  /** In ms since the epoch; null while closed. */
  readonly openUntil: number | null;
  /** How often it opened since it was last closed. */
  readonly openings: number;
  /** Whether all replicas count together just now. */
  readonly shared: boolean;
}

/**
 * The circuit breakers of all versions. Asking is answered from memory; only the probe of a half-open circuit, which is
 * one among all replicas, may need a round trip.
 */
export interface Circuits {
  /** `withinMs` is how long the call may take: a probe is waited for that long, and for a minute at the least. */
  admit(versionId: string, withinMs?: number, asker?: CircuitAsker): Admission | Refusal | Promise<Admission | Refusal>;
  /** Whether it refuses now, for choosing among levels; takes nothing. */
  isOpen(versionId: string): boolean;
  /** How it stands, as far as is known here. */
  stateOf(versionId: string): CircuitState;
  /** Those that are not idle. */
  list(): readonly CircuitView[];
  /** Closes it and forgets what it counted, on all replicas that count together. */
  reset(versionId: string): void | Promise<void>;
  /** Whether all replicas count together just now. */
  readonly shared: boolean;
}

export const isRefusal = (answer: Admission | Refusal): answer is Refusal => 'retryAfterMs' in answer;
