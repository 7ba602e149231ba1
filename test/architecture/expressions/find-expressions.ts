import type { SourceFile, SourceTree } from '../source-tree.js';
import { isNode, nameOf, type SyntaxNode, syntaxOf, textOf, walk } from '../syntax.js';

/** A regular expression in the sources. */
export interface Expression {
  readonly path: string;
  /** Null when it is put together at run time. */
  readonly pattern: string | null;
  readonly flags: string;
}

/** What runs on text from outside: not the command line, the client library, the operator's settings and tests. */
const isExamined = ({ path }: SourceFile): boolean =>
  /^(?:libs|apps\/server)\/.*\.tsx?$/.test(path) &&
  !/\.test\.ts$|\.fixture\.ts$|^libs\/(?:testing|sdk|config|[^/]+\/src\/testing)\//.test(path);

/** Every expression of the sources that are examined. */
export const findExpressions = (tree: SourceTree): Expression[] =>
  tree.filter(isExamined).flatMap((file) => expressionsIn(file));

function expressionsIn(file: SourceFile): Expression[] {
  const found: Expression[] = [];
  walk(syntaxOf(file), (node) => {
    if (node.type === 'RegExpLiteral')
      found.push({ path: file.path, pattern: String(node.pattern), flags: String(node.flags) });
    if (isConstruction(node)) found.push({ path: file.path, ...constructed(node) });
    return undefined;
  });
  return found;
}

const isConstruction = (node: SyntaxNode): boolean =>
  (node.type === 'NewExpression' || node.type === 'CallExpression') && nameOf(node.callee) === 'RegExp';

/** A literal text is an expression like any other. */
function constructed({ arguments: given }: SyntaxNode): Pick<Expression, 'pattern' | 'flags'> {
  const [pattern, flags] = (Array.isArray(given) ? given : []).map((it: unknown) =>
    isNode((it as { expression?: unknown })?.expression) ? textOf((it as { expression: unknown }).expression) : null,
  );
  return { pattern: pattern ?? null, flags: flags ?? '' };
}
