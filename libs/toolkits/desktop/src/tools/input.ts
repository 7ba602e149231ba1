import { Refusal } from '@assay/kit';
import { z } from 'zod';
import { type Reference, registry } from '../bus/accessibility-bus.js';
import { actsOnDesktop, desktopTool } from './desktop-tool.js';

const controller: Reference = Object.freeze({
  owner: registry,
  path: '/org/a11y/atspi/registry/deviceeventcontroller',
});
/** A key symbol is pressed and released (AT-SPI, `AtspiKeySynthType`). */
const bySymbol = 3;

/** Key symbols of X by the names that people use. */
const symbols: Readonly<Record<string, number>> = {
  Enter: 0xff0d,
  Tab: 0xff09,
  Escape: 0xff1b,
  Backspace: 0xff08,
  Delete: 0xffff,
  Up: 0xff52,
  Down: 0xff54,
  Left: 0xff51,
  Right: 0xff53,
  Home: 0xff50,
  End: 0xff57,
  Space: 0x20,
};

/** Latin 1 is its own symbol; other characters are at 0x01000000 (X keysym encoding). */
const symbolOf = (character: string): number => {
  const code = character.codePointAt(0) ?? 0;
  return code >= 0x20 && code <= 0xff ? code : 0x01000000 + code;
};

const submits = z.literal('submit').describe('A key or click may send or confirm whatever has the focus');
const doneShape = z.object({ sent: z.int().describe('Keys or clicks') });

export const press = desktopTool({
  name: 'press',
  title: 'Press keys',
  description: 'Type text, or press a named key, into what has the focus. For fields, set_text is safer.',
  annotations: actsOnDesktop,
  input: z.strictObject({
    text: z.string().min(1).max(500).optional(),
    key: z.enum(Object.keys(symbols) as [string, ...string[]]).optional(),
    effect: submits,
  }),
  output: doneShape,
  async run({ text, key }, { session }) {
    if ((text === undefined) === (key === undefined)) throw new Refusal('Give either text or key.');
    const keys = text === undefined ? [symbols[key as string] as number] : [...text].map(symbolOf);
    const bus = await session.bus();
    for (const symbol of keys)
      await bus.call(controller, 'DeviceEventController', 'GenerateKeyboardEvent', 'isu', [symbol, '', bySymbol]);
    return { structured: { sent: keys.length }, text: `Sent ${keys.length} keys.` };
  },
});

export const click = desktopTool({
  name: 'click',
  title: 'Click at a point',
  description: 'Click at a point of the screen, for applications without an accessibility tree.',
  annotations: actsOnDesktop,
  input: z.strictObject({
    x: z.int().min(0).max(20_000),
    y: z.int().min(0).max(20_000),
    button: z.enum(['left', 'middle', 'right']).default('left'),
    effect: submits,
  }),
  output: doneShape,
  async run({ x, y, button }, { session }) {
    const event = `b${['left', 'middle', 'right'].indexOf(button) + 1}c`;
    const bus = await session.bus();
    await bus.call(controller, 'DeviceEventController', 'GenerateMouseEvent', 'iis', [x, y, event]);
    return { structured: { sent: 1 }, text: `Clicked at ${x},${y}.` };
  },
});
