/** A part of a policy's condition, as Cedar's JSON has it: an operator and its operands. */
export type Node = Readonly<Record<string, unknown>>;

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `of.name`, of an expression that reads a member. */
export function memberOf(expression: Node): { readonly of: Node; readonly name: string } | undefined {
  const access = expression['.'];
  if (!isNode(access) || !isNode(access.left) || typeof access.attr !== 'string') return undefined;
  return { of: access.left, name: access.attr };
}

/** Every object in a policy, its own parts included. */
export function* nodesOf(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const it of value) yield* nodesOf(it);
  if (!isNode(value)) return;
  yield value;
  for (const it of Object.values(value)) yield* nodesOf(it);
}
