import type { Callable } from '@assay/contracts';
import type { Caller, Directory } from '@assay/identity';
import type { ToolVersion } from '@assay/registry';
import type { DecideCalls } from './policy/decide-calls.js';
import type { ForeseenDecision } from './policy/foreseen-decision.js';
import { mayCall } from './policy/may-call.js';
import type { Circuits } from './resilience/circuits.js';

export interface ForeseeCallPorts {
  readonly directory: Directory;
  readonly policies: Pick<DecideCalls, 'foresee'>;
  readonly circuits: Pick<Circuits, 'isOpen' | 'list'>;
}

/** The outcome to expect of a caller's call of a version, whatever its arguments are. */
export interface ForeseenCall {
  readonly callable: Callable;
  readonly why: string;
  /** The policies that decide; empty when the registry's rules refuse before any is asked. */
  readonly policies: readonly string[];
  /** The circuit is open until then, in ms since the epoch; null while the tool responds. */
  readonly openUntil: number | null;
}

const callableBy: Readonly<Record<ForeseenDecision['verdict'], Callable>> = {
  ALLOW: 'yes',
  REQUIRE_APPROVAL: 'approval',
  DENY: 'no',
  DEPENDS: 'depends',
};

/** Key, quarantine, stage and grants, then the policies, then the circuit breaker: as a call meets them. From memory. */
export function foreseeCall(caller: Caller, version: ToolVersion, ports: ForeseeCallPorts): ForeseenCall {
  const openUntil = openUntilOf(version, ports.circuits);
  const standing = mayCall(caller, version, ports.directory);
  if (!standing.allowed) return { callable: 'no', why: standing.why, policies: [], openUntil };
  const { verdict, policies, why } = ports.policies.foresee(caller, version);
  return {
    callable: callableBy[verdict],
    why: verdict === 'ALLOW' ? standing.why : why,
    policies: policies.map(({ id }) => id),
    openUntil,
  };
}

function openUntilOf({ id }: ToolVersion, circuits: ForeseeCallPorts['circuits']): number | null {
  if (!circuits.isOpen(id)) return null;
  return circuits.list().find(({ versionId, state }) => versionId === id && state === 'OPEN')?.openUntil ?? null;
}
