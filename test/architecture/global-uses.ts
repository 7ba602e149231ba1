import type { SourceFile } from './source-tree.js';
import { dottedName, isNode, isTypeOnly, nameOf, type Position, type SyntaxNode, syntaxOf, walk } from './syntax.js';

/** Names that reach a clock, randomness, the process, the network or a log without any import. */
const impure = new Set([
  'console',
  'crypto',
  'EventSource',
  'fetch',
  'globalThis',
  'performance',
  'process',
  'setImmediate',
  'setInterval',
  'setTimeout',
  'Temporal',
  'WebSocket',
  'XMLHttpRequest',
]);

/** Members through which an otherwise pure global becomes impure; other uses as `Name.member` are fine. */
const impureMembers: Readonly<Record<string, ReadonlySet<string>>> = {
  Date: new Set(['now']),
  Math: new Set(['random']),
  AbortSignal: new Set(['timeout']),
};

function boundBy(pattern: unknown): string[] {
  if (!isNode(pattern)) return [];
  const parts = (value: unknown) => (Array.isArray(value) ? value.flatMap(boundBy) : []);
  switch (pattern.type) {
    case 'Identifier':
      return [String(pattern.value)];
    case 'ObjectPattern':
      return parts(pattern.properties);
    case 'ArrayPattern':
      return parts(pattern.elements);
    case 'AssignmentPatternProperty':
      return boundBy(pattern.key);
    case 'KeyValuePatternProperty':
      return boundBy(pattern.value);
    case 'AssignmentPattern':
      return boundBy(pattern.left);
    case 'RestElement':
      return boundBy(pattern.argument);
    default:
      return [];
  }
}

function namesDeclaredBy(node: SyntaxNode): string[] {
  switch (node.type) {
    case 'VariableDeclarator':
      return boundBy(node.id);
    case 'Parameter':
      return boundBy(node.pat);
    case 'CatchClause':
      return boundBy(node.param);
    case 'ArrowFunctionExpression':
      return Array.isArray(node.params) ? node.params.flatMap(boundBy) : [];
    case 'FunctionDeclaration':
    case 'ClassDeclaration':
      return boundBy(node.identifier);
    case 'ImportSpecifier':
    case 'ImportDefaultSpecifier':
    case 'ImportNamespaceSpecifier':
      return boundBy(node.local);
    default:
      return [];
  }
}

/** Names that the file declares anywhere; a parameter called `process` is not the global. */
function namesDeclaredIn(module: SyntaxNode): ReadonlySet<string> {
  const names = new Set<string>();
  walk(module, (node) => {
    for (const name of namesDeclaredBy(node)) names.add(name);
    return undefined;
  });
  return names;
}

const isMemberName = ({ parent, member }: Position): boolean =>
  (parent?.type === 'MemberExpression' && member === 'property') ||
  (member === 'key' && parent?.type !== 'AssignmentPatternProperty');

/** `new Date(ms)` and `x instanceof Date` compute; `new Date()` and `Date()` read the clock. */
const isPureUse = (name: string, { parent, member }: Position): boolean => {
  if (parent?.type === 'MemberExpression' && member === 'object')
    return !impureMembers[name]?.has(nameOf(parent.property) ?? '');
  if (name === 'AbortSignal') return true;
  if (parent?.type === 'BinaryExpression') return parent.operator === 'instanceof';
  return parent?.type === 'NewExpression' && Array.isArray(parent.arguments) && parent.arguments.length > 0;
};

function describe(name: string, { parent }: Position): string {
  if (parent?.type === 'MemberExpression') return dottedName(parent) ?? name;
  return parent?.type === 'NewExpression' ? `new ${name}()` : name;
}

/** The impure globals that a file's code uses, each as it is written. */
export function globalUses(file: SourceFile): string[] {
  const module = syntaxOf(file);
  const declared = namesDeclaredIn(module);
  const found = new Set<string>();
  walk(module, (node, position) => {
    if (node.type === 'ImportDeclaration' || isTypeOnly(node)) return false;
    const name = node.type === 'Identifier' ? String(node.value) : '';
    if (name === '' || declared.has(name) || isMemberName(position)) return undefined;
    const guarded = Object.hasOwn(impureMembers, name) && !isPureUse(name, position);
    if (impure.has(name) || guarded) found.add(describe(name, position));
    return undefined;
  });
  return [...found];
}
