import type { Issue, JoinBody } from '@assay/contracts';
import { type Failure, pointerStep, type Result } from '@assay/kernel';
import type { Join } from '../join.js';
import type { FindTool } from '../known-tool.js';
import { type BranchNode, type Node, type Plan, planOf } from '../plan.js';
import type { Predicate } from '../predicate.js';
import { readTemplate, referencesIn, type Source } from '../template.js';
import { textPlaceOf } from '../text-place.js';
import { readMappingReference } from './composed-tool.js';
import { type Draft, Problems, settled } from './draft.js';

/** A chain as document 004, section 14.1, has it: its operators nest freely. */
export type Chain =
  | { readonly tool: string; readonly input?: Readonly<Record<string, unknown>> }
  | { readonly sequence: readonly Chain[] }
  | { readonly branch: ChainBranch }
  | { readonly parallel: { readonly branches: Readonly<Record<string, Chain>>; readonly join: JoinBody } }
  | { readonly repeat: { readonly body: Chain; readonly max: number; readonly until: string } };

export interface ChainBranch {
  /** CEL that gives the name of a case, or what a model is asked. */
  readonly on: string | { readonly model: string; readonly threshold?: number };
  readonly cases: Readonly<Record<string, Chain>>;
  readonly default?: Chain;
}

/** What a model's choice needs when nothing else is said (SPEC section 12). */
const branchThreshold = 0.7;

export interface ReadChainPorts {
  readonly find: FindTool;
  /** Compiles CEL. */
  readonly predicate: (text: string) => Result<Predicate, Failure>;
}

/** Reads a chain, or tells every problem at once, each with its place. */
export const readChain = (chain: Chain, ports: ReadChainPorts): Result<Plan, Issue[]> =>
  settled(draftChain(chain, ports));

/** Reads as much of a chain as can be read. */
export function draftChain(chain: Chain, ports: ReadChainPorts): Draft<Plan> {
  const problems = new Problems();
  const plan = readPlan(chain, '', { ...ports, problems });
  return { value: plan.nodes.length === 0 ? null : plan, issues: problems.issues };
}

interface Reading extends ReadChainPorts {
  readonly problems: Problems;
}

/** Sequences within sequences are one; everything else is one node of its plan. */
function readPlan(chain: Chain, place: string, reading: Reading): Plan {
  const nodes = inSequence(chain, place).map(([link, at], position) => readNode(link, at, position, reading));
  if (nodes.length === 0) reading.problems.tell(`${place}/sequence`, 'has nothing in it');
  return planOf({ nodes, forwardsFailures: false, outputs: nodes.length === 0 ? [] : [nodes.length - 1] });
}

type Link = Exclude<Chain, { readonly sequence: readonly Chain[] }>;

const inSequence = (chain: Chain, place: string): [link: Link, place: string][] =>
  'sequence' in chain
    ? chain.sequence.flatMap((link, at) => inSequence(link, `${place}/sequence/${at}`))
    : [[chain, place]];

function readNode(link: Link, place: string, position: number, reading: Reading): Node {
  const from: Source = position === 0 ? 'incoming' : position - 1;
  const base = { id: place === '' ? 'chain' : place.slice(1), place, needs: position === 0 ? [] : [position - 1] };
  if ('tool' in link) return readTool(link, { ...base, from, position }, reading);
  if ('branch' in link) return { ...base, ...readBranch(link.branch, from, `${place}/branch`, reading) };
  if ('parallel' in link) {
    const branches = plansOf(link.parallel.branches, `${place}/parallel/branches`, reading);
    if (branches.size === 0) reading.problems.tell(`${place}/parallel/branches`, 'has no branch');
    const { join, score } = readJoin(link.parallel.join, `${place}/parallel/join`, reading);
    const named = [...branches].map(([name, plan]) => ({ name, plan }));
    return { ...base, kind: 'parallel', from, branches: named, join, score };
  }
  const { body, max, until } = link.repeat;
  const again = readPlan(body, `${place}/repeat/body`, reading);
  const ends = readPredicate(until, `${place}/repeat/until`, reading);
  return { ...base, kind: 'repeat', from, body: again, max, until: ends };
}

