import { type Caller, type Directory, defaultOrganisation } from '@assay/identity';
import type { Clock } from '@assay/kernel';
import type { ToolVersion } from '@assay/registry';
import { foreseenWithConsent, withConsent } from './consent-per-call.js';
import type { ForeseenDecision } from './foreseen-decision.js';
import type { PolicyBook, PolicyInForce } from './policy-book.js';
import { type PolicyDecision, undecidable } from './policy-decision.js';
import type { PolicyEngine } from './policy-engine.js';
import { factsOf, isOwned } from './policy-facts.js';
import { readArguments, varies } from './policy-reads.js';
import { makeReady, type ReadyPolicies } from './ready-policies.js';

export interface DecideCallsPorts {
  readonly book: PolicyBook;
  readonly engine: PolicyEngine;
  readonly directory: Directory;
  /** Trust in a version as callers of an organisation see it now, in [0,1]. */
  readonly trustOf: (version: ToolVersion, organisationId: string | null) => number;
  readonly clock: Pick<Clock, 'now'>;
}

/** Decisions kept at once. */
const keptCap = 20_000;
/** Trust in policies has as many digits as Cedar's decimals. */
const trustSteps = 10_000;

/** What arguments or a result contain. */
export interface ContentFound {
  /** Classes, sorted: `personal.email`. */
  readonly classes: readonly string[];
  /** Whether everything was examined. */
  readonly isWhole: boolean;
}

export const nothingFound: ContentFound = Object.freeze({ classes: [], isWhole: true });

/** A masked value in the words of policies. */
export interface MaskedValueFacts {
  readonly class: string;
  readonly source: string;
}

/** A question that nothing depends on. */
export type ProposedRequest =
  | { readonly action: 'call'; readonly input: Readonly<Record<string, unknown>>; readonly found: ContentFound }
  | { readonly action: 'return'; readonly found: ContentFound }
  | { readonly action: 'reveal'; readonly value: MaskedValueFacts };

interface AskedCall {
  readonly owned: boolean;
  readonly trust: number;
  readonly input: Readonly<Record<string, unknown>>;
  readonly found: ContentFound;
}

const nothingForbids: PolicyDecision = {
  ...undecidable('no policy is about results: they are returned'),
  verdict: 'ALLOW',
};

interface Kept<D> {
  readonly ready: ReadyPolicies;
  readonly version: ToolVersion;
  readonly epoch: number;
  readonly decision: D;
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
  readonly #kept = new Map<string, Kept<PolicyDecision>>();
  readonly #foreseen = new Map<string, Kept<ForeseenDecision>>();
  readonly #ready = new Map<string, Ready>();

  constructor(ports: DecideCallsPorts) {
    this.#ports = ports;
  }

