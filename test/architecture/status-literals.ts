import { domain } from './contexts.js';
import type { Finding, Rule } from './finding.js';
import { placeOf } from './place.js';
import type { SourceFile } from './source-tree.js';
import { dottedName, isNode, isTypeOnly, nameOf, type Position, type SyntaxNode, syntaxOf, walk } from './syntax.js';
import { adapters } from './who-imports-whom.js';

/** The one file of the edges that translates the HTTP framework's own refusals into codes of the error table. */
const translation = 'apps/server/src/edges/problem-answer.ts';

/** What a route answers when all went well stands in the route table, not in the error table. */
const successes = new Set(['HttpStatus.OK', 'HttpStatus.CREATED', 'HttpStatus.ACCEPTED', 'HttpStatus.NO_CONTENT']);

/** Names of statuses, and names of quantities: a number called `flushLimit` or passed to `.max()` is no status. */
const statusLike = /status|http|code/i;
const quantity =
  /(?:ms|seconds|minutes|days|years|bytes|chars|length|limit|count|size|rows|max|min|depth|capacity|width|batch|words|tokens|entries|items|records|messages|weight|score|attempts)$|^(?:max|min|at|slice|repeat|padStart|padEnd)(?![a-z])/i;

const lastPart = (value: unknown): string | null => {
  if (isNode(value) && value.type === 'MemberExpression') return nameOf(value.property);
  return dottedName(value);
};

/** The name under which a number stands: of a variable, a property, a parameter, or the function it is passed to. */
function nameAbove({ parent, member }: Position): string | null {
  switch (parent?.type) {
    case 'VariableDeclarator':
      return nameOf(parent.id);
    case 'KeyValueProperty':
    case 'ClassProperty':
    case 'AssignmentPatternProperty':
      return nameOf(parent.key);
    case 'AssignmentPattern':
      return nameOf(parent.left);
    case 'CallExpression':
      return member === 'arguments' ? lastPart(parent.callee) : null;
    case 'BinaryExpression':
      return lastPart(member === 'left' ? parent.right : parent.left);
    default:
      return null;
  }
}

/** Nodes whose parts are still called what the whole is called: `const capBytes = 512 * 1024`. */
const carriers = new Set(['ArrayExpression', 'BinaryExpression', 'ConditionalExpression', 'ParenthesisExpression']);

/** Written in decimals: permissions of files are not. */
const isErrorStatus = ({ type, value, raw }: SyntaxNode): boolean =>
  type === 'NumericLiteral' && /^[45]\d\d$/.test(String(raw ?? value));

type Judge = (name: string | null, position: Position) => boolean;

const readsUpstreams: Judge = (name, { parent }) =>
  name !== null && statusLike.test(name) && parent !== null && !/^(?:Binary|Array)Expression$/.test(parent.type);

/**
 * The server answers with statuses, so a number needs a quantity's name to be none. Core and adapters do not, so it
 * needs a status's name, or none at all, to be one. Transports and models may read what upstreams answer, but not state statuses.
 */
const judges: Readonly<Record<string, Judge>> = {
  'apps/server': (name) => !(name && quantity.test(name)),
  ...Object.fromEntries(
    [...domain, ...adapters].map((adapter): [string, Judge] => [adapter, (name) => !name || statusLike.test(name)]),
  ),
  'libs/transports': readsUpstreams,
  'libs/models': readsUpstreams,
};

function literalsIn(file: SourceFile, isStatus: Judge): string[] {
  const found = new Set<string>();
  const names = new Map<SyntaxNode, string | null>();
  walk(syntaxOf(file), (node, position) => {
    if (isTypeOnly(node)) return false;
    const name = nameAbove(position) ?? (position.parent ? (names.get(position.parent) ?? null) : null);
    if (carriers.has(node.type)) names.set(node, name);
    if (isErrorStatus(node) && isStatus(name, position)) found.add(String(node.value));
    const dotted = node.type === 'MemberExpression' ? (dottedName(node) ?? '') : '';
    if (dotted.startsWith('HttpStatus.') && !successes.has(dotted)) found.add(dotted);
    return undefined;
  });
  return [...found];
}

/** Rule 8: only the error table knows status codes; edges look them up, everything else speaks in codes. */
export const statusLiterals: Rule = (tree) =>
  tree.flatMap((file): Finding[] => {
    const place = placeOf(file);
    const judge = judges[place?.workspace ?? ''];
    if (place?.kind !== 'source' || !judge || file.path === translation) return [];
    return literalsIn(file, judge).map((literal) => ({
      file: file.path,
      found: `the status ${literal} is written out`,
      instead:
        'fail with a code of the error table and let the edge look the status up; a quantity gets a name with its unit',
    }));
  });
