import { z } from 'zod';
import type { Element } from '../tree/element.js';
import { desktopTool, untrusted } from './desktop-tool.js';

const charactersPerToken = 4;
const maxValue = 80;
const shownStates: readonly string[] = ['checked', 'expanded', 'focused', 'pressed', 'selected'];

/** Containers without a name say nothing. */
const isWorthALine = ({ role, name, text, actions, isEditable, states }: Element): boolean =>
  states.includes('showing') || role === 'application'
    ? name !== '' || Boolean(text) || isEditable || actions.length > 0
    : false;

const quoted = (text: string): string => JSON.stringify(text.slice(0, maxValue));

/** `[e4] text "City" focused = "Ulm"`: what can be acted on has its mark. */
export function lineOf(element: Element, mark: string, { boxes }: { readonly boxes: boolean }): string {
  const { depth, role, name, text, isSecret, states, actions, isEditable, box } = element;
  const canAct = isEditable || actions.length > 0;
  const value = isSecret ? ' = •••' : text !== null && text !== '' && text !== name ? ` = ${quoted(text)}` : '';
  const place = boxes && box !== null ? ` @${box.x},${box.y},${box.width},${box.height}` : '';
  const parts = [
    ...(canAct ? [`[${mark}]`] : []),
    role,
    ...(name === '' ? [] : [quoted(name)]),
    ...shownStates.filter((it) => states.includes(it)),
    ...(states.includes('sensitive') || !canAct ? [] : ['disabled']),
  ];
  return `${' '.repeat(Math.min(depth, 12))}${parts.join(' ')}${value}${place}`;
}

export const observe = desktopTool({
  name: 'observe',
  title: 'Observe the desktop',
  description:
    'The applications of the desktop as a compact accessibility tree, with a mark for each element that can be acted on. What is typed into password fields is left out.',
  input: z.strictObject({
    boxes: z.boolean().default(false).describe('With the box of each element on the screen: @x,y,width,height'),
    maxTokens: z.int().min(100).max(20_000).default(2_000).describe('About how long the answer may be'),
  }),
  output: z.object({ untrusted, tree: z.string(), more: z.int().describe('Lines left out') }),
  async run({ boxes, maxTokens }, { session }) {
    const elements = (await session.elements()).filter(isWorthALine);
    const lines = elements.map((it) => lineOf(it, session.markOf(it), { boxes }));
    let left = maxTokens * charactersPerToken;
    const kept = lines.filter((it) => {
      left -= it.length + 1;
      return left >= 0;
    });
    const more = lines.length - kept.length;
    const tree = kept.join('\n');
    const rest = more > 0 ? `\n… ${more} more lines: raise maxTokens` : '';
    return {
      structured: { untrusted: true as const, tree, more },
      text: `Untrusted text of applications:\n${tree}${rest}`,
    };
  },
});
