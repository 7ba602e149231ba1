import type { Finding, Rule } from './finding.js';
import type { SourceFile } from './source-tree.js';
import { isNode, nameOf, type SyntaxNode, syntaxOf, walk } from './syntax.js';

const server = 'apps/server/src/';
const root = `${server}app.module.ts`;

const isServerSource = ({ path }: SourceFile): boolean =>
  path.startsWith(server) && path.endsWith('.ts') && !path.endsWith('.test.ts');

const itemsOf = (value: unknown): SyntaxNode[] => (Array.isArray(value) ? value.filter(isNode) : []);

/** The decorators of a class, by name, with their arguments. */
const decoratorsOf = (node: SyntaxNode): { readonly name: string | null; readonly given: SyntaxNode[] }[] =>
  itemsOf(node.decorators).map(({ expression }) => {
    if (!isNode(expression)) return { name: null, given: [] };
    const given = Array.isArray(expression.arguments) ? expression.arguments.map((it) => it.expression) : [];
    return { name: nameOf(expression.callee) ?? nameOf(expression), given: given.filter(isNode) };
  });

/** Whether a class does nothing but list modules: `@Module({ imports: [A, B] }) class X {}`. */
function isListOfModules(declared: SyntaxNode): boolean {
  const [module, ...others] = decoratorsOf(declared);
  if (module?.name !== 'Module' || others.length > 0 || itemsOf(declared.body).length > 0) return false;
  const [imports, ...rest] = itemsOf(module.given[0]?.properties);
  if (imports === undefined || rest.length > 0 || nameOf(imports.key) !== 'imports') return false;
  const elements = isNode(imports.value) ? imports.value.elements : undefined;
  return Array.isArray(elements) && elements.every((it) => it?.spread === null && nameOf(it.expression) !== null);
}

/** The application's module lists the others, and does nothing else. */
export const rootListsModules: Rule = (tree) =>
  tree
    .filter(({ path }) => path === root)
    .flatMap((file): Finding[] => {
      const statements = itemsOf(syntaxOf(file).body).filter(({ type }) => type !== 'ImportDeclaration');
      const [only, ...rest] = statements;
      const declared = only?.type === 'ExportDeclaration' && isNode(only.declaration) ? only.declaration : undefined;
      if (declared !== undefined && rest.length === 0 && isListOfModules(declared)) return [];
      return [
        {
          file: file.path,
          found: 'the application module is more than a list of modules',
          instead: 'declare providers and controllers in the module of their feature or adapter',
        },
      ];
    });

/** State that is read through its parts; everything else that has use cases below it is a holder of them. */
const readModels = new Set(['catalogue', 'directory']);

/** The field of `this.field` or of a chain below it, and how many members follow the field. */
function chainOf(node: unknown, below = 0): { readonly field: string; readonly below: number } | undefined {
  if (!isNode(node) || node.type !== 'MemberExpression' || !isNode(node.object)) return undefined;
  if (node.object.type !== 'ThisExpression') return chainOf(node.object, below + 1);
  const field = nameOf(node.property);
  return field === null ? undefined : { field, below };
}

const takesFrom = (field: string): string => `use cases are taken out of this.${field}`;

function holdersIn(file: SourceFile): string[] {
  const found: string[] = [];
  walk(syntaxOf(file), (node) => {
    if (node.type === 'CallExpression') {
      const chain = chainOf(node.callee);
      if (chain !== undefined && chain.below > 1 && !readModels.has(chain.field)) found.push(takesFrom(chain.field));
    }
    if (node.type === 'VariableDeclarator' && isNode(node.id) && node.id.type === 'ObjectPattern') {
      const chain = chainOf(node.init);
      if (chain !== undefined && !readModels.has(chain.field)) found.push(takesFrom(chain.field));
    }
    return undefined;
  });
  return found;
}

function unnamedIn(file: SourceFile): string[] {
  const found: string[] = [];
  walk(syntaxOf(file), (node) => {
    if (node.type !== 'Constructor') return undefined;
    for (const parameter of itemsOf(node.params)) {
      const isInjected = decoratorsOf(parameter).some(({ name }) => name === 'Inject');
      if (!isInjected) found.push('a parameter of the constructor does not name what is injected');
    }
    return undefined;
  });
  return found;
}

/** A controller injects the use cases it calls, one by one. */
export const controllersNameUseCases: Rule = (tree) =>
  tree
    .filter((file) => isServerSource(file) && file.path.endsWith('.controller.ts'))
    .flatMap((file) =>
      [...new Set([...holdersIn(file), ...unnamedIn(file)])].map((found) => ({
        file: file.path,
        found,
        instead: 'inject each use case that the controller calls with @Inject',
      })),
    );
