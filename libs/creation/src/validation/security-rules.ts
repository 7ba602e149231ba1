import type { MadeToolFinding } from '@assay/contracts';
import { isTree, lineAt, type Tree, treeOf, walk } from '../host/syntax-tree.js';
import { textFindings } from './text-findings.js';

/** Names that code of a tool has no business with; using one says that it expects another surrounding. */
const refusedNames = new Map([
  ['eval', 'makes code from text'],
  ['Function', 'makes code from text'],
  ['process', 'reaches the process'],
  ['require', 'loads modules that are not declared'],
  ['globalThis', 'reaches everything'],
  ['global', 'reaches everything'],
  ['child_process', 'starts programs'],
  ['WebAssembly', 'runs code that nobody can read'],
  ['fetch', 'reaches the network'],
]);

const refusedMembers = new Map([
  ['constructor', 'reaches function constructors'],
  ['__proto__', 'changes prototypes'],
  ['prototype', 'changes prototypes'],
  ['__defineGetter__', 'changes prototypes'],
  ['setPrototypeOf', 'changes prototypes'],
]);

type Found = Omit<MadeToolFinding, 'line'>;

const critical = (rule: string, message: string): Found => ({ rule, severity: 'critical', message });
const warning = (rule: string, message: string): Found => ({ rule, severity: 'warning', message });

/**
 * Findings in the code of a tool, without types, on its syntax tree. A critical one rejects the tool. The sandbox keeps
 * code in whatever it does: these rules keep tools out that only make sense elsewhere, or that people misread.
 */
export function securityFindings(code: string, dependencies: readonly string[]): readonly MadeToolFinding[] {
  const findings: MadeToolFinding[] = textFindings(code);
  const tree = treeOf(code);
  if (typeof tree === 'string') return [...findings, critical('syntax', tree)];
  walk(tree, (node, above) => {
    const line = lineAt(code, node.start);
    for (const finding of findingsAt(node, above.at(-1) ?? null, dependencies)) findings.push({ ...finding, line });
  });
  const hasDefault = (tree.body as Tree[]).some(({ type }) => type === 'ExportDefaultDeclaration');
  if (!hasDefault)
    findings.push(critical('default-export', 'It has no default export: export default function (input) { … }.'));
  return findings;
}

type Rule = (node: Tree, parent: Tree | null, dependencies: readonly string[]) => Found[];

const imported: Rule = ({ source }, _parent, dependencies) => {
  const name = isTree(source) ? String(source.value) : undefined;
  if (name === undefined || dependencies.includes(name)) return [];
  return [critical('undeclared-import', `It imports "${name}", which is not among its dependencies.`)];
};

const rules: Readonly<Record<string, Rule>> = {
  Identifier: (node, parent) => {
    const name = String(node.name);
    if (/[^\x20-\x7e]/.test(name))
      return [critical('unicode-name', `The name ${JSON.stringify(name)} is not ASCII: look-alikes mislead readers.`)];
    const isMember = parent?.type === 'MemberExpression' && parent.property === node && parent.computed !== true;
    const isKey =
      parent?.type === 'Property' && parent.key === node && parent.computed !== true && parent.shorthand !== true;
    const why = isMember || isKey ? refusedMembers.get(name) : refusedNames.get(name);
    return why === undefined ? [] : [critical('refused-name', `"${name}" ${why}.`)];
  },
  Literal: (node, parent) => {
    const isKey = parent?.type === 'MemberExpression' && parent.property === node;
    const why = isKey ? refusedMembers.get(String(node.value)) : undefined;
    return why === undefined ? [] : [critical('refused-name', `"${String(node.value)}" ${why}.`)];
  },
  ImportExpression: () => [critical('dynamic-import', 'It imports a module while it runs.')],
  ImportDeclaration: imported,
  ExportNamedDeclaration: imported,
  ExportAllDeclaration: imported,
  DebuggerStatement: () => [warning('debugger', 'It has a debugger statement.')],
  VariableDeclaration: ({ kind }) => (kind === 'var' ? [warning('no-var', 'It declares with var.')] : []),
  BinaryExpression: ({ operator }) =>
    operator === '==' || operator === '!=' ? [warning('eqeqeq', `It compares with ${operator}.`)] : [],
  CatchClause: ({ body }) =>
    isTree(body) && (body.body as unknown[]).length === 0 ? [warning('empty-catch', 'It ignores an error.')] : [],
};

const findingsAt: Rule = (node, parent, dependencies) => rules[node.type]?.(node, parent, dependencies) ?? [];
