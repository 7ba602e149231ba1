import type { Issue } from '@assay/contracts';
import type { JsonSchema } from '../catalog/json-schema.js';
import type { ToolVersion } from '../catalog/records.js';
import type { Caller } from '../identity/caller.js';
import type { Clock } from '../kernel/clock.js';
import { err, ok, type Result } from '../kernel/result.js';
import { checkPlan } from './check/check-plan.js';
import { type Composition, type ReadComposition, readComposition } from './composition.js';
import { FindTools, type FindToolsPorts } from './find-tools.js';
import { toolNodes } from './plans-in.js';
import { compilePredicate } from './predicates/compile-predicate.js';

export interface CompilePorts extends FindToolsPorts {
  /** Whether a language model is there to choose branches. */
  readonly hasModel: boolean;
  readonly clock: Pick<Clock, 'monotonic'>;
}

export interface CompileOptions {
  readonly deadlineMs?: number;
  /** Of what the whole is given, where it is known. */
  readonly inputSchema?: JsonSchema | undefined;
  /** Of a run that goes on; see `FindTools`. */
  readonly pins?: Readonly<Record<string, string>>;
  /** Where the definition stands in what was sent: put before every place. */
  readonly at: string;
}

/** A composition that may run: every tool is there, types fit, and it keeps within its bounds. */
export interface Compiled extends ReadComposition {
  readonly tools: FindTools;
  readonly doubts: readonly Issue[];
}

/** Expected latency of a version's calls (p95), in ms: as measured, else as declared; undefined when nobody knows. */
export const expectedMsOf = ({ trust, manifest }: ToolVersion): number | undefined =>
  trust?.p95Ms ?? manifest.sla?.p95Ms;

/** Reads and checks a composition for a caller; every problem at once, each with its place. */
export function compileComposition(
  composition: Composition,
  caller: Caller,
  ports: CompilePorts,
  { deadlineMs, inputSchema, pins, at }: CompileOptions,
): Result<Compiled, Issue[]> {
  const tools = new FindTools(ports, caller, pins);
  const read = readComposition(composition, { find: tools.find, predicate: compilePredicate, clock: ports.clock });
  if (!read.ok) return err(placedAt(at, read.error));
  const { plan } = read.value;
  const { errors, warnings } = checkPlan(plan, {
    find: tools.find,
    inputSchema: inputSchema ?? read.value.inputSchema,
    deadlineMs,
    // Of what nobody knows a time, none can be held against it.
    expectedMs: (tool) => knownMs(tools, tool) ?? 0,
  });
  const all = [...errors, ...(ports.hasModel ? [] : needsModel(composition))];
  if (all.length > 0) return err(placedAt(at, all));
  return ok({ ...read.value, tools, doubts: placedAt(at, warnings) });
}

const knownMs = (tools: FindTools, tool: string): number | undefined => {
  const found = tools.find(tool);
  return found.ok ? expectedMsOf(found.value.version) : undefined;
};

const placedAt = (at: string, issues: readonly Issue[]): Issue[] =>
  issues.map((it) => ({ ...it, path: `${at}${it.path}` }));

/** Branches that a model chooses, where there is none. */
function needsModel({ definition }: Composition): Issue[] {
  const issues: Issue[] = [];
  const visit = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, member] of Object.entries(value)) {
      const isQuestion = name === 'on' && typeof member === 'object' && member !== null && 'model' in member;
      const message =
        'asks a model, and none is configured here: give a CEL expression, or set LLM_BASE_URL and LLM_MODEL';
      if (isQuestion && path.endsWith('/branch')) issues.push({ path: `${path}/on`, message });
      else visit(member, `${path}/${name}`);
    }
  };
  visit(definition, '');
  return issues;
}

/** Whether nothing that may be called has an effect. */
export function readsOnly({ plan, tools }: Pick<Compiled, 'plan' | 'tools'>): boolean {
  for (const { tool } of toolNodes(plan)) {
    const found = tools.find(tool);
    if (!found.ok || found.value.manifest.annotations?.readOnlyHint !== true) return false;
  }
  return true;
}
