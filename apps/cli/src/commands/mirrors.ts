import { setTimeout as wait } from 'node:timers/promises';
import type { Assay, MirrorView } from '@assay/sdk';
import type { Command } from 'commander';
import { add, type Context, type Host, outcome } from '../command.js';
import { whole } from '../input/options.js';
import type { Page } from '../output/page.js';
import { during } from '../output/progress.js';
import { pairs } from '../output/table.js';
import { plural } from '../output/text.js';
import { addDelete, addList, addShow } from '../route-commands.js';

const lookEveryMs = 500;

function mirrorText(mirror: MirrorView, page: Page): string {
  const { id, url, state, servers, syncedTo, lastSuccessAt, nextAt, everySeconds, error, skipped, skippedExample } =
    mirror;
  const facts = pairs(page, [
    ['mirror', id],
    ['state', state],
    ['servers', String(servers)],
    ['newest change', syncedTo ?? undefined],
    ['last success', lastSuccessAt ?? 'never'],
    ['next', `${nextAt} (every ${everySeconds} s)`],
    ['skipped', skipped > 0 ? `${skipped}, such as ${skippedExample}` : undefined],
  ]);
  return [page.bold(url), facts, ...(error === null ? [] : [page.bad(error)])].join('\n');
}

/** Looks again until an attempt later than `since` has ended. */
async function walked(assay: Assay, id: string, since: string | null, { signal }: { signal: AbortSignal }) {
  for (;;) {
    const mirror = await assay.mirrors.show(id, { signal });
    const ended = mirror.state === 'following' || mirror.state === 'failing';
    if (ended && mirror.lastAttemptAt !== since) return mirror;
    await wait(lookEveryMs, undefined, { signal });
  }
}

const followed = (mirror: MirrorView) =>
  outcome<MirrorView>({
    data: mirror,
    failed: mirror.state === 'failing',
    text: mirrorText,
    notes: ({ state, servers }) =>
      state === 'following' ? [`${plural(servers, 'version')} of servers here: GET /v0.1/servers lists them.`] : [],
  });

async function addMirror(context: Context<{ every?: number; wait: boolean }>, url: string) {
  const assay = await context.assay();
  const { every, wait } = context.options;
  const added = await assay.mirrors.create({ url, ...(every ? { everySeconds: every } : {}) }, context.request);
  if (!wait) return followed(added);
  return followed(await during(context, `Reading ${url}`, () => walked(assay, added.id, null, context.request)));
}

async function syncMirror(context: Context<object>, id: string) {
  const assay = await context.assay();
  const before = await assay.mirrors.sync(id, context.request);
  const walk = () => walked(assay, id, before.lastAttemptAt, context.request);
  return followed(await during(context, `Asking ${before.url} for changes`, walk));
}

export function addMirrorCommands(program: Command, host: Host): void {
  const mirror = program.command('mirror').description('Mirror other registries (official MCP Registry API)');
  addList(mirror, host, {
    route: 'listMirrors',
    description: 'List mirrors',
    examples: ['mirror list'],
    isDefault: true,
    layout: {
      headings: ['ID', 'STATE', 'SERVERS', 'LAST SUCCESS', 'ADDRESS'],
      row: ({ id, state, servers, lastSuccessAt, url }) => [id, state, String(servers), lastSuccessAt ?? 'never', url],
      empty: 'No mirrors. Add one with: assay mirror add <url>',
    },
  });
  add(mirror, 'add <url>', 'Mirror a registry: all entries now, then changes', [
    'mirror add https://registry.example.com',
    'mirror add https://registry.example.com --every 3600 --no-wait',
  ])
    .option('--every <seconds>', 'poll interval (default: 600)', whole(60, 604_800))
    .option('--no-wait', 'do not wait for the initial sync')
    .action(host.does(addMirror));
  addShow(mirror, host, {
    route: 'showMirror',
    description: "Show a mirror's progress",
    examples: ['mirror show 0198f2a0-…'],
    text: mirrorText,
  });
  add(mirror, 'sync <id>', 'Check for changes now', ['mirror sync 0198f2a0-…']).action(host.does(syncMirror));
  addDelete(mirror, host, {
    route: 'deleteMirror',
    word: 'remove',
    description: 'Remove a mirror',
    examples: ['mirror remove 0198f2a0-…'],
    done: (id) => `Mirror removed: ${id}. Its entries show as deleted.`,
  });
}
