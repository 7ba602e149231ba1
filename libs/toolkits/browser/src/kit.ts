import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Kit, KitExample, KitTool } from '@assay/kit';
import { browse } from './compositions/browse.js';
import { findChromium, noChromium } from './engine/find-chromium.js';
import { browserServer } from './version.js';

const example = (name: string, input: KitExample['input'], output: unknown): readonly KitExample[] => [
  { name, input, output, match: 'subset' },
];

/** All tools reach networks, the reading ones, too: a page goes on loading while it is read. */
const tool = (capability: string, examples?: readonly KitExample[]): KitTool => ({
  capabilities: [capability],
  acts: true,
  ...(examples && { examples }),
});

/** What a page was made to do cannot be taken back. */
const irreversible = (capability: string): KitTool => ({
  ...tool(capability),
  compensation: { class: 'irreversible' },
});

const systemFolders = ['/etc/fonts', '/usr/share/fonts'].filter((it) => existsSync(it));

/** A browser for each caller. */
export const browserKit: Kit = Object.freeze({
  name: 'browser',
  title: browserServer.title,
  summary: 'Open, observe and act on web pages with Chromium, one private browser per caller, under the egress rules.',
  version: browserServer.version,
  entry: fileURLToPath(new URL('../dist/main.js', import.meta.url)),
  // A process, and so a browser, for each caller.
  stateless: false,
  arguments: () => [],
  variables: ['BROWSER_PROFILE_KEY'],
  profile: () => ({
    network: 'egress' as const,
    folders: systemFolders.map((path) => ({ path, mode: 'ro' as const })),
    processes: 1_024,
    memoryMb: 3_072,
  }),
  missing: async () => (findChromium() === undefined ? noChromium : null),
  tools: Object.freeze({
    navigate: tool(
      'web.browse',
      example('the page of the kit', { url: 'example:' }, { page: { title: 'Example shop' }, status: 200 }),
    ),
    observe: tool('web.browse'),
    extract_text: tool('web.read'),
    extract: tool('web.read'),
    click: irreversible('web.browse'),
    fill: irreversible('web.browse'),
    select: irreversible('web.browse'),
    type: irreversible('web.browse'),
    press: irreversible('web.browse'),
    scroll: tool('web.browse'),
    hover: tool('web.browse'),
    drag: irreversible('web.browse'),
    upload: irreversible('web.browse'),
    download: irreversible('web.browse'),
    screenshot: tool('web.screenshot'),
    wait_for: tool('web.browse'),
    wait: tool('web.browse'),
    back: tool('web.browse'),
    tabs: tool('web.browse'),
    script: irreversible('web.browse'),
    console: tool('web.browse'),
    network: tool('web.browse'),
    forget: irreversible('web.browse'),
  }),
  compositions: Object.freeze({ browse }),
});
