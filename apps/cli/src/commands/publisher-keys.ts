import type { PublisherKeyView } from '@assay/sdk';
import type { Command } from 'commander';
import { add, type Context, type Host, outcome } from '../command.js';
import { readPublicPem } from '../input/key-file.js';
import { addList } from '../route-commands.js';

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
    text: () => `Retired: ${keyId} can sign no new versions in ${namespace}. Earlier signatures stay valid.`,
  });
}

export function addPublisherKeyCommands(program: Command, host: Host): void {
  const group = program.command('publisher-keys').description("Public keys for signing a namespace's versions");
  addList(group, host, {
    route: 'listPublisherKeys',
    description: 'List them',
    examples: ['publisher-keys list acme'],
    names: { ns: 'namespace' },
    layout: (_context, namespace) => ({
      headings: ['KEY', 'TITLE', 'ADDED', 'RETIRED'],
      row: ({ keyId, title, createdAt, createdBy, retiredAt }) => [
        keyId,
        title,
        `${createdAt} by ${createdBy}`,
        retiredAt ?? '',
      ],
      empty: `No keys. \`assay publisher-keys add ${namespace} <key.pem>\` registers one.`,
    }),
  });
  add(
    group,
    'add <namespace> <key>',
    'Register an Ed25519 public key (PEM file; a private key never leaves this machine)',
    ['publisher-keys add acme key.pem --title "release machine"'],
  )
    .option('--title <words>', 'a label')
    .action(host.does(register));
  add(group, 'retire <namespace> <key>', 'Retire a key by id: it signs nothing new', [
    'publisher-keys retire acme 240e48b1264ade0a',
  ]).action(host.does(retire));
}
