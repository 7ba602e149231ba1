import type { ChangeWebhook, CreatedWebhook, DeliveryState, DeliveryView, NoticeKind, WebhookView } from '@assay/sdk';
import { type Command, Option } from 'commander';
import { add, type Context, type Host, outcome } from '../command.js';
import { listed } from '../input/options.js';
import type { Page } from '../output/page.js';
import { pairs } from '../output/table.js';
import { addDelete, addList, addShow } from '../route-commands.js';

const states: readonly DeliveryState[] = ['pending', 'delivered', 'dead'];

const kindsOf = ({ kinds }: WebhookView): string => kinds?.join(' ') ?? 'all';

function stateOf({ failingSince, lastDeliveredAt }: WebhookView): string {
  if (failingSince !== null) return `failing since ${failingSince}`;
  return lastDeliveredAt === null ? 'not used yet' : 'well';
}

const webhookText = (webhook: WebhookView, page: Page): string =>
  pairs(page, [
    ['webhook', page.bold(webhook.id)],
    ['address', webhook.url],
    ['kinds', kindsOf(webhook)],
    ['description', webhook.description ?? undefined],
    ['state', stateOf(webhook)],
    ['last error', webhook.lastError ?? undefined],
    ['last delivered', webhook.lastDeliveredAt ?? undefined],
    ['waiting', String(webhook.pending)],
    ['dead', String(webhook.dead)],
    ['created', webhook.createdAt],
  ]);

function deliveryText(delivery: DeliveryView): string {
  const { id, state, attempts, lastStatus, lastError, nextAttemptAt } = delivery;
  if (state === 'delivered') return `Delivered ${id} (HTTP ${lastStatus}).`;
  if (state === 'dead') return `Not delivered: ${lastError}`;
  const after = attempts === 0 ? '' : ` after ${attempts}`;
  return `Pending: the next attempt${after} is due at ${nextAttemptAt}.`;
}

interface CreateOptions {
  readonly kind?: NoticeKind[];
  readonly secret?: string;
  readonly description?: string;
}

async function create(context: Context<CreateOptions>, url: string) {
  const { kind, secret, description } = context.options;
  const body = {
    url,
    ...(kind ? { kinds: kind } : {}),
    ...(secret ? { secret } : {}),
    ...(description ? { description } : {}),
  };
  const created = await (await context.assay()).webhooks.create(body, context.request);
  return outcome<CreatedWebhook>({
    data: created,
    text: (data) => data.secret ?? data.id,
    notes: (data) => [
      ...(data.secret ? ['Save this secret now: it is not shown again. Receivers verify signatures with it.'] : []),
      `To try it: assay webhooks test ${data.id}`,
    ],
  });
}

interface ChangeOptions extends CreateOptions {
  readonly address?: string;
  readonly allKinds?: boolean;
}

async function change(context: Context<ChangeOptions>, id: string) {
  const { address, kind, allKinds, secret, description } = context.options;
  const body: ChangeWebhook = {
    ...(address ? { url: address } : {}),
    ...(allKinds ? { kinds: null } : kind ? { kinds: kind } : {}),
    ...(secret ? { secret } : {}),
    ...(description === undefined ? {} : { description: description || null }),
  };
  const changed = await (await context.assay()).webhooks.change(id, body, context.request);
  return outcome<WebhookView>({ data: changed, text: webhookText });
}

async function test(context: Context<object>, id: string) {
  const ping = await (await context.assay()).webhooks.test(id, context.request);
  return outcome<DeliveryView>({ data: ping, text: deliveryText, failed: ping.state !== 'delivered' });
}

async function retry(context: Context<object>, id: string, delivery: string) {
  const again = await (await context.assay()).webhooks.retry(id, delivery, context.request);
  return outcome<DeliveryView>({ data: again, text: deliveryText });
}

const kindOption = (): Option =>
  new Option(
    '--kind <kinds>',
    'only these kinds of notification, such as version.deprecated (comma-separated, or repeat)',
  ).argParser(listed);
const secretOption = (): Option =>
  new Option('--secret <secret>', 'your own secret: whsec_ and 24 to 64 bytes in base64');

export function addWebhookCommands(program: Command, host: Host): void {
  const group = program.command('webhooks').description('Webhooks for notifications');
  addList(group, host, {
    route: 'listWebhooks',
    description: 'List webhooks with their delivery status',
    examples: ['webhooks list'],
    isDefault: true,
    layout: {
      headings: ['ID', 'STATE', 'DEAD', 'ADDRESS'],
      row: (webhook) => [webhook.id, stateOf(webhook), String(webhook.dead), webhook.url],
      empty: 'No webhooks. Create one with: assay webhooks create <address>',
    },
  });
  addShow(group, host, {
    route: 'showWebhook',
    description: 'Show one',
    examples: ['webhooks show 0198f2a0-…'],
    text: webhookText,
  });
  add(group, 'create <address>', 'Create a webhook; its secret is shown only once', [
    'webhooks create https://hooks.example.com/assay --kind version.deprecated,tool.revoked',
  ])
    .addOption(kindOption())
    .addOption(secretOption())
    .option('--description <text>', 'what it is for')
    .action(host.does(create));
  add(group, 'change <id>', 'Change the given settings', [
    'webhooks change 0198f2a0-… --address https://new.example.com/',
  ])
    .option('--address <address>', 'new address')
    .addOption(kindOption())
    .option('--all-kinds', 'all kinds of notification')
    .addOption(secretOption())
    .option('--description <text>', 'description; empty for none')
    .action(host.does(change));
  addDelete(group, host, {
    route: 'deleteWebhook',
    word: 'remove',
    description: 'Remove a webhook and its deliveries',
    examples: ['webhooks remove 0198f2a0-…'],
    done: (id) => `Removed webhook ${id} and its deliveries.`,
  });
  add(group, 'test <id>', 'Send a ping now', ['webhooks test 0198f2a0-…']).action(host.does(test));
  addList(group, host, {
    route: 'listDeliveries',
    word: 'deliveries',
    description: 'List deliveries, newest first',
    examples: ['webhooks deliveries 0198f2a0-… --state dead'],
    filters: [new Option('--state <state>', 'only these').choices(states)],
    layout: {
      headings: ['ID', 'STATE', 'TRIES', 'KIND', 'SUBJECT', 'LAST ERROR'],
      row: (it) => [it.id, it.state, String(it.attempts), it.kind, it.subject, it.lastError ?? ''],
      empty: 'No matching deliveries.',
    },
  });
  add(group, 'retry <id> <delivery>', 'Retry a dead or pending delivery', [
    'webhooks retry 0198f2a0-… 0198f2b1-…',
  ]).action(host.does(retry));
}