interface ToolPlace {
  readonly id: string;
  readonly place: string;
  readonly needs: readonly number[];
  readonly from: Source;
  readonly position: number;
}

function readTool({ tool, input }: Extract<Chain, { tool: string }>, at: ToolPlace, reading: Reading): Node {
  const { from, position, ...base } = at;
  const found = reading.find(tool);
  if (!found.ok) reading.problems.tell(`${base.place}/tool`, found.error.message);
  if (input === undefined) {
    const textInto = found.ok ? textPlaceOf(found.value.manifest.inputSchema) : null;
    return {
      ...base,
      kind: 'tool',
      tool,
      inputPlace: base.place,
      input: { kind: 'handed', from, textInto },
    };
  }
  const template = readTemplate(input, (text, within) => {
    const reference = readMappingReference(text, position, 'incoming');
    if (typeof reference !== 'string') return reference;
    reading.problems.tell(`${base.place}/input${within}`, reference);
    return undefined;
  });
  const used = referencesIn(template).flatMap(({ source }) => (typeof source === 'number' ? [source] : []));
  const needs = [...new Set([...base.needs, ...used])];
  return {
    ...base,
    needs,
    kind: 'tool',
    tool,
    inputPlace: `${base.place}/input`,
    input: { kind: 'template', template, missing: 'omit' },
  };
}

function readBranch(
  { on, cases, default: otherwise }: ChainBranch,
  from: Source,
  place: string,
  reading: Reading,
): Pick<BranchNode, 'kind' | 'from' | 'on' | 'cases' | 'otherwise'> {
  const chosen =
    typeof on === 'string'
      ? readPredicate(on, `${place}/on`, reading)
      : { question: on.model, threshold: on.threshold ?? branchThreshold };
  const plans = plansOf(cases, `${place}/cases`, reading);
  if (plans.size === 0) reading.problems.tell(`${place}/cases`, 'has no case');
  const rest = otherwise === undefined ? null : readPlan(otherwise, `${place}/default`, reading);
  return { kind: 'branch', from, on: chosen, cases: plans, otherwise: rest };
}

const plansOf = (chains: Readonly<Record<string, Chain>>, place: string, reading: Reading): Map<string, Plan> =>
  new Map(Object.entries(chains).map(([name, chain]) => [name, readPlan(chain, place + pointerStep(name), reading)]));

interface ReadJoin {
  readonly join: Join;
  readonly score: Predicate | null;
}

type WrittenAs<K> = Extract<JoinBody, K | { readonly [N in K & string]: unknown }>;

/** How each join is read. */
const joinReaders: {
  readonly [K in Join['kind']]: (join: WrittenAs<K>, place: string, reading: Reading) => ReadJoin;
} = {
  all: () => ({ join: { kind: 'all' }, score: null }),
  first: () => ({ join: { kind: 'first' }, score: null }),
  best: ({ best }, place, reading) => ({
    join: { kind: 'best' },
    score: readPredicate(best, `${place}/best`, reading),
  }),
  quorum: ({ quorum }, place, { problems }) => {
    if (!(quorum > 0 && quorum <= 1)) problems.tell(`${place}/quorum`, 'must be more than 0 and at most 1');
    return { join: { kind: 'quorum', share: quorum }, score: null };
  },
};

type JoinName<J> = J extends string ? J : keyof J;

/** A join is its name, or an object with its name as the only member. */
const joinName = (join: JoinBody): JoinName<JoinBody> =>
  typeof join === 'string' ? join : (Object.keys(join)[0] as JoinName<Exclude<JoinBody, string>>);

function readJoin(join: JoinBody, place: string, reading: Reading): ReadJoin {
  const read = joinReaders[joinName(join)] as (join: JoinBody, place: string, reading: Reading) => ReadJoin;
  return read(join, place, reading);
}

function readPredicate(text: string, place: string, { predicate, problems }: Reading): Predicate {
  const read = predicate(text);
  if (read.ok) return read.value;
  problems.tell(place, read.error.message);
  return { text, evaluate: () => read };
}
