import type { LimitName, LimitSource } from '@assay/contracts';
import type { Caller, Directory } from '@assay/identity';
import { digestText, minuteMs } from '@assay/kernel';
import type { ToolVersion } from '@assay/registry';
import { argumentValues } from './argument-values.js';
import type { LimitRules } from './limit-rules.js';
import type { LimitStanding } from './limit-standing.js';
import { limitTable } from './limit-table.js';
import { countedCost } from './limit-units.js';
import { type Counter, unlimited } from './rate-limits.js';

/** A counter, and the limit it belongs to. A shared limit has three: the whole, an organisation's share, a caller's. */
export interface LimitCounter extends Counter {
  readonly name: LimitName;
  /** Whom or what it is counted for, as people call it. */
  readonly subject: string;
  /** Of the whole, also where this counts a share of it. */
  readonly whole: number;
  readonly source: LimitSource;
}

type LimitedVersion = Pick<ToolVersion, 'id' | 'organisationId' | 'namespace' | 'tool' | 'stage'> & {
  readonly manifest?: Pick<ToolVersion['manifest'], 'costPerCallUsd'>;
};

/** Callers and versions whose counters are kept at hand. */
const keptCap = 20_000;

interface Kept {
  readonly version: LimitedVersion;
  readonly epoch: number;
  readonly limits: LimitsOfCall;
}

/** What limits a call: its counters, and what one call may cost where this one costs more. */
export interface LimitsOfCall {
  readonly counters: readonly LimitCounter[];
  readonly exceeded?: { readonly limit: LimitStanding; readonly cost: number };
}

/** What has to be counted when something is done, from the limits in force. */
export class LimitCounters {
  readonly #rules: LimitRules;
  readonly #directory: Directory;
  readonly #kept = new Map<string, Kept>();

  constructor(rules: LimitRules, directory: Directory) {
    this.#rules = rules;
    this.#directory = directory;
  }

  /** Of a call: what protects the provider, shared among callers, and what the caller may do. */
  ofCall = (caller: Caller, version: LimitedVersion): readonly LimitCounter[] =>
    this.limitsOf(caller, version).counters;

