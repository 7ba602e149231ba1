import type { ActBody, AskBody, EachBody, Issue, JoinBody, StepSettings } from '@assay/contracts';
import { type Clock, type Failure, pointerStep, type Result, runAtOnce, type Sliced } from '@assay/kernel';
import { untimed } from '../expression.js';
import type { Join } from '../join.js';
import type { FindTool } from '../known-tool.js';
import { type BranchNode, deepFrozen, type Node, type Plan, planOf } from '../plan.js';
import type { Predicate } from '../predicate.js';
import { idSegment, joinIds } from '../step-ids.js';
import { referencesIn, type Source } from '../template.js';
import { textPlaceOf } from '../text-place.js';
import { actNode } from './act.js';
import { readMappingReference } from './composed-tool.js';
import { type Draft, Problems, settled } from './draft.js';
import { askNode, eachNode } from './each-and-ask.js';
import { inOrder, readInput, settingsOf, type TemplateRule } from './read-input.js';

/** A chain as document 004, section 14.1, has it: its operators nest freely. */
export type Chain =
  | ToolLink
  | { readonly sequence: readonly Chain[] }
  | { readonly branch: ChainBranch }
  | { readonly parallel: { readonly branches: Readonly<Record<string, Chain>>; readonly join: JoinBody } }
  | { readonly repeat: { readonly body: Chain; readonly max: number; readonly until: string } }
  | { readonly each: EachBody & { readonly do: Chain } }
  | { readonly ask: AskBody }
  | { readonly act: ActBody };

interface ToolLink extends StepSettings {
  readonly tool: string;
  readonly input?: Readonly<Record<string, unknown>>;
  /** Same as `input`. */
  readonly arguments?: Readonly<Record<string, unknown>>;
}

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
  /** Bounds expressions in time. */
  readonly clock?: Pick<Clock, 'monotonic'>;
}

/** Reads a chain, or tells every problem at once, each with its place. */
export const readChain = (chain: Chain, ports: ReadChainPorts): Result<Plan, Issue[]> =>
  settled(runAtOnce(draftingChain(chain, ports)));

/** Reads as much of a chain as can be read, a node at a time. */
export function* draftingChain(chain: Chain, ports: ReadChainPorts): Sliced<Draft<Plan>> {
  const problems = new Problems();
  const plan = yield* readPlan(chain, { place: '', id: '' }, { ...ports, problems });
  return { value: plan.nodes.length === 0 ? null : plan, issues: problems.issues };
}

interface Reading extends ReadChainPorts {
  readonly problems: Problems;
}

/** Where a part of a chain stands, as a JSON pointer and as its steps are called. */
interface At {
  readonly place: string;
  /** Empty for the whole chain. */
  readonly id: string;
}

/**
 * Sequences within sequences are one; everything else is one node of its plan. A node is called by its position, within
 * a branch or loop after that (`2.high.0`); the only node of a branch or loop is called as that is (`2.high`).
 */
function* readPlan(chain: Chain, within: At, reading: Reading): Sliced<Plan> {
  const links = inSequence(chain, within.place);
  const nodes: Node[] = [];
  for (const [position, [link, place]] of links.entries()) {
    const segment = links.length === 1 && within.id !== '' ? '' : String(position);
    const node = yield* readNode(link, { place, position, segment, id: joinIds(within.id, segment) }, reading);
    nodes.push(deepFrozen(node));
    yield;
  }
  if (nodes.length === 0) reading.problems.tell(`${within.place}/sequence`, 'has nothing in it');
  return planOf({ nodes, forwardsFailures: false, outputs: nodes.length === 0 ? [] : [nodes.length - 1] });
}

type Link = Exclude<Chain, { readonly sequence: readonly Chain[] }>;

const inSequence = (chain: Chain, place: string): [link: Link, place: string][] =>
  'sequence' in chain
    ? chain.sequence.flatMap((link, at) => inSequence(link, `${place}/sequence/${at}`))
    : [[chain, place]];

interface NodeAt extends At {
  readonly position: number;
  readonly segment: string;
}

