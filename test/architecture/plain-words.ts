import { type BannedWord, bannedBounds, bannedNameWords, bannedPhrases, wireNames } from './banned-words.js';
import type { Finding } from './finding.js';
import type { SourceFile, SourceTree } from './source-tree.js';
import { isNode, nameOf, type Position, type SyntaxNode, syntaxOf, walk } from './syntax.js';

/** Files that quote other people's texts, or that list words as data. */
const quotes = [
  'libs/registry/src/taxonomy/seed/',
  'libs/trust/src/abuse/',
  'test/architecture/banned-words.ts',
  'test/architecture/plain-words.test.ts',
];

const isQuote = ({ path }: SourceFile): boolean =>
  path.includes('.fixture.') || quotes.some((start) => path.startsWith(start));

const isLetter = (sign: string): boolean => sign.toLowerCase() !== sign.toUpperCase();

/** The words of a text in lower case, separated and enclosed by spaces. Inline code is skipped. */
export function wordsOf(text: string): string {
  const prose = text
    .split('`')
    .filter((_, index) => index % 2 === 0)
    .join(' ');
  const spaced = [...prose].map((sign) => (isLetter(sign) ? sign.toLowerCase() : ' ')).join('');
  return ` ${spaced.split(' ').filter(Boolean).join(' ')} `;
}

/** The words of a name in camel case, kebab case or with underscores. */
export function wordsOfName(name: string): string {
  const spaced = [...name].map((sign) => (isLetter(sign) && sign === sign.toUpperCase() ? ` ${sign}` : sign)).join('');
  return wordsOf(spaced);
}

/** The text of a line's comment; undefined when the line has none. Recognises a comment after code by its spaces. */
function commentIn(line: string): string | undefined {
  const text = line.trim();
  if (['//', '/*', '*', '{/*'].some((start) => text.startsWith(start))) return text;
  const at = line.indexOf(' // ');
  if (at < 0) return undefined;
  const isInText = ["'", '"', '`'].some((quote) => line.slice(0, at).split(quote).length % 2 === 0);
  return isInText ? undefined : line.slice(at);
}

/** Comments of a source file; lines that follow one another are one text. */
function commentsOf(source: string): string[] {
  const texts: string[] = [''];
  for (const line of source.split('\n')) {
    const comment = commentIn(line);
    if (comment === undefined) texts.push('');
    else texts.push(`${texts.pop()} ${comment}`);
  }
  return texts.filter(Boolean);
}

const testFunctions = new Set(['describe', 'it', 'test']);

/** `it` of `it('…')`, `it.each([…])('…')` and `it.skip('…')`. */
function rootOf(callee: unknown): string | null {
  if (!isNode(callee)) return null;
  if (callee.type === 'Identifier') return String(callee.value);
  if (callee.type === 'CallExpression') return rootOf(callee.callee);
  return callee.type === 'MemberExpression' ? rootOf(callee.object) : null;
}

function textsIn(node: unknown): string[] {
  if (!isNode(node)) return [];
  if (node.type === 'StringLiteral') return [String(node.value)];
  if (node.type === 'TemplateLiteral') return (node.quasis as { raw: string }[]).map(({ raw }) => raw);
  return [];
}

const testNamesOf = (node: SyntaxNode): string[] =>
  node.type === 'CallExpression' && testFunctions.has(rootOf(node.callee) ?? '')
    ? textsIn((node.arguments as readonly { expression: unknown }[])[0]?.expression)
    : [];

/** Where an identifier declares a name. Members of object literals are left out: they may be names of the API. */
const declarations: Readonly<Record<string, string>> = {
  ArrayPattern: 'elements',
  ArrowFunctionExpression: 'params',
  AssignmentPattern: 'left',
  ClassDeclaration: 'identifier',
  ClassMethod: 'key',
  ClassProperty: 'key',
  FunctionDeclaration: 'identifier',
  KeyValuePatternProperty: 'value',
  Parameter: 'pat',
  TsInterfaceDeclaration: 'id',
  TsMethodSignature: 'key',
  TsPropertySignature: 'key',
  TsTypeAliasDeclaration: 'id',
  VariableDeclarator: 'id',
};

const isDeclared = ({ type }: SyntaxNode, { parent, member }: Position): boolean =>
  (type === 'PrivateName' && (parent?.type === 'PrivateProperty' || parent?.type === 'PrivateMethod')) ||
  (type === 'Identifier' && parent !== null && declarations[parent.type] === member);

interface Texts {
  readonly prose: string[];
  readonly names: Set<string>;
}

/** The `name` of a case in a contract suite is the name of a test. */
const contractNamesOf = (file: SourceFile, node: SyntaxNode): string[] =>
  file.path.endsWith('.contract.ts') && node.type === 'KeyValueProperty' && nameOf(node.key) === 'name'
    ? textsIn(node.value)
    : [];

/** Comments, test names and identifiers of a source file. */
function textsOf(file: SourceFile): Texts {
  const prose = commentsOf(file.source);
  const names = new Set<string>();
  walk(syntaxOf(file), (node, position) => {
    prose.push(...testNamesOf(node), ...contractNamesOf(file, node));
    if (isDeclared(node, position)) names.add(String(node.value));
    return undefined;
  });
  return { prose, names };
}

const finding = (file: SourceFile, what: string, [phrase, instead]: BannedWord): Finding => ({
  file: file.path,
  found: `${what} says "${phrase}"`,
  instead: `write ${instead}`,
});

function inProse(file: SourceFile, texts: readonly string[], what: string): Finding[] {
  return texts.flatMap((text) => {
    const words = wordsOf(text);
    const said = bannedPhrases.filter(([phrase]) => words.includes(` ${phrase} `));
    const quoted = text.trim().slice(0, 80);
    return said.map((banned) => finding(file, `${what} "${quoted}"`, banned));
  });
}

function inName(file: SourceFile, name: string): Finding[] {
  if (wireNames.has(name)) return [];
  const words = wordsOfName(name);
  const said = bannedNameWords.filter(([phrase]) => words.includes(` ${phrase} `));
  const bounds = bannedBounds.filter(([first]) => words.startsWith(` ${first} `));
  return [...said, ...bounds].map((banned) => finding(file, `the name ${name}`, banned));
}

/** Comments, test names, identifiers and file names use current English. */
export function plainWords(tree: SourceTree): Finding[] {
  return tree
    .filter((file) => !isQuote(file) && !file.path.endsWith('.json'))
    .flatMap((file) => {
      const { prose, names } = textsOf(file);
      const fileName = (file.path.split('/').at(-1) as string).split('.')[0] as string;
      return [...inProse(file, prose, 'the text'), ...[fileName, ...names].flatMap((name) => inName(file, name))];
    });
}

/** Documents use current English; code blocks are skipped. */
export function plainDocuments(pages: readonly SourceFile[]): Finding[] {
  return pages.flatMap((page) => {
    const blocks = page.source.split('```').filter((_, index) => index % 2 === 0);
    return inProse(
      page,
      blocks.flatMap((block) => block.split('\n')),
      'the line',
    );
  });
}
