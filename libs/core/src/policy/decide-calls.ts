import type { ToolVersion } from '../catalog/records.js';
import type { Caller } from '../identity/caller.js';
import type { Directory } from '../identity/directory.js';
import { defaultOrganisation } from '../identity/installation.js';
import type { Clock } from '../kernel/clock.js';
import type { PolicyBook, PolicyInForce } from './policy-book.js';
import type { PolicyDecision } from './policy-decision.js';
import type { PolicyEngine } from './policy-engine.js';
import { factsOf, isOwned } from './policy-facts.js';
import { readArguments, varies } from './policy-reads.js';
import { makeReady, type ReadyPolicies } from './ready-policies.js';

export interface DecideCallsPorts {
  readonly book: PolicyBook;
  readonly engine: PolicyEngine;
  readonly directory: Directory;
  /** Trust shown of a version now, in [0,1]. */
  readonly trustOf: (version: ToolVersion) => number;
  readonly clock: Pick<Clock, 'now'>;
}

/** Decisions kept at once. */
const keptCap = 20_000;
/** Trust in policies has as many digits as Cedar's decimals. */
const trustSteps = 10_000;

interface Kept {
  readonly ready: ReadyPolicies;
  readonly version: ToolVersion;
  readonly epoch: number;
  readonly decision: PolicyDecision;
}

interface Ready {
  readonly policies: readonly PolicyInForce[];
  readonly names: string;
  epoch: number;
  readonly ready: ReadyPolicies;
}

/**
 * Whether a call is allowed, needs a person's approval or is denied, by the policies of the organisation whose caller
 * makes it. All from memory; a decision that depends on nothing but caller and version is kept until either changes.
 */
export class DecideCalls {
  readonly #ports: DecideCallsPorts;
  readonly #kept = new Map<string, Kept>();
  readonly #ready = new Map<string, Ready>();

  constructor(ports: DecideCallsPorts) {
    this.#ports = ports;
  }

  run(caller: Caller, version: ToolVersion, input: Readonly<Record<string, unknown>>): PolicyDecision {
    const { directory, trustOf } = this.#ports;
    const ready = this.#readyFor(caller);
    const owned = isOwned(caller, version, directory);
    const trust = ready.reads.trust ? Math.floor(trustOf(version) * trustSteps) / trustSteps : 0;
    if (varies(ready.reads, input)) return this.#decide(ready, caller, version, owned, trust, input);
    const key = `${caller.organisationId} ${caller.principalId} ${version.id} ${owned} ${trust}`;
    const { epoch } = directory;
    const kept = this.#kept.get(key);
    if (kept?.ready === ready && kept.version === version && kept.epoch === epoch) return kept.decision;
    if (this.#kept.size >= keptCap) this.#kept.clear();
    const decision = this.#decide(ready, caller, version, owned, trust, input);
    this.#kept.set(key, { ready, version, epoch, decision });
    return decision;
  }

  /** Makes what ships ready, so that the first call need not wait for it. */
  warm(): void {
    this.#readyOf('shipped', this.#ports.book.onlyShipped);
  }

  /** What would be decided if these policies were in force. */
  under(
    policies: readonly PolicyInForce[],
    caller: Caller,
    version: ToolVersion,
    input: Readonly<Record<string, unknown>>,
  ): PolicyDecision {
    const { engine, directory, trustOf } = this.#ports;
    const ready = makeReady(engine, 'proposed', policies, (it) => directory.aliases.tool(it));
    return this.#decide(ready, caller, version, isOwned(caller, version, directory), trustOf(version), input);
  }

  #decide(
    ready: ReadyPolicies,
    caller: Caller,
    version: ToolVersion,
    owned: boolean,
    trust: number,
    input: Readonly<Record<string, unknown>>,
  ): PolicyDecision {
    const { directory, clock } = this.#ports;
    const { principal, tool, context } = factsOf(caller, version, owned, trust, directory);
    const given = { arguments: readArguments(ready.reads, input), time: clock.now() };
    return ready.decide({ principal, tool, context: { ...context, ...given } });
  }

  /** Those without an organisation are under the policies of whoever runs the installation. */
  #readyFor({ organisationId }: Caller): ReadyPolicies {
    const { book, directory } = this.#ports;
    const id = organisationId ?? directory.organisationNamed(defaultOrganisation)?.id ?? '';
    const policies = book.of(id);
    // Where only what ships is in force, all organisations share it.
    return this.#readyOf(policies === book.onlyShipped ? 'shipped' : id, policies);
  }

  #readyOf(slot: string, policies: readonly PolicyInForce[]): ReadyPolicies {
    const { engine, directory } = this.#ports;
    const known = this.#ready.get(slot);
    if (known !== undefined && known.policies === policies && this.#namesHold(known)) return known.ready;
    const nameNow = (tool: string): string => directory.aliases.tool(tool);
    const ready = makeReady(engine, slot, policies, nameNow);
    const names = ready.tools.map(nameNow).join(' ');
    this.#ready.set(slot, { policies, names, epoch: directory.epoch, ready });
    return ready;
  }

  /** Whether tools that are named are called what they were when policies were made ready. */
  #namesHold(known: Ready): boolean {
    const { directory } = this.#ports;
    if (known.epoch === directory.epoch || known.ready.tools.length === 0) return true;
    const names = known.ready.tools.map((it) => directory.aliases.tool(it)).join(' ');
    if (names !== known.names) return false;
    known.epoch = directory.epoch;
    return true;
  }
}