function* readNode(link: Link, at: NodeAt, reading: Reading): Sliced<Node> {
  const { position, ...own } = at;
  const from: Source = position === 0 ? 'incoming' : position - 1;
  const base = { ...own, needs: position === 0 ? [] : [position - 1] };
  const { place, id } = own;
  if ('tool' in link) return readTool(link, { ...base, from, position }, reading);
  if ('ask' in link) {
    const input = readArguments({ question: link.ask.question }, `${place}/ask`, position, reading);
    const node = askNode(link.ask, input, `${place}/ask`, reading.problems);
    return { ...base, needs: needsOf(base.needs, input), ...node };
  }
  if ('act' in link) {
    const { task, schema, maxSteps, deadlineMs } = link.act;
    const input = readArguments(defined({ task, schema, maxSteps, deadlineMs }), `${place}/act`, position, reading);
    const node = actNode(link.act, input, { place: `${place}/act`, id }, reading);
    return { ...base, needs: needsOf(base.needs, input), ...node };
  }
  if ('each' in link) {
    const inPlace = `${place}/each/in`;
    const list = readArguments(link.each.in, inPlace, position, reading);
    const body = yield* readPlan(link.each.do, { place: `${place}/each/do`, id: `${id}[]` }, reading);
    return {
      ...base,
      needs: needsOf(base.needs, list),
      ...eachNode(link.each, list, { body, inPlace, isStep: false }),
    };
  }
  if ('branch' in link)
    return { ...base, ...(yield* readBranch(link.branch, from, { place: `${place}/branch`, id }, reading)) };
  if ('parallel' in link) {
    const branches = yield* plansOf(link.parallel.branches, { place: `${place}/parallel/branches`, id }, reading);
    if (branches.size === 0) reading.problems.tell(`${place}/parallel/branches`, 'has no branch');
    const { join, score } = readJoin(link.parallel.join, `${place}/parallel/join`, reading);
    const named = [...branches].map(([name, plan]) => ({ name, plan }));
    return { ...base, kind: 'parallel', from, branches: named, join, score };
  }
  const { body, max, until } = link.repeat;
  const again = yield* readPlan(body, { place: `${place}/repeat/body`, id: `${id}[]` }, reading);
  const ends = readPredicate(until, `${place}/repeat/until`, reading);
  return { ...base, kind: 'repeat', from, body: again, max, until: ends };
}

interface ToolPlace {
  readonly id: string;
  readonly segment: string;
  readonly place: string;
  readonly needs: readonly number[];
  readonly from: Source;
  readonly position: number;
}

function readTool(link: ToolLink, at: ToolPlace, reading: Reading): Node {
  const { from, position, ...base } = at;
  const { tool } = link;
  const found = reading.find(tool);
  if (!found.ok) reading.problems.tell(`${base.place}/tool`, found.error.message);
  const call = { ...base, kind: 'tool', tool, ...settingsOf(link) } as const;
  const given = link.input ?? link.arguments;
  if (given === undefined) {
    const textInto = found.ok ? textPlaceOf(found.value.manifest.inputSchema) : null;
    return { ...call, inputPlace: base.place, input: { kind: 'handed', from, textInto } };
  }
  const inputPlace = `${base.place}/${link.input === undefined ? 'arguments' : 'input'}`;
  const input = readArguments(given, inputPlace, position, reading);
  return { ...call, needs: needsOf(base.needs, input), inputPlace, input };
}

const readArguments = (
  value: unknown,
  place: string,
  position: number,
  { clock = untimed, problems }: Reading,
): TemplateRule =>
  readInput(value, place, {
    reference: (text, within) => {
      const reference = readMappingReference(text, position, 'incoming');
      if (typeof reference !== 'string') return reference;
      problems.tell(`${place}${within}`, reference);
      return undefined;
    },
    expressions: inOrder(position, clock, { before: 'incoming' }),
    missing: 'omit',
    problems,
  });

const defined = (members: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));

function needsOf(before: readonly number[], { template }: TemplateRule): readonly number[] {
  const used = referencesIn(template).flatMap(({ source }) => (typeof source === 'number' ? [source] : []));
  return [...new Set([...before, ...used])];
}

function* readBranch(
  { on, cases, default: otherwise }: ChainBranch,
  from: Source,
  { place, id }: At,
  reading: Reading,
): Sliced<Pick<BranchNode, 'kind' | 'from' | 'on' | 'cases' | 'otherwise'>> {
  const chosen =
    typeof on === 'string'
      ? readPredicate(on, `${place}/on`, reading)
      : { question: on.model, threshold: on.threshold ?? branchThreshold };
  const plans = yield* plansOf(cases, { place: `${place}/cases`, id }, reading);
  if (plans.size === 0) reading.problems.tell(`${place}/cases`, 'has no case');
  const rest =
    otherwise === undefined
      ? null
      : yield* readPlan(otherwise, { place: `${place}/default`, id: joinIds(id, 'default') }, reading);
  return { kind: 'branch', from, on: chosen, cases: plans, otherwise: rest };
}

function* plansOf(
  chains: Readonly<Record<string, Chain>>,
  { place, id }: At,
  reading: Reading,
): Sliced<Map<string, Plan>> {
  const plans = new Map<string, Plan>();
  for (const [name, chain] of Object.entries(chains)) {
    const at = { place: place + pointerStep(name), id: joinIds(id, idSegment(name)) };
    plans.set(name, yield* readPlan(chain, at, reading));
  }
  return plans;
}

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
