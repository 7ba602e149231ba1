import type { Finding, Rule } from './finding.js';
import type { SourceFile } from './source-tree.js';
import { childrenOf, type SyntaxNode, syntaxOf } from './syntax.js';

const nameOf = (node: unknown): unknown => (node as SyntaxNode | undefined)?.value;

/** Names of the members that a file reads, and of the classes that it declares. */
function namesIn(file: SourceFile): { readonly members: Set<unknown>; readonly classes: string[] } {
  const found = { members: new Set<unknown>(), classes: [] as string[] };
  const visit = (node: SyntaxNode): void => {
    if (node.type === 'MemberExpression') found.members.add(nameOf(node.property));
    if (node.type === 'ClassDeclaration') found.classes.push(String(nameOf(node.identifier)));
    for (const { child } of childrenOf(node)) visit(child);
  };
  visit(syntaxOf(file));
  return found;
}

/** The members by which a class reaches the database in the other style. */
const foreign = { Prisma: 'query', Postgres: 'prisma' } as const;

function misnamed(file: SourceFile, style: keyof typeof foreign, classes: readonly string[]): Finding[] {
  return classes
    .filter((name) => /^(?:Prisma|Postgres)/.test(name) && !name.startsWith(style))
    .map((name) => ({
      file: file.path,
      found: `the class ${name} is in a file of ${style} stores`,
      instead: `name both after the one client that the store uses`,
    }));
}

/** A store uses one client of the database, and its name tells which: `Prisma…` the Prisma client, `Postgres…` SQL on the pool. */
export const storeAccess: Rule = (tree) =>
  tree.flatMap((file): Finding[] => {
    const prefix = /^libs\/persistence\/src\/(?!generated\/).*\/(prisma|postgres)-[^/]+(?<!\.test)\.ts$/.exec(
      file.path,
    );
    if (prefix === null) return [];
    const style = prefix[1] === 'prisma' ? 'Prisma' : 'Postgres';
    const { members, classes } = namesIn(file);
    const used = members.has(foreign[style]) ? [foreign[style]] : [];
    return [
      ...used.map((member) => ({
        file: file.path,
        found: `a ${style} store uses ${member}`,
        instead: 'write the statement with the client that the name of the store tells, or rename the store',
      })),
      ...misnamed(file, style, classes),
    ];
  });
