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

/** The lines of a tree: containers without a name and repeated texts are left out. Linear in the size of the tree. */
export function linesOf(roots: readonly (TreeNode | string)[]): Line[] {
  const lines: Line[] = [];
  const visit = (node: TreeNode | string, depth: number, around: string): void => {
    if (typeof node === 'string') {
      const text = shorten(node);
      if (text !== '' && text !== around) lines.push({ depth, mark: null, text: `"${text}"`, box: null });
      return;
    }
    const children = node.children ?? [];
    const isAlone = children.length === 1 && typeof children[0] === 'string';
    const own = node.text ?? (isAlone ? (children[0] as string) : '');
    const inner = isAlone ? [] : children;
    const isMarked = isAddressed(node);
    if (silent.has(node.role) && !node.name && !isMarked) {
      if (own !== '') visit(own, depth, around);
      for (const child of inner) visit(child, depth, around);
      return;
    }
    lines.push({ depth, mark: isMarked ? (node.ref as string) : null, text: textOf(node, own), box: node.box ?? null });
    const name = shorten(node.name ?? '');
    const shown = node.role === 'combobox' || node.role === 'listbox' ? inner.slice(0, maxOptions) : inner;
    for (const child of shown) visit(child, depth + 1, name);
    const hidden = inner.length - shown.length;
    if (hidden > 0) lines.push({ depth: depth + 1, mark: null, text: `… ${hidden} more options`, box: null });
  };
  for (const root of roots) visit(root, 0, '');
  return lines;
}

/** How a line is written: indented by its depth, its mark first. */
export const written = ({ depth, mark, text, box }: Line, boxes: boolean): string => {
  const place = boxes && box !== null && mark !== null ? ` @${box.x},${box.y},${box.width},${box.height}` : '';
  return `${' '.repeat(Math.min(depth, 12))}${mark === null ? '' : `[${mark}] `}${text}${place}`;
};
