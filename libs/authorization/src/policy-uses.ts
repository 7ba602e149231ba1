import type { PolicyReads } from '@assay/gateway';
import { isNode, memberOf, type Node, nodesOf } from './expression.js';

/** What of a call a policy looks at, found in its text: what it does not look at cannot change what it says. */
export function readsOf(policy: Node): PolicyReads {
  const seen = { arguments: new Set<string>(), all: false, time: false, trust: false, findings: false };
  for (const clause of clausesOf(policy)) visit(clause, seen);
  return { arguments: seen.all ? 'all' : seen.arguments, time: seen.time, trust: seen.trust, findings: seen.findings };
}

interface Seen {
  readonly arguments: Set<string>;
  all: boolean;
  time: boolean;
  trust: boolean;
  findings: boolean;
}

const findings: ReadonlySet<string> = new Set(['inputFindings', 'outputFindings']);
const given: ReadonlySet<unknown> = new Set(['arguments', 'decimals']);

function visit(expression: unknown, seen: Seen): void {
  if (Array.isArray(expression)) for (const it of expression) visit(it, seen);
  if (!isNode(expression)) return;
  const top = topArgument(expression);
  if (top !== undefined) {
    for (const name of top) seen.arguments.add(name);
    return;
  }
  if (expression.Var === 'context') {
    // Taken as a whole, or asked for a member by a way that is not known here.
    seen.all = true;
    seen.time = true;
    seen.trust = true;
    seen.findings = true;
    return;
  }
  const member = memberOf(expression);
  if (member?.of.Var === 'context') {
    if (given.has(member.name)) seen.all = true;
    if (member.name === 'time') seen.time = true;
    if (member.name === 'trust') seen.trust = true;
    if (findings.has(member.name)) seen.findings = true;
    return;
  }
  for (const it of Object.values(expression)) visit(it, seen);
}

/** `a` of `context.arguments.a` and of `context.arguments has a.b`. */
function topArgument(expression: Node): readonly string[] | undefined {
  const member = memberOf(expression);
  if (member !== undefined && isGiven(member.of)) return [member.name];
  const { has } = expression;
  if (!isNode(has) || !isNode(has.left) || !isGiven(has.left)) return undefined;
  return Array.isArray(has.attr) ? [has.attr[0] as string] : [has.attr as string];
}

const isGiven = (expression: Node): boolean => {
  const member = memberOf(expression);
  return member?.of.Var === 'context' && given.has(member.name);
};

/** Conditions of a policy. */
export function clausesOf(policy: Node): Node[] {
  const conditions = Array.isArray(policy.conditions) ? policy.conditions : [];
  return conditions.flatMap((it: unknown) => (isNode(it) && isNode(it.body) ? [it.body] : []));
}

/** Tools a policy names. */
export const toolsIn = (policy: Node): string[] => [
  ...new Set([...nodesOf(policy)].flatMap(({ type, id }) => (type === 'Tool' && typeof id === 'string' ? [id] : []))),
];

/** The policy with tools called what they are called now. */
export function renamed(value: unknown, nameNow: (tool: string) => string): unknown {
  if (Array.isArray(value)) return value.map((it) => renamed(it, nameNow));
  if (!isNode(value)) return value;
  if (value.type === 'Tool' && typeof value.id === 'string') return { ...value, id: nameNow(value.id) };
  return Object.fromEntries(Object.entries(value).map(([key, it]) => [key, renamed(it, nameNow)]));
}
