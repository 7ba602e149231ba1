import { Refusal } from '@assay/kit';
import { z } from 'zod';
import {
  actsOnDesktop,
  checkEffect,
  desktopTool,
  type Effect,
  effectField,
  labelField,
  targetFields,
} from './desktop-tool.js';

const doneShape = z.object({ element: z.string().describe('Role and name of what was acted on') });

export const setText = desktopTool({
  name: 'set_text',
  title: 'Set the text of a field',
  description: 'Replace the content of a text field, found by its mark or by its name, such as the label beside it.',
  annotations: actsOnDesktop,
  input: z.strictObject({ ...targetFields, text: z.string().max(20_000), effect: effectField.default('input') }),
  output: doneShape,
  async run({ text, effect, ...target }, { session }) {
    const element = await session.find(target);
    checkEffect({ effect, label: element.name || undefined }, 'input', element);
    if (!element.isEditable) throw new Refusal(`The ${element.role} "${element.name}" takes no text.`);
    const bus = await session.bus();
    const [isSet] = await bus.call(element.reference, 'EditableText', 'SetTextContents', 's', [text]);
    if (isSet !== true) throw new Refusal(`The ${element.role} "${element.name}" did not take the text.`);
    return {
      structured: { element: `${element.role} "${element.name}"` },
      text: `Set ${element.role} "${element.name}".`,
    };
  },
});

/** What only shows something else on the screen; a button, an item of a menu and all others may send or confirm. */
const harmless = new Set([
  'check box',
  'radio button',
  'toggle button',
  'combo box',
  'page tab',
  'menu',
  'table cell',
  'list item',
]);
const realEffect = (role: string): Effect => (harmless.has(role) ? 'input' : 'submit');

export const activate = desktopTool({
  name: 'activate',
  title: 'Carry out the action of an element',
  description:
    'Press a button, switch a check box, open a menu: the action that the element itself offers. What may send or confirm is of effect submit, and states its label.',
  annotations: actsOnDesktop,
  input: z.strictObject({
    ...targetFields,
    action: z.string().min(1).max(60).optional().describe('One of the actions of the element; its first when absent'),
    effect: effectField,
    label: labelField,
  }),
  output: doneShape,
  async run({ action, effect, label, ...target }, { session }) {
    const element = await session.find(target);
    const { role, name, actions } = element;
    checkEffect({ effect, label }, realEffect(role), element);
    const at = action === undefined ? 0 : actions.findIndex((it) => it.toLowerCase() === action.toLowerCase());
    if (actions[at] === undefined)
      throw new Refusal(`The ${role} "${name}" has the actions ${actions.join(', ') || 'none'}. Nothing was done.`);
    const bus = await session.bus();
    const [isDone] = await bus.call(element.reference, 'Action', 'DoAction', 'i', [at]);
    if (isDone !== true) throw new Refusal(`The ${role} "${name}" did not take the action ${actions[at]}.`);
    return { structured: { element: `${role} "${name}"` }, text: `${actions[at]}: ${role} "${name}".` };
  },
});