  /** @param found what the arguments contain; nothing unless a policy asks for it. */
  run(
    caller: Caller,
    version: ToolVersion,
    input: Readonly<Record<string, unknown>>,
    found: ContentFound = nothingFound,
  ): PolicyDecision {
    const { directory } = this.#ports;
    const ready = this.#readyFor(caller);
    const owned = isOwned(caller, version, directory);
    const trust = ready.reads.trust ? this.#trust(version, caller) : 0;
    if (varies(ready.reads, input) || found !== nothingFound)
      return this.#decide(ready, caller, version, { owned, trust, input, found });
    const key = `${caller.organisationId} ${caller.principalId} ${version.id} ${owned} ${trust}`;
    const { epoch } = directory;
    const kept = this.#kept.get(key);
    if (kept?.ready === ready && kept.version === version && kept.epoch === epoch) return kept.decision;
    if (this.#kept.size >= keptCap) this.#kept.clear();
    const decision = this.#decide(ready, caller, version, { owned, trust, input, found });
    this.#kept.set(key, { ready, version, epoch, decision });
    return decision;
  }

  /** What is decided of every call of a version by a caller, whatever its arguments are. */
  foresee(caller: Caller, version: ToolVersion): ForeseenDecision {
    const { directory, clock } = this.#ports;
    const ready = this.#readyFor(caller);
    const owned = isOwned(caller, version, directory);
    const trust = ready.reads.trust ? this.#trust(version, caller) : 0;
    const key = `${caller.organisationId} ${caller.principalId} ${version.id} ${owned} ${trust}`;
    const kept = this.#foreseen.get(key);
    const { epoch } = directory;
    if (kept?.ready === ready && kept.version === version && kept.epoch === epoch) return kept.decision;
    const { principal, tool, context } = factsOf(caller, version, owned, trust, directory);
    const given = { arguments: {}, time: clock.now(), inputFindings: [] };
    const foreseen = ready.foresee({ principal, tool, context: { ...context, ...given } });
    const decision = foreseenWithConsent(foreseen, version);
    if (ready.reads.time) return decision;
    if (this.#foreseen.size >= keptCap) this.#foreseen.clear();
    this.#foreseen.set(key, { ready, version, epoch, decision });
    return decision;
  }

  /** Whether a policy on this caller's calls asks what the arguments contain. */
  readsInput = (caller: Caller): boolean => this.#readyFor(caller).reads.findings;

  /** Whether a policy is about the results that this caller gets. */
  guardsReturns = (caller: Caller): boolean => this.#readyFor(caller).decideReturn !== undefined;

  /** Whether a result may be returned; undefined when no policy is about that. */
  runReturn(caller: Caller, version: ToolVersion, found: ContentFound): PolicyDecision | undefined {
    return this.#decideReturn(this.#readyFor(caller), caller, version, found);
  }

  /** Whether a masked value may go to a tool of another server than the one it came from. Only where a permit says so. */
  mayReveal(caller: Caller, version: ToolVersion, value: MaskedValueFacts): boolean {
    return this.#decideReveal(this.#readyFor(caller), caller, version, value).verdict === 'ALLOW';
  }

  /** Makes what ships ready, so that the first call need not wait for it. */
  warm(): void {
    this.#readyOf('shipped', this.#ports.book.onlyShipped);
  }

  /** What would be decided if these policies were in force; as they are when undefined. */
  under(
    policies: readonly PolicyInForce[] | undefined,
    caller: Caller,
    version: ToolVersion,
    asked: ProposedRequest,
  ): PolicyDecision {
    return this.#underReady(policies && this.#proposed(policies), caller, version, asked);
  }

  /** The same for many calls: the policies are prepared once. */
  underAll(
    policies: readonly PolicyInForce[],
  ): (caller: Caller, version: ToolVersion, asked: ProposedRequest) => PolicyDecision {
    const ready = this.#proposed(policies);
    return (caller, version, asked) => this.#underReady(ready, caller, version, asked);
  }

  #proposed(policies: readonly PolicyInForce[]): ReadyPolicies {
    const { engine, directory } = this.#ports;
    return makeReady(engine, 'proposed', policies, (it) => directory.aliases.tool(it));
  }

  #underReady(
    proposed: ReadyPolicies | undefined,
    caller: Caller,
    version: ToolVersion,
    asked: ProposedRequest,
  ): PolicyDecision {
    const { directory, trustOf } = this.#ports;
    const ready = proposed ?? this.#readyFor(caller);
    if (asked.action === 'return') return this.#decideReturn(ready, caller, version, asked.found) ?? nothingForbids;
    if (asked.action === 'reveal') return this.#decideReveal(ready, caller, version, asked.value);
    const owned = isOwned(caller, version, directory);
    const { input, found } = asked;
    const trust = trustOf(version, caller.organisationId);
    return this.#decide(ready, caller, version, { owned, trust, input, found });
  }

  #decide(ready: ReadyPolicies, caller: Caller, version: ToolVersion, asked: AskedCall): PolicyDecision {
    const { directory, clock } = this.#ports;
    const { owned, trust, input, found } = asked;
    const { principal, tool, context } = factsOf(caller, version, owned, trust, directory);
    const given = { arguments: readArguments(ready.reads, input), time: clock.now(), inputFindings: found.classes };
    const request = { principal, tool, context: { ...context, ...given } };
    return withConsent(ready.decide(request, found.isWhole), version);
  }

  #decideReturn(ready: ReadyPolicies, caller: Caller, version: ToolVersion, { classes, isWhole }: ContentFound) {
    if (ready.decideReturn === undefined) return undefined;
    const { principal, tool, context } = this.#parties(caller, version);
    const request = { action: 'return', principal, tool, context: { ...context, outputFindings: classes } } as const;
    return ready.decideReturn(request, isWhole);
  }

  #decideReveal(ready: ReadyPolicies, caller: Caller, version: ToolVersion, value: MaskedValueFacts): PolicyDecision {
    if (ready.decideReveal === undefined) return undecidable('no policy permits revealing it');
    const { principal, tool, context } = this.#parties(caller, version);
    return ready.decideReveal({ action: 'reveal', principal, tool, context: { ...context, ...value } });
  }

  #parties(caller: Caller, version: ToolVersion) {
    const { directory, clock } = this.#ports;
    const owned = isOwned(caller, version, directory);
    const { principal, tool, context } = factsOf(caller, version, owned, this.#trust(version, caller), directory);
    return { principal, tool, context: { trust: context.trust, stage: context.stage, time: clock.now() } };
  }

  #trust = (version: ToolVersion, { organisationId }: Caller): number =>
    Math.floor(this.#ports.trustOf(version, organisationId) * trustSteps) / trustSteps;

  /** Callers without an organisation are under the policies of the installation's own. */
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