  /** The same, and whether the call costs more than one call may. */
  limitsOf(caller: Caller, version: LimitedVersion): LimitsOfCall {
    const key = `${caller.principalId} ${version.id}`;
    const epoch = this.#rules.epoch + this.#directory.epoch;
    const kept = this.#kept.get(key);
    if (kept !== undefined && kept.epoch === epoch && kept.version === version) return kept.limits;
    if (this.#kept.size >= keptCap) this.#kept.clear();
    const cost = countedCost(version.manifest?.costPerCallUsd);
    const counters = [
      ...this.#protecting(version, caller),
      ...this.#sandbox(version, caller),
      ...this.ofCaller(caller, cost),
    ];
    const limit = this.ofOneCall(caller);
    const limits = limit !== undefined && cost > limit.limit ? { counters, exceeded: { limit, cost } } : { counters };
    this.#kept.set(key, { version, epoch, limits });
    return limits;
  }

  /** Of a run that nobody called for: what protects the provider. */
  ofVerification = (version: LimitedVersion): readonly LimitCounter[] => this.#protecting(version);

  /**
   * Of what a caller does, of whichever tool. `cost` is what a call takes of budgets; they do not count what is free.
   */
  ofCaller({ organisationId, principalId, name }: Caller, cost = 1): readonly LimitCounter[] {
    const organisation = this.#organisationName(organisationId ?? '');
    const subject = `${organisation}/${name}`;
    const [caller, whole] = [principalId ?? '', organisationId ?? ''];
    return [
      ...this.#counters('caller.calls', caller, subject),
      ...this.#counters('caller.calls.daily', caller, subject),
      ...this.#counters('organisation.calls', whole, organisation),
      ...this.#budget('caller.cost.daily', caller, subject, cost),
      ...this.#budget('organisation.cost.daily', whole, organisation, cost),
    ];
  }

  /** Of a call as a part of a session, of which its caller has as many as it names. */
  ofSession({ organisationId, principalId, name }: Caller, session: string, version: LimitedVersion): LimitCounter[] {
    const subject = `${this.#organisationName(organisationId ?? '')}/${name}`;
    const countedFor = `${principalId} ${digestText(session)}`;
    return [
      ...this.#counters('session.calls', principalId ?? '', subject, { countedFor }),
      ...this.#budget('session.cost', principalId ?? '', subject, countedCost(version.manifest?.costPerCallUsd), {
        countedFor,
      }),
    ];
  }

  /** Of the recipients and channels that arguments name, where the tool declares them; each is counted by itself. */
  ofArguments(
    { organisationId, name }: Caller,
    { manifest }: Pick<ToolVersion, 'manifest'>,
    input: unknown,
  ): LimitCounter[] {
    const { limits } = manifest;
    if (limits === undefined) return [];
    const whole = organisationId ?? name;
    return limits.flatMap(({ limit, by }) => {
      if (by === undefined) return this.#counters(limit, whole, this.#organisationName(whole));
      return argumentValues(input, by).flatMap((it) =>
        this.#counters(limit, whole, it, { countedFor: `${whole} ${digestText(it)}` }),
      );
    });
  }

  /** What one call may cost, in millionths of a US dollar; undefined for any amount. */
  ofOneCall({ organisationId, principalId, name }: Caller): LimitStanding | undefined {
    const { limit, source } = this.#rules.inForce('call.cost', principalId ?? '');
    if (limit === null) return undefined;
    const subject = `${this.#organisationName(organisationId ?? '')}/${name}`;
    const asItIs = { windowMs: 0, calendar: false, share: null, retryAfterMs: limit === 0 ? null : 0 };
    return { name: 'call.cost', subject, limit, left: limit, source, ...asItIs };
  }

  /** Of what an organisation provides, without regard to who calls. */
  ofProvider(organisationId: string): readonly LimitCounter[] {
    const organisation = this.#organisationName(organisationId);
    return [
      ...this.#counters('provider.calls', organisationId, organisation),
      ...this.#counters('provider.calls.daily', organisationId, organisation),
      ...this.ofPublication(organisationId),
    ];
  }

  ofPublication = (organisationId: string): readonly LimitCounter[] =>
    this.#counters('provider.publications', organisationId, this.#organisationName(organisationId));

  /** Of who has proved a domain and belongs to no organisation: each is counted by itself. */
  ofDomainPublication = (domain: string): readonly LimitCounter[] =>
    this.#counters('provider.publications', `domain ${domain}`, domain);

  ofLogin = (address: string): readonly LimitCounter[] => this.#counters('address.logins', address, address);

  ofFailure = (address: string): readonly LimitCounter[] => this.#counters('address.failures', address, address);

  #protecting({ organisationId, namespace, tool }: LimitedVersion, sharer?: Caller): LimitCounter[] {
    const provider = this.#organisationName(organisationId);
    const namespaceId = this.#directory.namespace(namespace)?.id ?? namespace;
    const name = `${namespace}/${tool}`;
    return [
      ...this.#counters('provider.calls', organisationId, provider, { sharer }),
      ...this.#counters('provider.calls.daily', organisationId, provider, { sharer }),
      ...this.#counters('namespace.calls', namespaceId, namespace, { sharer }),
      ...this.#counters('tool.calls', name, name, { sharer }),
    ];
  }

  /** Each version is counted by itself; the number is set by tool. Its own organisation has a limit of its own. */
  #sandbox({ id, organisationId, namespace, tool, stage }: LimitedVersion, sharer: Caller): LimitCounter[] {
    if (stage !== 'SANDBOX' && stage !== 'SUBMITTED') return [];
    const name = `${namespace}/${tool}`;
    const isOwn = sharer.organisationId === organisationId;
    const of = { sharer, countedFor: id, isOneOrganisations: isOwn };
    return this.#counters(isOwn ? 'sandbox.calls.own' : 'sandbox.calls', name, name, of);
  }

  /** Of what costs nothing, nothing is counted. */
  #budget(name: LimitName, subjectKey: string, subject: string, cost: number, of: Of = {}): LimitCounter[] {
    return cost === 0 ? [] : this.#counters(name, subjectKey, subject, of).map((it) => ({ ...it, weight: cost }));
  }

  /** The counter of a limit, none when there is no limit; of a shared one also those of a sharer's shares. */
  #counters(name: LimitName, subjectKey: string, subject: string, of: Of = {}): LimitCounter[] {
    const { sharer, countedFor, isOneOrganisations = false } = of;
    const { limit, source } = this.#rules.inForce(name, subjectKey);
    if (limit === null) return [];
    const { window, shared } = limitTable[name];
    const key = counterKeyOf(name, countedFor ?? subjectKey);
    const whole = { name, subject, whole: limit, source, window, key, limit, ...keptOf(name, limit) };
    if (!shared || sharer === undefined) return [whole];
    const share = { ...whole, limit: unlimited, sharesFormer: true };
    return [
      whole,
      ...(isOneOrganisations ? [] : [{ ...share, key: `${key} of ${sharer.organisationId}` }]),
      { ...share, key: `${key} by ${sharer.principalId}` },
    ];
  }

  #organisationName = (id: string): string => this.#directory.organisation(id)?.name ?? id;
}

/** Names a counter of a limit on every replica and after every start. */
export const counterKeyOf = (name: LimitName, subject: string): string => `${name} ${subject}`;

interface Of {
  /** Who is to have a share of what is shared. */
  readonly sharer?: Caller | undefined;
  /** What is counted by itself, when not the subject as a whole. */
  readonly countedFor?: string;
  /** Whether callers of one organisation share it and nobody else. */
  readonly isOneOrganisations?: boolean;
}

/** A limit up to this is counted exactly over restarts; of a larger one the last second may be forgiven. */
const exactUpTo = 10_000;

/** What is spent is kept, and what is small or counts for longer than a minute; addresses are anybody's to make up. */
function keptOf(name: LimitName, limit: number): Pick<Counter, 'kept'> {
  const { subject, unit, window } = limitTable[name];
  if (subject === 'address') return {};
  if (unit === 'usd' || limit <= exactUpTo) return { kept: 'exactly' };
  return window.ms > minuteMs ? { kept: 'soon' } : {};
}
