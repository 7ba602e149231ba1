import type { Issue, StepSettings } from '@assay/contracts';
import { type Clock, type Result, runAtOnce, type Sliced } from '@assay/kernel';
import { untimed } from '../expression.js';
import type { FindTool } from '../known-tool.js';
import { deepFrozen, type Plan, planOf, type ToolNode } from '../plan.js';
import { type Reference, referencesIn } from '../template.js';
import { type Draft, Problems, settled } from './draft.js';
import { inOrder, readInput, settingsOf } from './read-input.js';

/** A composed tool as document 003 has it. */
export interface ComposedTool {
  readonly mode: 'compose';
  readonly steps: readonly ComposedStep[];
}

export interface ComposedStep extends StepSettings {
  /** For people; names may repeat, steps count by position. */
  readonly name?: string;
  readonly tool: string;
  readonly inputMapping: Readonly<Record<string, unknown>>;
}

const forms = /^\$(?:(input|prev)|steps\[(0|[1-9]\d*)\])((?:\.[^.]+)*)$/;

/**
 * What a text of a mapping refers to in the step at a position, or why it may not; undefined when it is a literal.
 * `before`: what `$prev` is in the first step, when something was handed to it.
 */
export function readMappingReference(text: string, at: number, before?: 'incoming'): Reference | string | undefined {
  const match = forms.exec(text);
  if (match === null) return undefined;
  const [, word, index, way = ''] = match;
  const path = way.split('.').slice(1);
  if (word === 'input') return { source: 'input', path };
  const source = word === 'prev' ? at - 1 : Number(index);
  if (source < 0 && before !== undefined) return { source: before, path };
  if (source < 0) return '$prev has nothing before it in the first step';
  if (source >= at)
    return `${text} refers to a step that comes ${source === at ? 'now' : 'later'}: only earlier ones can be used`;
  return { source, path };
}

/** Reads a composed tool, or tells every problem at once, each with its place. Every step needs the one before it. */
export const readComposedTool = (
  composed: ComposedTool,
  find: FindTool,
  clock: Pick<Clock, 'monotonic'> = untimed,
): Result<Plan, Issue[]> => settled(runAtOnce(draftingComposedTool(composed, find, clock)));

/** Reads as much of a composed tool as can be read, a step at a time. `clock` bounds its expressions in time. */
export function* draftingComposedTool(
  { steps }: ComposedTool,
  find: FindTool,
  clock: Pick<Clock, 'monotonic'> = untimed,
): Sliced<Draft<Plan>> {
  if (steps.length === 0) return { value: null, issues: [{ path: '/steps', message: 'has no step' }] };
  const problems = new Problems();
  const ids = idsOf(steps);
  const names = steps.map(({ name }) => name);
  const nodes: ToolNode[] = [];
  for (const [at, step] of steps.entries()) {
    const place = `/steps/${at}`;
    const found = find(step.tool);
    if (!found.ok) problems.tell(`${place}/tool`, found.error.message);
    const inputPlace = `${place}/inputMapping`;
    const input = readInput(step.inputMapping, inputPlace, {
      reference: (text, within) => {
        const reference = readMappingReference(text, at);
        if (typeof reference !== 'string') return reference;
        problems.tell(`${inputPlace}${within}`, reference);
        return undefined;
      },
      expressions: inOrder(at, clock, { names }),
      missing: 'omit',
      problems,
    });
    const before = at === 0 ? [] : [at - 1];
    const used = referencesIn(input.template).flatMap(({ source }) => (typeof source === 'number' ? [source] : []));
    const needs = [...new Set([...before, ...used])];
    const own = { kind: 'tool', id: ids[at] as string, place, tool: step.tool, needs, input, inputPlace } as const;
    nodes.push(deepFrozen({ ...own, ...settingsOf(step) }));
    yield;
  }
  return {
    value: planOf({ nodes, forwardsFailures: false, outputs: [nodes.length - 1] }),
    issues: problems.issues,
  };
}

/**
 * A step is called what it is named, and what is named as an earlier one is numbered: ids are what steps are kept, and
 * made once, under.
 */
function idsOf(steps: readonly ComposedStep[]): readonly string[] {
  const names = new Set(steps.flatMap(({ name }) => name ?? []));
  const taken = new Set<string>();
  return steps.map(({ name }, at) => {
    let id = name === undefined || taken.has(name) ? `${name ?? 'step'} ${at}` : name;
    while (id !== name && names.has(id)) id += '*';
    taken.add(id);
    return id;
  });
}
