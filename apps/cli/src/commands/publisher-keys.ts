import type { PublisherKeyView } from '@assay/sdk';
import type { Command } from 'commander';
import { add, type Context, type Host, outcome } from '../command.js';
import { readPublicPem } from '../input/key-file.js';
import { cursorOption, limitOption, type PageOptions } from '../input/options.js';
import { listOutcome } from '../output/list.js';

async function list(context: Context<PageOptions>, namespace: string) {
  const { limit, cursor } = context.options;
  const page = await (await context.assay()).publisherKeys.list(namespace, { limit }, context.request).page(cursor);
  return listOutcome(page, {
    headings: ['KEY', 'TITLE', 'ADDED', 'RETIRED'],
    row: ({ keyId, title, createdAt, createdBy, retiredAt }) => [
      keyId,
      title,
      `${createdAt} by ${createdBy}`,
      retiredAt ?? '',
    ],
    empty: `No keys. \`assay publisher-keys add ${namespace} <key.pem>\` registers one.`,
  });
}

async function register(context: Context<{ title?: string }>, namespace: string, file: string) {
  const publicKey = await readPublicPem(context.io, file);
  const { title } = context.options;
  const body = { publicKey, ...(title ? { title } : {}) };
  const key = await (await context.assay()).publisherKeys.add(namespace, body, context.request);
  return outcome<PublisherKeyView>({
    data: key,
    text: ({ keyId }, page) =>
      `${page.good('Registered')}: versions of ${namespace} may be signed with the key ${keyId}.`,
    notes: () => ['Sign what you publish: assay publish <manifest> --sign <key.pem>'],
  });
}

async function retire(context: Context<object>, namespace: string, keyId: string) {
  const key = await (await context.assay()).publisherKeys.retire(namespace, keyId, context.request);
  return outcome<PublisherKeyView>({
    data: key,
    text: () => `Retired: ${keyId} signs nothing new in ${namespace}. What it signed before still holds.`,
  });
}

export function addPublisherKeyCommands(program: Command, host: Host): void {
  const group = program
    .command('publisher-keys')
    .description('Public keys by which the owners of a namespace sign what they publish');
  add(group, 'list <namespace>', 'List them', ['publisher-keys list acme'])
    .addOption(limitOption())
    .addOption(cursorOption())
    .action(host.does(list));
  add(
    group,
    'add <namespace> <key>',
    'Register the public part of an Ed25519 key (a PEM file; a private key stays here)',
    ['publisher-keys add acme key.pem --title "release machine"'],
  )
    .option('--title <words>', 'what people call it')
    .action(host.does(register));
  add(group, 'retire <namespace> <key>', 'End a key by its id: it signs nothing new', [
    'publisher-keys retire acme 240e48b1264ade0a',
  ]).action(host.does(retire));
}
