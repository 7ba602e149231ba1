import type { Failure } from '@assay/kernel';
import type { EachNode } from '../plan.js';
import { computeInput } from './make-input.js';
import { cancelled, failed, type Outcome, succeeded } from './outcome.js';
import { outcomeOf } from './outcome-of.js';
import type { Scope } from './scope.js';
import type { Sources } from './sources.js';

/** Elements whose failures are named in the failure of the whole. */
const maxNamed = 10;

/**
 * Runs a plan for every element of a list. All elements are run, whatever happens to others; the outputs are in the order
 * of the list. When an element fails, the node fails, and its failure names the elements.
 */
export async function runEach(node: EachNode, scope: Scope, sources: Sources): Promise<Outcome> {
  const list = await listOf(node, scope, sources);
  if ('failure' in list) return failed(list.failure);
  const { run, signal } = scope;
  const { items } = list;
  const outcomes = new Array<Outcome>(items.length);
  let next = 0;
  const work = async (): Promise<void> => {
    for (let index = next++; index < items.length; index = next++) {
      if (signal.aborted) return;
      const inner: Scope = {
        ...scope,
        incoming: items[index],
        incomingText: undefined,
        element: { value: items[index], index },
        outer: node.isStep ? sources : undefined,
        path: `${scope.path}[${index}]`,
        until: run.now() + allowedMs(scope.until - run.now(), items.length - index, node.concurrency),
      };
      outcomes[index] = await outcomeOf(node.body, inner);
    }
  };
  await Promise.all(Array.from({ length: Math.min(node.concurrency, items.length) }, work));
  if (signal.aborted) return cancelled;
  const failures = outcomes.flatMap((it, index) => (it.status === 'failed' ? [{ index, failure: it.failure }] : []));
  if (failures.length > 0) return failed(failureOf(failures, items.length));
  if (outcomes.some(({ status }) => status !== 'succeeded')) return cancelled;
  return succeeded(outcomes.map((it) => (it as { readonly output?: unknown }).output ?? null));
}

/** The rounds to come are later steps: an element has its share of what is left. Short lists have all of it. */
const allowedMs = (leftMs: number, elements: number, concurrency: number): number =>
  leftMs / Math.max(1, Math.min(2, Math.ceil(elements / concurrency)));

async function listOf(
  { in: rule, max }: EachNode,
  { element }: Scope,
  sources: Sources,
): Promise<{ readonly items: readonly unknown[] } | { readonly failure: Failure }> {
  const made = await computeInput(rule, sources, element);
  if (!made.ok) return { failure: made.error };
  const items: unknown = made.value;
  const wrong = (message: string) => ({ failure: { code: 'invalid_input' as const, message } });
  if (!Array.isArray(items)) return wrong(`each needs a list, and "in" is ${items === null ? 'null' : typeof items}.`);
  if (items.length > max) return wrong(`each takes at most ${max} elements, and the list has ${items.length}.`);
  return { items };
}

function failureOf(failures: readonly { readonly index: number; readonly failure: Failure }[], all: number): Failure {
  const named = failures.slice(0, maxNamed).map(({ index, failure }) => `[${index}] ${failure.message}`);
  const more = failures.length > maxNamed ? ` (and ${failures.length - maxNamed} more)` : '';
  const outcomes = new Set(failures.map(({ failure }) => failure.outcome ?? 'none'));
  const outcome = outcomes.has('unknown') ? 'unknown' : outcomes.has('done') ? 'done' : 'none';
  const { code } = (failures[0] as { failure: Failure }).failure;
  const message = `${failures.length} of ${all} elements failed: ${named.join('; ')}${more}`;
  return { code, message, outcome };
}
