import { parseSync } from '@swc/core';
import type { SourceFile } from './source-tree.js';

/** A node of the syntax tree, as far as the rules need to know. */
export interface SyntaxNode {
  readonly type: string;
  readonly [member: string]: unknown;
}

/** How a node hangs in the tree: below which node, under which member. */
export interface Position {
  readonly parent: SyntaxNode | null;
  readonly member: string;
}

export const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';

const parsed = new WeakMap<SourceFile, SyntaxNode>();

/** The syntax tree of a file; each file is parsed once. */
export function syntaxOf(file: SourceFile): SyntaxNode {
  const known = parsed.get(file);
  if (known) return known;
  const tsx = file.path.endsWith('.tsx');
  const module: unknown = parseSync(file.source, { syntax: 'typescript', tsx, decorators: true, target: 'es2024' });
  if (!isNode(module)) throw new Error(`The parser gave no syntax tree for ${file.path}.`);
  parsed.set(file, module);
  return module;
}

/** A node, and the member of its parent under which it hangs. */
interface Child {
  readonly child: SyntaxNode;
  readonly member: string;
}

/** Children of a node; entries of lists and of plain wrappers count as children. Plain loops: a run visits millions of nodes. */
export function childrenOf(node: SyntaxNode): Child[] {
  const found: Child[] = [];
  for (const member in node) if (member !== 'span') collect(node[member], member, found);
  return found;
}

function collect(value: unknown, member: string, found: Child[]): void {
  if (typeof value !== 'object' || value === null) return;
  if (isNode(value)) found.push({ child: value, member });
  else if (Array.isArray(value)) for (const one of value) collect(one, member, found);
  else for (const name in value) collect((value as Record<string, unknown>)[name], member, found);
}

/** Visits every node below and including `node`, parents first; a visitor that answers false is not taken deeper. */
export function walk(
  node: SyntaxNode,
  visit: (node: SyntaxNode, position: Position) => boolean | undefined,
  position: Position = { parent: null, member: '' },
): void {
  if (visit(node, position) === false) return;
  for (const { child, member } of childrenOf(node)) walk(child, visit, { parent: node, member });
}

/** The name of an identifier, the text of a string, the name of a private member; otherwise null. */
export function nameOf(value: unknown): string | null {
  if (!isNode(value)) return null;
  if (value.type === 'Identifier' || value.type === 'StringLiteral') return String(value.value);
  return null;
}

/** `a.b.c` of a chain of plain member accesses; null for anything else. */
export function dottedName(value: unknown): string | null {
  if (!isNode(value)) return null;
  if (value.type === 'Identifier') return String(value.value);
  if (value.type === 'MetaProperty') return value.kind === 'import.meta' ? 'import.meta' : 'new.target';
  if (value.type !== 'MemberExpression') return null;
  const [object, property] = [dottedName(value.object), nameOf(value.property)];
  return object && property ? `${object}.${property}` : null;
}

/** The text of a string literal; null for anything else. */
export const textOf = (value: unknown): string | null =>
  isNode(value) && value.type === 'StringLiteral' ? String(value.value) : null;

/** Wrappers of TypeScript that contain an expression; everything else that begins with Ts is type only. */
const typedExpressions = new Set([
  'TsAsExpression',
  'TsConstAssertion',
  'TsInstantiation',
  'TsNonNullExpression',
  'TsSatisfiesExpression',
  'TsTypeAssertion',
]);

/** Whether a node is erased when the file is compiled. */
export const isTypeOnly = ({ type }: SyntaxNode): boolean => type.startsWith('Ts') && !typedExpressions.has(type);
