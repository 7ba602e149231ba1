import { Refusal } from '@assay/kit';
import { z } from 'zod';
import { exampleAddress, exampleOrigin } from '../session/example-page.js';
import { attempt } from '../session/page-errors.js';
import { type Acted, acted, actedAnswer, actedShape, actsOnPages, browserTool, observeField } from './browser-tool.js';

const navigatedShape = actedShape.extend({
  status: z.int().nullable().describe('HTTP status of the page; null when there was no response'),
});

/** Opening an address navigates, whatever its server does with it. */
const navigates = z.literal('navigate').default('navigate');
const navigateWithinMs = 25_000;
const tooSlow = 'The page did not load within 25 s.';

/** @throws Refusal for an address that is not http or https, or carries a name and password. */
export function checkedAddress(text: string): string {
  if (text === exampleAddress) return `${exampleOrigin}/`;
  if (!URL.canParse(text))
    throw new Refusal(`"${text.slice(0, 80)}" is not an address. Give one such as https://example.com/.`);
  const { protocol, username, password, href } = new URL(text);
  if (protocol !== 'http:' && protocol !== 'https:')
    throw new Refusal(`Only http and https are allowed, not ${protocol}`);
  if (username !== '' || password !== '') throw new Refusal('An address with a name or password in it is not opened.');
  return href;
}

const answerOf = (shown: Acted, status: number | null) => {
  const { structured, text } = actedAnswer(shown);
  return { structured: { ...structured, status }, text: status === null ? text : `${status} ${text}` };
};

export const navigate = browserTool({
  name: 'navigate',
  title: 'Open an address',
  description:
    'Open an http or https address in the current tab, under the egress rules. "example:" is a page of the kit itself, to try things.',
  annotations: actsOnPages,
  input: z.strictObject({ url: z.string().min(1).max(8_000), effect: navigates, observe: observeField }),
  output: navigatedShape,
  run: ({ url, observe }, context) => {
    const address = checkedAddress(url);
    return context.session.use(async (tab) => {
      tab.gate.open();
      const response = await attempt(
        () => tab.page.goto(address, { waitUntil: 'domcontentloaded', timeout: navigateWithinMs }),
        tooSlow,
      );
      return answerOf(await acted(context, tab, observe), response?.status() ?? null);
    });
  },
});

export const back = browserTool({
  name: 'back',
  title: 'Go back',
  description: 'Go to the page before this one in the history of the tab.',
  annotations: actsOnPages,
  input: z.strictObject({ effect: navigates, observe: observeField }),
  output: navigatedShape,
  run: ({ observe }, context) =>
    context.session.use(async (tab) => {
      const before = tab.page.url();
      const response = await attempt(
        () => tab.page.goBack({ waitUntil: 'domcontentloaded', timeout: navigateWithinMs }),
        tooSlow,
      );
      if (response === null && tab.page.url() === before)
        throw new Refusal('There is no page before this one in this tab.');
      return answerOf(await acted(context, tab, observe), response?.status() ?? null);
    }),
});

export const tabs = browserTool({
  name: 'tabs',
  title: 'List, open, select or close tabs',
  description: 'List the tabs; open, select or close one. Pop-ups become tabs; at most 10 are open.',
  annotations: actsOnPages,
  input: z.strictObject({
    action: z.enum(['list', 'open', 'select', 'close']).default('list'),
    tab: z.int().min(0).max(100).optional().describe('For select and close'),
    effect: z.enum(['read', 'navigate']).default('navigate'),
  }),
  output: z.object({
    tabs: z.array(z.object({ tab: z.int(), url: z.string(), title: z.string(), current: z.boolean() })),
  }),
  run: ({ action, tab: index }, { session }) =>
    session.use(async () => {
      if ((action === 'select' || action === 'close') && index === undefined)
        throw new Refusal(`State the tab to ${action}.`);
      if (action === 'open') await session.openTab();
      else if (action === 'select') session.selectTab(index as number);
      else if (action === 'close') await session.closeTab(index as number);
      const listed = await Promise.all(
        session.tabs.map(async ({ page }, at) => ({
          tab: at,
          url: page.url().slice(0, 2_000),
          title: (await page.title().catch(() => '')).slice(0, 200),
          current: at === session.current,
        })),
      );
      const text = listed.map(({ tab, url, title, current }) => `${current ? '*' : ' '} ${tab} ${url} — ${title}`);
      return { structured: { tabs: listed }, text: text.join('\n') || 'No tab is open.' };
    }),
});

export const forget = browserTool({
  name: 'forget',
  title: 'Erase the profile',
  description:
    'Close your browser and erase its cookies, storage and downloads, and your stored profile. Cannot be undone.',
  annotations: { ...actsOnPages, destructiveHint: true, openWorldHint: false },
  input: z.strictObject({}),
  output: z.object({ erased: z.literal(true) }),
  run: async (_, { session, downloads }) => {
    await session.end({ erase: true });
    await downloads.erase();
    return { structured: { erased: true as const }, text: 'The browser is closed and its profile erased.' };
  },
});
