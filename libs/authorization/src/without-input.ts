import { isNode, type Node } from './expression.js';
import { readsOf } from './policy-uses.js';

/**
 * The policy without the parts of its conditions that look at the arguments or at what was found in them. Where the rest
 * does not hold, the policy holds for no arguments; where it does, it may.
 */
export function withoutInput(policy: Node): Node {
  const conditions = Array.isArray(policy.conditions) ? policy.conditions : [];
  return { ...policy, conditions: conditions.flatMap((it: unknown) => (isNode(it) ? conditionWithout(it) : [])) };
}

/** All parts of a `when` have to be true, and all of an `unless` false. */
function conditionWithout(condition: Node): Node[] {
  const operator = condition.kind === 'unless' ? '||' : '&&';
  const kept = partsOf(condition.body, operator).filter((it) => !readsInput(it));
  const [first, ...others] = kept;
  if (first === undefined) return [];
  return [{ ...condition, body: others.reduce((left, right) => ({ [operator]: { left, right } }), first) }];
}

function partsOf(expression: unknown, operator: '&&' | '||'): unknown[] {
  const joined = isNode(expression) ? expression[operator] : undefined;
  if (!isNode(joined)) return [expression];
  return [...partsOf(joined.left, operator), ...partsOf(joined.right, operator)];
}

function readsInput(expression: unknown): boolean {
  const { arguments: names, findings } = readsOf({ conditions: [{ body: expression }] } as unknown as Node);
  return findings || names === 'all' || names.size > 0;
}
