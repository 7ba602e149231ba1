import { type PolicyAction, policyActions } from '@assay/gateway';
import { isNode, memberOf, type Node, nodesOf } from './expression.js';
import { clausesOf } from './policy-uses.js';

const isAction = (name: unknown): name is PolicyAction => policyActions.includes(name as PolicyAction);

/** Whether a policy says which actions it is about. */
export const namesActions = ({ action }: Node): boolean => isNode(action) && action.op !== 'All';

/**
 * The actions a policy is about. One that names none is about the actions whose context has what it reads: calls, unless
 * it reads what only a result or a masked value has. So a policy on calls from before there were other actions says about
 * calls what it always did, and `permit (principal, action, resource)` reveals nothing.
 */
export function actionsOf(policy: Node): readonly PolicyAction[] {
  if (namesActions(policy)) {
    const { entity, entities } = policy.action as Node;
    const named = Array.isArray(entities) ? entities : [entity];
    return policyActions.filter((it) => named.some((other) => isNode(other) && isAction(other.id) && other.id === it));
  }
  const read = contextMembers(policy);
  const found: PolicyAction[] = [
    ...(read.has('outputFindings') ? (['return'] as const) : []),
    ...(read.has('class') || read.has('source') ? (['reveal'] as const) : []),
  ];
  return found.length === 0 || read.has('inputFindings') ? ['call', ...found] : found;
}

/** Members of `context` that conditions read or ask for. */
function contextMembers(policy: Node): ReadonlySet<string> {
  const names = [...nodesOf(clausesOf(policy))].flatMap((node) => {
    const member = memberOf(node);
    if (member?.of.Var === 'context') return [member.name];
    const { has } = node;
    if (!isNode(has) || !isNode(has.left) || has.left.Var !== 'context') return [];
    return Array.isArray(has.attr) ? [has.attr[0] as string] : [has.attr as string];
  });
  return new Set(names);
}

/** Classes of findings that conditions name, such as `personal.email`. */
export const classesIn = (policy: Node): string[] => [
  ...new Set(
    [...nodesOf(clausesOf(policy))].flatMap(({ Value }) =>
      typeof Value === 'string' && findingClass.test(Value) ? [Value] : [],
    ),
  ),
];
const findingClass = /^(?:instruction|(?:secret|personal)\.[a-z0-9-]{1,60})$/;
