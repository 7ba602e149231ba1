import type { Issue } from '@assay/contracts';
import { maxElements } from '../elements.js';
import type { FindTool, KnownTool } from '../known-tool.js';
import type { Plan } from '../plan.js';
import { plansIn } from '../plans-in.js';

/** How many further places a warning names. */
const maxNamed = 3;

/** What a tool does may be taken back, or it does nothing. A tool that says neither counts as irreversible (SPEC section 7). */
export const canBeUndone = ({ manifest: { annotations, compensation } }: KnownTool): boolean =>
  annotations?.readOnlyHint === true || (compensation !== undefined && compensation.class !== 'irreversible');

/**
 * Steps that cannot be undone and are not the last: what comes after each of them may fail, and leaves it standing (document
 * 004, section 14.4.2). One warning for all, at the first: most tools do not say what they do.
 */
export function irreversibleOrder(plan: Plan, find: FindTool): readonly Issue[] {
  const early: { readonly place: string; readonly tool: string }[] = [];
  const visit = (inner: Plan, hasMore: boolean): void => {
    for (const [at, node] of inner.nodes.entries()) {
      const isFollowed = hasMore || (inner.dependants[at] ?? []).length > 0;
      const isRepeated =
        ((node.kind === 'repeat' || node.kind === 'act') && node.max > 1) ||
        (node.kind === 'each' && maxElements(node) > 1);
      if (node.kind !== 'tool') for (const within of plansIn(node)) visit(within, isFollowed || isRepeated);
      else if (isFollowed) {
        const found = find(node.tool);
        if (found.ok && !canBeUndone(found.value)) early.push({ place: node.place, tool: found.value.manifest.name });
      }
    }
  };
  visit(plan, false);
  const [first, ...others] = early;
  if (first === undefined) return [];
  const named = others.slice(0, maxNamed).map(({ place }) => place);
  const beyond = others.length > maxNamed ? [`${others.length - maxNamed} more`] : [];
  const also = others.length === 0 ? '' : ` (so ${[...named, ...beyond].join(', ')})`;
  const message = `${first.tool} may have irreversible effects, and later steps may fail${also}: put it last, or run it as a saga`;
  return [{ path: first.place, message }];
}
