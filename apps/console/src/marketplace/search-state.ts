import type { Constraints, Discover, Entry, Protocol } from '@assay/sdk';

type Stage = Entry['stage'];

export const kinds = ['tools', 'servers', 'compositions'] as const;
export type Kind = (typeof kinds)[number];

/** Every protocol: one that is missing does not compile. */
const known: Readonly<Record<Protocol, true>> = {
  mcp: true,
  http: true,
  'json-rpc': true,
  grpc: true,
  composite: true,
  sandbox: true,
};
export const protocols = Object.keys(known) as Protocol[];
export const stages = ['SUBMITTED', 'SANDBOX', 'BETA', 'GENERAL_AVAILABILITY', 'VERIFIED'] as const satisfies Stage[];

/** What is searched for, as the address of the page keeps it. */
export interface SearchState {
  readonly q?: string;
  readonly kind?: Kind;
  readonly capability?: string;
  readonly namespace?: string;
  readonly protocol?: Protocol;
  readonly stage?: (typeof stages)[number];
  readonly minTrust?: number;
  readonly maxLatencyMs?: number;
  readonly maxCost?: number;
  readonly readOnly?: boolean;
}

const text = (value: unknown, max: number): string | undefined => {
  const read = typeof value === 'number' ? String(value) : value;
  return typeof read === 'string' && read.trim() !== '' ? read.slice(0, max) : undefined;
};

const oneOf = <T extends string>(value: unknown, choices: readonly T[]): T | undefined =>
  choices.find((choice) => choice === value);

const number = (value: unknown, max: number): number | undefined => {
  const read = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof read === 'number' && read >= 0 && read <= max ? read : undefined;
};

/** Leaves out what is absent, so that addresses stay short. */
const present = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, it]) => it !== undefined)) as T;

/** Reads the address's parameters; what is not valid is ignored. */
export function readSearch(search: Record<string, unknown>): SearchState {
  return present({
    q: text(search.q, 1_000),
    kind: oneOf(search.kind, kinds),
    capability: text(search.capability, 100),
    namespace: text(search.namespace, 63),
    protocol: oneOf(search.protocol, protocols),
    stage: oneOf(search.stage, stages),
    minTrust: number(search.minTrust, 1),
    maxLatencyMs: number(search.maxLatencyMs, 3_600_000) || undefined,
    maxCost: number(search.maxCost, 1_000_000),
    readOnly: search.readOnly === true || search.readOnly === 'true' ? true : undefined,
  });
}

const isComposition = ({ kind }: SearchState): boolean => kind === 'compositions';

const protocolOf = (state: SearchState): Protocol | undefined => (isComposition(state) ? 'composite' : state.protocol);

/** The question for a search by what tools do; undefined without words. */
export function questionOf(state: SearchState): Discover | undefined {
  if (state.q === undefined || state.q.trim() === '') return undefined;
  const { minTrust, maxLatencyMs, maxCost, stage, readOnly } = state;
  const constraints: Constraints = present({
    minTrust,
    maxLatencyMs,
    maxCost,
    stage,
    readOnly,
    protocol: protocolOf(state),
  });
  return present({
    query: state.q,
    capabilities: state.capability === undefined ? undefined : [state.capability],
    constraints: Object.keys(constraints).length === 0 ? undefined : constraints,
    limit: state.namespace === undefined ? 50 : 100,
    detail: 'summary' as const,
  });
}

export const facetNames = 'capabilities,namespace,protocol,stage,readOnly';

/** Filters of the list of tools, for browsing without words and for the counts beside a search. */
export const filtersOf = (state: SearchState) =>
  present({
    query: state.q,
    namespace: state.namespace,
    capability: state.capability,
    protocol: protocolOf(state),
    stage: state.stage,
    readOnly: state.readOnly === true ? ('true' as const) : undefined,
    minTrust: state.minTrust,
  });
