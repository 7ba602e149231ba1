import type { Finding, Rule } from './finding.js';
import { placeOf } from './place.js';
import type { SourceFile } from './source-tree.js';
import { isNode, nameOf, type SyntaxNode, syntaxOf, walk } from './syntax.js';

const maxFunctionLines = 60;
const maxFileLines = 400;

/** Files over the limit that are nothing but a list, with what they list. */
const lists: Readonly<Record<string, string>> = {
  'libs/contracts/src/index.ts': 'exported names',
};

/** Functions that a browser runs in a page: they are sent as one text, so what they use is inside them. */
const inPage = { folder: 'libs/toolkits/browser/src/page/', lines: 120 } as const;
const allowedLines = (path: string): number => (path.startsWith(inPage.folder) ? inPage.lines : maxFunctionLines);

const functions = new Set([
  'ArrowFunctionExpression',
  'ClassMethod',
  'Constructor',
  'FunctionDeclaration',
  'FunctionExpression',
  'MethodProperty',
  'PrivateMethod',
]);

interface Span {
  readonly start: number;
  readonly end: number;
}

const spanOf = (node: SyntaxNode): Span => node.span as Span;

const linesOf = ({ source }: SourceFile): number => source.trimEnd().split('\n').length;

/** Lines of each function. The parser counts bytes on from file to file: a mark at the end shows where this one begins. */
export function functionLines(file: SourceFile): { readonly name: string; readonly lines: number }[] {
  if (linesOf(file) < 3) return [];
  const source = `${file.source}\n;`;
  const bytes = Buffer.from(source);
  const syntax = syntaxOf({ ...file, source });
  const base = spanOf(syntax).end - bytes.length;
  const found: { name: string; lines: number }[] = [];
  walk(syntax, (node, { parent }) => {
    if (!functions.has(node.type) || !('body' in node || 'function' in node)) return undefined;
    const { start, end } = spanOf(node);
    const lines = bytes
      .subarray(start - base, end - base)
      .toString()
      .split('\n').length;
    found.push({ name: functionName(node, parent), lines });
    return undefined;
  });
  return found;
}

function functionName(node: SyntaxNode, parent: SyntaxNode | null): string {
  const own = nameOf(node.identifier) ?? nameOf(node.key);
  const outer = isNode(parent) ? (nameOf(parent.id) ?? nameOf(parent.key)) : null;
  return own ?? outer ?? 'a function';
}

/** Rule 9: no function is over 60 lines, and no file over 400, except lists. */
export const sizes: Rule = (tree) =>
  tree
    .filter((file) => placeOf(file)?.kind === 'source' || placeOf(file)?.kind === 'script')
    .flatMap((file): Finding[] => [
      ...(linesOf(file) > maxFunctionLines ? functionLines(file) : [])
        .filter(({ lines }) => lines > allowedLines(file.path))
        .map(({ name, lines }) => ({
          file: file.path,
          found: `${name} has ${lines} lines, and ${allowedLines(file.path)} are allowed`,
          instead: 'split it by idea',
        })),
      ...(linesOf(file) > maxFileLines && !Object.hasOwn(lists, file.path)
        ? [
            {
              file: file.path,
              found: `the file has ${linesOf(file)} lines, and ${maxFileLines} are allowed`,
              instead: 'split it by idea, or name it in test/architecture/sizes.ts when it is a list',
            },
          ]
        : []),
    ]);
