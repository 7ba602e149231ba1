import { type HostFunction, hostFunctions } from '@assay/contracts';
import { isTree, type Tree, walk } from './syntax-tree.js';

/** A place in the code where a function of the host is used. */
export interface HostUse {
  readonly name: HostFunction;
  /** Offset in the code. */
  readonly at: number;
}

export interface HostUses {
  readonly uses: readonly HostUse[];
  /** Uses of the host from which the functions cannot be read; nothing is granted for them. */
  readonly unclear: readonly { readonly at: number; readonly message: string }[];
}

/** The same with lines of the code instead of offsets. */
export interface LinedUses {
  readonly uses: readonly { readonly name: HostFunction; readonly line: number }[];
  readonly unclear: readonly { readonly line: number; readonly message: string }[];
}

const functionTypes = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);
const groups = [...new Set(hostFunctions.map((name) => name.split('.')[0] as string))];
const inGroup = (group: string): HostFunction[] => hostFunctions.filter((name) => name.startsWith(`${group}.`));

/**
 * Which functions of the host a module uses, by its syntax tree. The host is the second parameter of the default export:
 * it is used by the names of its functions (`host.files.read(path)`) or taken apart (`{ files: { read } }`). Where it is
 * passed on, or a member is computed, the use is unclear.
 */
export function hostUsesOf(module: Tree): HostUses {
  const reading = new Reading();
  const main = defaultFunction(module);
  if (main === undefined) return reading;
  const parameter = parameterOf(main);
  if (parameter?.type === 'ObjectPattern') reading.takenApart(parameter);
  if (main.type !== 'ArrowFunctionExpression')
    walk(main, (node, above) => {
      const isOwn = !above.slice(1).some(({ type }) => type === 'FunctionExpression' || type === 'FunctionDeclaration');
      if (node.type === 'Identifier' && node.name === 'arguments' && isOwn && !isName(node, above))
        reading.notClear(node, '"arguments" also holds the host: name the parameters.');
    });
  if (parameter?.type !== 'Identifier') return reading;
  walk(main, (node, above) => {
    const isHost = node.type === 'Identifier' && node.name === parameter.name && node !== parameter;
    if (isHost && !isName(node, above)) reading.mention(node, above);
  });
  return reading;
}

class Reading implements HostUses {
  readonly uses: HostUse[] = [];
  readonly unclear: { at: number; message: string }[] = [];

  mention(host: Tree, above: readonly Tree[]): void {
    const [member, outer] = [above.at(-1), above.at(-2)];
    if (member?.type === 'VariableDeclarator' && member.init === host && isTree(member.id))
      if (member.id.type === 'ObjectPattern') {
        this.takenApart(member.id);
        return;
      }
    const group = memberName(member, host);
    if (group === undefined) this.notClear(host, 'The host is passed on: use its functions by their names.');
    else if (!groups.includes(group)) this.unknown(host, group);
    else {
      const name = outer === undefined ? undefined : memberName(withoutChain(above.slice(0, -1), member), member);
      if (name === undefined) this.#all(group, host);
      else this.#one(`${group}.${name}`, host);
    }
  }

  takenApart(pattern: Tree): void {
    for (const property of pattern.properties as Tree[]) {
      const group = keyOf(property);
      if (group === undefined) this.notClear(property, 'The host is taken apart by computed names, or with a rest.');
      else if (!groups.includes(group)) this.unknown(property, group);
      else if (isTree(property.value) && property.value.type === 'ObjectPattern')
        for (const inner of property.value.properties as Tree[]) {
          const name = keyOf(inner);
          if (name === undefined) this.#all(group, inner);
          else this.#one(`${group}.${name}`, inner);
        }
      else this.#all(group, property);
    }
  }

  notClear(node: Tree, message: string): void {
    this.unclear.push({ at: node.start, message });
  }

  unknown(node: Tree, name: string): void {
    this.notClear(node, `The host has no "${name}". It has: ${hostFunctions.join(', ')}.`);
  }

  #one(name: string, node: Tree): void {
    const known = hostFunctions.find((it) => it === name);
    if (known === undefined) this.unknown(node, name);
    else this.uses.push({ name: known, at: node.start });
  }

  #all(group: string, node: Tree): void {
    for (const name of inGroup(group)) this.uses.push({ name, at: node.start });
  }
}

/** The function that a module exports by default, where it is written in the module itself. */
function defaultFunction(module: Tree): Tree | undefined {
  const body = module.body as Tree[];
  const exported = body.find(({ type }) => type === 'ExportDefaultDeclaration')?.declaration;
  if (!isTree(exported)) return undefined;
  if (functionTypes.has(exported.type)) return exported;
  if (exported.type !== 'Identifier') return undefined;
  const inner = body.map((it) => (isTree(it.declaration) ? it.declaration : it));
  for (const node of inner) {
    if (node.type === 'FunctionDeclaration' && isTree(node.id) && node.id.name === exported.name) return node;
    for (const { id, init } of node.type === 'VariableDeclaration' ? (node.declarations as Tree[]) : [])
      if (isTree(id) && id.name === exported.name && isTree(init) && functionTypes.has(init.type)) return init;
  }
  return undefined;
}

function parameterOf(main: Tree): Tree | undefined {
  const [, second] = main.params as Tree[];
  const parameter = second?.type === 'AssignmentPattern' ? second.left : second;
  return isTree(parameter) ? parameter : undefined;
}

/** The literal name by which `parent` reads a member of `object`. */
function memberName(parent: Tree | undefined, object: Tree | undefined): string | undefined {
  if (parent?.type !== 'MemberExpression' || parent.object !== object || !isTree(parent.property)) return undefined;
  const { property, computed } = parent;
  if (computed !== true) return String(property.name);
  return property.type === 'Literal' ? String(property.value) : undefined;
}

/** The nearest node around a member that is more than the brackets of an optional chain. */
function withoutChain(above: readonly Tree[], member: Tree | undefined): Tree | undefined {
  const nearest = above.at(-1);
  return nearest?.type === 'ChainExpression' && nearest.expression === member ? above.at(-2) : nearest;
}

/** Whether an identifier is the name of a member or of a property, and no variable. */
function isName(node: Tree, above: readonly Tree[]): boolean {
  const parent = above.at(-1);
  if (parent?.type === 'MemberExpression') return parent.property === node && parent.computed !== true;
  return parent?.type === 'Property' && parent.key === node && parent.computed !== true && parent.shorthand !== true;
}

function keyOf(property: Tree): string | undefined {
  if (property.type !== 'Property' || property.computed === true || !isTree(property.key)) return undefined;
  return String(property.key.name ?? property.key.value);
}
