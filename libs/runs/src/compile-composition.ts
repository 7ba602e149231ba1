import type { Issue, RunBody } from '@assay/contracts';
import type { Caller, Directory } from '@assay/identity';
import type { JsonSchema } from '@assay/json-schema';
import { err, ok, type Result, runAtOnce, type SliceClock, type Sliced } from '@assay/kernel';
import { checkingPlan } from './check/check-plan.js';
import { textReferences } from './check/text-references.js';
import { type Composition, draftingComposition, type ReadComposition } from './composition.js';
import { FindTools, type FindToolsPorts } from './find-tools.js';
import { maxIssues } from './notations/draft.js';
import type { Plan } from './plan.js';
import { askNodes, plansIn, toolNodes } from './plans-in.js';
import { compilePredicate } from './predicates/compile-predicate.js';
import { noPerson, personNamed } from './questions/ask-questions.js';

export interface CompilePorts extends FindToolsPorts {
  /** Whether a language model is there to choose branches. */
  readonly hasModel: boolean;
  readonly clock: SliceClock;
}

export interface CompileOptions {
  readonly deadlineMs?: number;
  /** Of what the whole is given, where it is known. */
  readonly inputSchema?: JsonSchema | undefined;
  /** What the whole is given, where that is known already. */
  readonly input?: unknown;
  /** Of a run that goes on; see `FindTools`. */
  readonly pins?: Readonly<Record<string, string>>;
  /** Where the definition stands in what was sent: put before every place. */
  readonly at: string;
}

/** A composition that may run: every tool is there, types fit, and it keeps within its bounds. */
export interface Compiled extends ReadComposition {
  readonly tools: FindTools;
  /** References within longer texts, which a run warns of, too. */
  readonly texts: readonly Issue[];
  readonly doubts: readonly Issue[];
}

/**
 * Expected latency (p95) of the tools of a composition, in ms: as measured, else as declared; undefined when unknown.
 */
export const expectedIn =
  (tools: FindTools) =>
  (tool: string): number | undefined => {
    const found = tools.find(tool);
    return found.ok ? tools.latencyOf(found.value).p95Ms : undefined;
  };

/** What was found of a composition: `read` as far as it could be, also where there are problems. */
export interface Examined {
  readonly read: ReadComposition | null;
  readonly tools: FindTools;
  readonly problems: readonly Issue[];
  readonly doubts: readonly Issue[];
}

/** Reads and checks a composition for a caller, a step at a time; every problem at once, each with its place. */
export function* examiningComposition(
  composition: Composition,
  caller: Caller,
  ports: CompilePorts,
  { deadlineMs, inputSchema, input, pins, at }: CompileOptions,
): Sliced<Examined> {
  const tools = new FindTools(ports, caller, pins);
  const { clock } = ports;
  const draft = yield* draftingComposition(composition, { find: tools.find, predicate: compilePredicate, clock });
  const expectedMs = expectedIn(tools);
  const { value: read, issues } = draft;
  if (read === null) return { read, tools, problems: placedAt(at, issues), doubts: [] };
  const { errors, warnings } = yield* checkingPlan(read.plan, {
    find: tools.find,
    inputSchema: inputSchema ?? read.inputSchema,
    input,
    deadlineMs,
    // An unknown time is not counted against a limit.
    expectedMs: (tool) => expectedMs(tool) ?? 0,
  });
  yield;
  const unread = new Set(issues.map(({ path }) => path));
  // What could not be read stands there as something else: that this does not fit says nothing.
  const checked = errors.filter(({ path }) => path === '' || !isWithin(path, unread));
  const needed = [
    ...(ports.hasModel ? [] : needsSummaries(read.plan)),

    ...(ports.hasModel ? [] : needsModel(read.plan)),
    ...needsPersons(read.plan, caller, ports.directory),
  ];
  const problems = [...issues, ...checked, ...needed];
  yield;
  const texts = textReferences(read.plan);
  yield;
  const known = new Set(warnings.map(({ path, message }) => `${path} ${message}`));
  const all = [...warnings, ...texts.filter(({ path, message }) => !known.has(`${path} ${message}`))];
  const doubts = all.filter(({ path }) => !isWithin(path, unread));
  return { read, tools, problems: placedAt(at, textOf(problems)), doubts: placedAt(at, textOf(doubts)) };
}

