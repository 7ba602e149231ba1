/** A node of Playwright's accessibility tree, as JSON. */
export interface TreeNode {
  readonly role: string;
  readonly name?: string;
  readonly ref?: string;
  readonly text?: string;
  readonly value?: string;
  readonly url?: string;
  readonly cursor?: string;
  readonly level?: number;
  readonly checked?: boolean | 'mixed';
  readonly disabled?: boolean;
  readonly expanded?: boolean;
  readonly pressed?: boolean | 'mixed';
  readonly selected?: boolean;
  readonly active?: boolean;
  readonly box?: Box;
  readonly children?: readonly (TreeNode | string)[];
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** One line of an observation. */
export interface Line {
  readonly depth: number;
  /** What an action can address; null of what cannot be acted on. */
  readonly mark: string | null;
  readonly text: string;
  readonly box: Box | null;
  /** Whether it is in a frame of the page: its box is relative to that. */
  readonly framed: boolean;
}

const actionable = new Set([
  ...['button', 'link', 'textbox', 'searchbox', 'combobox', 'listbox', 'checkbox', 'radio', 'switch', 'slider'],
  ...['spinbutton', 'menuitem', 'menuitemcheckbox', 'menuitemradio', 'tab', 'treeitem', 'iframe'],
]);

/** Containers that say nothing by themselves. */
const silent = new Set(['generic', 'none', 'presentation', 'paragraph', 'listitem', 'rowgroup', 'fragment', 'group']);

const maxText = 300;
const maxOptions = 12;

/** Marks stay the same while an element does: `e12`, and `f1e2` in the first frame. */
const isAddressed = ({ role, cursor, ref }: TreeNode): boolean =>
  ref !== undefined && (actionable.has(role) || cursor === 'pointer');

const shorten = (text: string): string => {
  const plain = text.replace(/\s+/g, ' ').trim();
  return plain.length <= maxText ? plain : `${plain.slice(0, maxText)}…`;
};

function statesOf(node: TreeNode): string {
  const states: string[] = [];
  for (const name of ['checked', 'disabled', 'expanded', 'pressed', 'selected'] as const)
    if (node[name] !== undefined) states.push(node[name] === true ? name : `${name}=${node[name]}`);
  return states.map((it) => ` ${it}`).join('');
}

/** What a link leads to, without the part that all addresses of the page share. */
const linkOf = ({ role, url }: TreeNode): string =>
  role !== 'link' || url === undefined || url.startsWith('javascript:') ? '' : ` → ${url.slice(0, 80)}`;

function textOf(node: TreeNode, own: string): string {
  const name = node.name ? ` "${shorten(node.name)}"` : '';
  const held = node.value ?? own;
  const isHeld = held !== '' && shorten(held) !== shorten(node.name ?? '');
  const content = isHeld ? (actionable.has(node.role) ? ` = "${shorten(held)}"` : `: ${shorten(held)}`) : '';
  const level = node.level === undefined ? '' : ` ${node.level}`;
  return `${node.role}${level}${name}${statesOf(node)}${content}${linkOf(node)}`;
}

const isText = (node: TreeNode | string): boolean =>
  typeof node === 'string' || (!isAddressed(node) && (node.children ?? []).every(isText));

const allText = (node: TreeNode | string): string =>
  typeof node === 'string' ? node : (node.name ?? node.text ?? (node.children ?? []).map(allText).join(' '));

/** A row of texts takes one line. */
function rowText({ role, children = [] }: TreeNode): string | null {
  if (role !== 'row' || children.length === 0 || !children.every(isText)) return null;
  return `row: ${children.map((it) => shorten(allText(it))).join(' | ')}`;
}

/** Whether a text is repeated as the name of what follows, as the text of a label is. */
const isRepeated = (text: string, next: TreeNode | string | undefined): boolean =>
  next !== undefined && typeof next !== 'string' && shorten(next.name ?? '') === shorten(text);

class Lines {
  readonly all: Line[] = [];

  add(line: Omit<Line, 'framed' | 'mark' | 'box'> & Partial<Line>): void {
    this.all.push({ mark: null, box: null, framed: false, ...line });
  }

  visitAll(nodes: readonly (TreeNode | string)[], depth: number, around: string, framed: boolean): void {
    for (const [at, node] of nodes.entries()) {
      if (typeof node !== 'string') this.#visit(node, depth, framed, around);
      else if (!isRepeated(node, nodes[at + 1])) this.#text(node, depth, around);
    }
  }

  #text(node: string, depth: number, around: string): void {
    const text = shorten(node);
    if (text !== '' && text !== around) this.add({ depth, text: `"${text}"` });
  }

  #visit(node: TreeNode, depth: number, framed: boolean, around: string): void {
    const children = node.children ?? [];
    const isAlone = children.length === 1 && typeof children[0] === 'string';
    const own = node.text ?? (isAlone ? (children[0] as string) : '');
    const inner = isAlone ? [] : children;
    const isMarked = isAddressed(node);
    if (silent.has(node.role) && !node.name && !isMarked) {
      if (own !== '') this.#text(own, depth, around);
      this.visitAll(inner, depth, around, framed);
      return;
    }
    const row = rowText(node);
    const text = row ?? textOf(node, own);
    this.add({ depth, mark: isMarked ? (node.ref as string) : null, text, box: node.box ?? null, framed });
    if (row !== null) return;
    const isList = node.role === 'combobox' || node.role === 'listbox';
    const shown = isList ? inner.slice(0, maxOptions) : inner;
    this.visitAll(shown, depth + 1, shorten(node.name ?? ''), framed || node.role === 'iframe');
    if (inner.length > shown.length)
      this.add({ depth: depth + 1, text: `… ${inner.length - shown.length} more options` });
  }
}

/** The lines of a tree: containers without a name and repeated texts are left out. Linear in the size of the tree. */
export function linesOf(roots: readonly (TreeNode | string)[]): Line[] {
  const lines = new Lines();
  lines.visitAll(roots, 0, '', false);
  return lines.all;
}

/** How a line is written: indented by its depth, its mark first. */
export const written = ({ depth, mark, text, box }: Line, boxes: boolean): string => {
  const place = boxes && box !== null && mark !== null ? ` @${box.x},${box.y},${box.width},${box.height}` : '';
  return `${' '.repeat(Math.min(depth, 12))}${mark === null ? '' : `[${mark}] `}${text}${place}`;
};
