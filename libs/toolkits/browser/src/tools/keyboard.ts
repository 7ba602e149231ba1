import { Refusal } from '@assay/kit';
import { z } from 'zod';
import { checkSecret, effectOfKey } from '../effects/check-action.js';
import type { Effect } from '../effects/effect.js';
import { hasTarget, type Target } from '../session/target.js';
import { actedShape, actsOnPages, browserTool } from './browser-tool.js';
import { actionFields, answeringFields, performOn, performOnFocus } from './perform.js';

const maxText = 20_000;
const textField = z.string().max(maxText);
const inputs = (why: string) => ({ real: 'input' as Effect, why });

export const fill = browserTool({
  name: 'fill',
  title: 'Fill a field',
  description:
    'Replace the content of a field, or set a checkbox with true or false. A secret needs the origin it is for, and is refused anywhere else.',
  annotations: actsOnPages,
  input: z.strictObject({ ...actionFields, value: z.union([textField, z.boolean()]) }),
  output: actedShape,
  run: (input, context) =>
    performOn(
      context,
      input,
      (target) => {
        checkSecret(target, input.origin);
        return inputs('Filling a field changes the page');
      },
      async (_, { locator }) => {
        if (locator === null)
          throw new Refusal('To fill, name the field by mark or selector. At coordinates: click, then type.');
        if (typeof input.value === 'boolean') await locator.setChecked(input.value);
        else await locator.fill(input.value);
      },
    ),
});

export const select = browserTool({
  name: 'select',
  title: 'Select options',
  description: 'Select options of a list by their labels or values; others are deselected.',
  annotations: actsOnPages,
  input: z.strictObject({ ...answeringFields, options: z.array(z.string().max(500)).max(50) }),
  output: actedShape,
  run: (input, context) =>
    performOn(
      context,
      input,
      () => inputs('Selecting changes the page'),
      async (_, { locator }) => {
        if (locator === null) throw new Refusal('To select, name the list by mark or selector.');
        await locator.selectOption([...input.options]);
      },
    ),
});

/** Typing ends lines with Enter, which sends a form of one line. */
function effectOfText(text: string, facts: Target['facts'] | null) {
  return /[\r\n]/.test(text) ? effectOfKey('Enter', facts) : inputs('Typing changes the page');
}

export const type = browserTool({
  name: 'type',
  title: 'Type',
  description: 'Type text key by key into an element, or into what has the focus. For fields, fill is faster.',
  annotations: actsOnPages,
  input: z.strictObject({ ...actionFields, text: textField.max(2_000) }),
  output: actedShape,
  run: (input, context) =>
    performOnFocus(
      context,
      input,
      (facts, target) => {
        if (target !== null) checkSecret(target, input.origin);
        return effectOfText(input.text, facts);
      },
      async ({ page }, target) => {
        if (target?.locator) await target.locator.pressSequentially(input.text);
        else {
          if (target?.point) await page.mouse.click(target.point.x, target.point.y);
          await page.keyboard.type(input.text);
        }
      },
    ),
});

export const press = browserTool({
  name: 'press',
  title: 'Press a key',
  description:
    'Press a key or combination, such as Enter, Tab or Control+A, in an element or what has the focus. Enter in a form has the effect submit.',
  annotations: actsOnPages,
  input: z.strictObject({
    ...answeringFields,
    key: z
      .string()
      .max(40)
      .regex(
        /^(?:(?:Control|Shift|Alt|Meta)\+){0,3}(?:[A-Z][A-Za-z0-9]*|[\x21-\x7e])$/,
        'must be a key such as Enter, a or Control+A',
      ),
  }),
  output: actedShape,
  run: (input, context) =>
    performOnFocus(
      context,
      input,
      (facts, target) => {
        if (target !== null && /(?:^|\+)(?:[\x21-\x7e]|Space)$/.test(input.key)) checkSecret(target, input.origin);
        return effectOfKey(input.key, facts);
      },
      async ({ page }, target) => {
        if (target?.locator) await target.locator.press(input.key);
        else {
          if (hasTarget(input) && target?.point) await page.mouse.click(target.point.x, target.point.y);
          await page.keyboard.press(input.key);
        }
      },
    ),
});