/** As above, without a break. */
export const examineComposition = (...parts: Parameters<typeof examiningComposition>): Examined =>
  runAtOnce(examiningComposition(...parts));

/** Reads and checks a composition that is to run: every tool is there, types fit, and it keeps within its bounds. */
export function* compilingComposition(
  ...parts: Parameters<typeof examiningComposition>
): Sliced<Result<Compiled, Issue[]>> {
  const { read, tools, problems, doubts } = yield* examiningComposition(...parts);
  if (read === null || problems.length > 0) return err([...problems]);
  yield;
  return ok({ ...read, tools, doubts, texts: textReferences(read.plan) });
}

/** As above, without a break. */
export const compileComposition = (...parts: Parameters<typeof examiningComposition>): Result<Compiled, Issue[]> =>
  runAtOnce(compilingComposition(...parts));

function isWithin(path: string, places: ReadonlySet<string>): boolean {
  for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1))
    if (places.has(path.slice(0, end))) return true;
  return false;
}

function textOf(issues: readonly Issue[]): readonly Issue[] {
  const more = issues.length - maxIssues;
  return more <= 1 ? issues : [...issues.slice(0, maxIssues), { path: '', message: `has ${more} more` }];
}

const placedAt = (at: string, issues: readonly Issue[]): Issue[] =>
  issues.map((it) => ({ ...it, path: `${at}${it.path}` }));

/** A run whose outputs a model would have to summarise, where there is none. */
export const summaryProblems = ({ output }: Pick<RunBody, 'output'>, hasModel: boolean): Issue[] =>
  output?.level === 'L2' && !hasModel ? [{ path: '/output/level', message: noSummaries }] : [];

const noSummaries = 'L2 is a summary by a model, and none is configured';

/** Outputs that a model would have to summarise, where there is none. */
const needsSummaries = (plan: Plan): Issue[] =>
  [...toolNodes(plan)].flatMap(({ settings, place }) =>
    settings?.output?.level === 'L2' ? [{ path: `${place}/output/level`, message: noSummaries }] : [],
  );

/** People that are asked by a name that nobody has. */
function needsPersons(plan: Plan, { organisationId }: Caller, directory: Directory): Issue[] {
  return [...askNodes(plan)].flatMap(({ to, inputPlace }) => {
    const isKnown =
      to === null || (organisationId !== null && personNamed(to, organisationId, directory) !== undefined);
    return isKnown ? [] : [{ path: `${inputPlace}/to`, message: noPerson(to ?? '') }];
  });
}

const noModelToAct = 'requires a model, but none is configured: set LLM_BASE_URL and LLM_MODEL';

/** Branches that a model chooses, where there is none. */
function needsModel(plan: Plan): Issue[] {
  const message = 'requires a model, but none is configured: use a CEL expression, or set LLM_BASE_URL and LLM_MODEL';
  return plan.nodes.flatMap((node) => {
    if (node.kind === 'tool') return [];
    const inner = plansIn(node).flatMap(needsModel);
    if (node.kind === 'act') return [{ path: `${node.place}/act`, message: noModelToAct }];
    const asks = node.kind === 'branch' && 'question' in node.on;
    return asks ? [{ path: `${node.place}/branch/on`, message }, ...inner] : inner;
  });
}

/** Whether nothing that may be called has an effect. */
export function readsOnly({ plan, tools }: Pick<Compiled, 'plan' | 'tools'>): boolean {
  for (const { tool } of toolNodes(plan)) {
    const found = tools.find(tool);
    if (!found.ok || found.value.manifest.annotations?.readOnlyHint !== true) return false;
  }
  return true;
}
