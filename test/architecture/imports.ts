import type { SourceFile } from './source-tree.js';
import { dottedName, isNode, nameOf, type SyntaxNode, syntaxOf, textOf, walk } from './syntax.js';

export type ImportForm =
  | 'named'
  | 'default'
  | 'namespace'
  | 'side-effect'
  | 'export-star'
  | 'dynamic'
  | 'type'
  | 'require'
  | 'resolve';

/** One way in which a file uses another module; imports of types alone count like all others. */
export interface Import {
  readonly specifier: string;
  readonly form: ImportForm;
  /** It is a statement of types alone, which does not exist at run time. */
  readonly isErased?: boolean;
}

const list = (value: unknown): SyntaxNode[] => (Array.isArray(value) ? value.filter(isNode) : []);

const specifierForms: Readonly<Record<string, ImportForm>> = {
  ImportSpecifier: 'named',
  ExportSpecifier: 'named',
  ImportDefaultSpecifier: 'default',
  ImportNamespaceSpecifier: 'namespace',
  ExportNamespaceSpecifier: 'export-star',
};

function declared(node: SyntaxNode): Import[] {
  const specifier = nameOf(node.source);
  if (specifier === null) return [];
  const forms = new Set(list(node.specifiers).map(({ type }) => specifierForms[type] ?? 'named'));
  if (forms.size === 0) return [{ specifier, form: 'side-effect' }];
  return [...forms].map((form) => ({ specifier, form, isErased: node.typeOnly === true }));
}

const finders = new Set(['import.meta', 'require', 'createRequire']);

/** `import.meta.resolve`, `require.resolve` or `createRequire(…).resolve`. */
function findsModules(callee: SyntaxNode): boolean {
  if (callee.type !== 'MemberExpression' || nameOf(callee.property) !== 'resolve' || !isNode(callee.object))
    return false;
  const object = callee.object.type === 'CallExpression' ? callee.object.callee : callee.object;
  return finders.has(dottedName(object) ?? '');
}

/** Calls that load or find a module by its name; a name that is computed cannot be judged and is left out. */
function called(node: SyntaxNode): Import[] {
  const [first] = Array.isArray(node.arguments) ? node.arguments : [];
  const specifier = textOf((first as { expression?: unknown } | undefined)?.expression);
  if (specifier === null || !isNode(node.callee)) return [];
  if (node.callee.type === 'Import') return [{ specifier, form: 'dynamic' }];
  if (dottedName(node.callee) === 'require') return [{ specifier, form: 'require' }];
  return findsModules(node.callee) ? [{ specifier, form: 'resolve' }] : [];
}

function importsAt(node: SyntaxNode): Import[] {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
      return declared(node);
    case 'ExportAllDeclaration':
      return [{ specifier: nameOf(node.source) ?? '', form: 'export-star' }];
    case 'TsImportType':
      return [{ specifier: nameOf(node.argument) ?? '', form: 'type', isErased: true }];
    case 'TsExternalModuleReference':
      return [{ specifier: nameOf(node.expression) ?? '', form: 'require' }];
    case 'CallExpression':
      return called(node);
    default:
      return [];
  }
}

const known = new WeakMap<SourceFile, readonly Import[]>();

/** Every module a file uses, however it does. */
export function importsOf(file: SourceFile): readonly Import[] {
  const before = known.get(file);
  if (before) return before;
  const found: Import[] = [];
  walk(syntaxOf(file), (node) => {
    found.push(...importsAt(node));
    return undefined;
  });
  known.set(file, found);
  return found;
}
