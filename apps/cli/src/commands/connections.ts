import type { AuthorizationView, ConnectionView, ResealedView } from '@assay/sdk';
import { type Command, Option } from 'commander';
import { add, type Context, type Host, outcome } from '../command.js';
import { askLine } from '../input/ask.js';
import { type CredentialOptions, credentialKinds, readCredential } from '../input/connection-credential.js';
import { listed } from '../input/options.js';
import type { Page } from '../output/page.js';
import { pairs } from '../output/table.js';
import { addDelete, addList, addShow } from '../route-commands.js';

const targetOf = ({ server, origin }: ConnectionView): string => server ?? origin ?? 'a command';

const kindOf = ({ kind, oauth2 }: ConnectionView): string =>
  oauth2 === null ? kind : `${kind} ${oauth2.grant.replaceAll('_', ' ')}`;

const usersOf = ({ shared, principals, owner }: ConnectionView): string =>
  shared ? `shared with ${principals?.join(', ') ?? 'everybody'}` : owner;

const placeOf = (it: ConnectionView): string | undefined =>
  it.in === null ? undefined : `${it.in} ${it.name ?? ''}`.trim();

const connectionText = (it: ConnectionView, page: Page): string =>
  pairs(page, [
    ['connection', page.bold(it.id)],
    ['for', targetOf(it)],
    ['address', it.origin ?? undefined],
    ['namespaces', it.namespaces.length > 0 ? it.namespaces.join(' ') : undefined],
    ['used by', usersOf(it)],
    ['kind', kindOf(it)],
    ['sent in', placeOf(it)],
    ['issuer', it.oauth2?.issuer ?? undefined],
    ['scopes', it.oauth2 && it.oauth2.scopes.length > 0 ? it.oauth2.scopes.join(' ') : undefined],
    ['token until', it.oauth2?.tokenExpiresAt ?? undefined],
    ['state', it.state],
    ['problem', it.problem ?? undefined],
  ]);

interface AddOptions extends CredentialOptions {
  readonly namespace?: string[];
  readonly shared?: boolean;
  readonly principal?: string[];
}

async function create(context: Context<AddOptions>, place: string) {
  const { options, io } = context;
  const { namespace, shared, principal } = options;
  const body = {
    ...(/^https?:\/\//.test(place) ? { origin: place } : { server: place }),
    ...(namespace && { namespaces: namespace }),
    ...(shared && { shared }),
    ...(principal && { principals: principal }),
    credential: await readCredential(io, options),
  };
  const made = await (await context.assay()).connections.create(body, context.request);
  return outcome<ConnectionView>({ data: made, text: connectionText, notes: nextOf });
}

const nextOf = ({ id, state }: ConnectionView): readonly string[] =>
  state === 'unauthorised' ? [`To authorize at the provider: assay connections authorize ${id}`] : [];

async function rotate(context: Context<CredentialOptions>, id: string) {
  const credential = await readCredential(context.io, context.options);
  const changed = await (await context.assay()).connections.rotate(id, { credential }, context.request);
  return outcome<ConnectionView>({ data: changed, text: connectionText, notes: nextOf });
}

async function authorize(context: Context<{ readonly code?: string; readonly scope?: string[] }>, id: string) {
  const { io, interactive, request, options } = context;
  const { connections } = await context.assay();
  const confirmed = async (code: string) =>
    outcome<ConnectionView>({ data: await connections.confirm(id, code, request), text: connectionText });
  if (options.code !== undefined) return confirmed(options.code);
  const scopes = options.scope?.flatMap((it) => it.split(/\s+/)).filter((it) => it !== '');
  const begun = await connections.authorize(id, scopes ? { scopes } : {}, request);
  if (!interactive)
    return outcome<AuthorizationView>({
      data: begun,
      text: ({ url }) => url,
      notes: () => [`Open it in your browser; then: assay connections authorize ${id} --code <the code it shows>`],
    });
  return confirmed(await askLine(io, `Open ${begun.url}\nCode it shows: `, false));
}

async function reseal(context: Context<object>) {
  return outcome<ResealedView>({
    data: await (await context.assay()).connections.reseal(context.request),
    text: ({ resealed, kept }) => `Sealed ${resealed} secrets again; ${kept} already used the current key.`,
    notes: () => ['When every replica has the current key, restart them without ASSAY_ENCRYPTION_KEY_OLD.'],
  });
}

const withCredential = (command: Command): Command =>
  command
    .addOption(new Option('--kind <kind>', 'what the credential is').choices(credentialKinds).default('bearer'))
    .option('--user <name>', 'of --kind basic')
    .addOption(new Option('--in <place>', 'of --kind api-key').choices(['header', 'query', 'cookie', 'env']))
    .option('--name <name>', 'of the header, parameter, cookie or variable of --kind api-key')
    .option('--issuer <address>', 'OAuth: issuer (default: discovered from the server)')
    .option('--client-id <id>', 'OAuth: client id (default: registered dynamically)')
    .option('--client-secret', 'OAuth: also prompt for the client secret')
    .addOption(
      new Option('--scope <scopes>', 'OAuth: scopes (separated by commas or spaces, or repeat)').argParser(listed),
    )
    .option('--resource <address>', 'OAuth: resource the tokens are for')
    .option('--credential <file>', 'the credential as JSON; - for standard input');

export function addConnectionCommands(program: Command, host: Host): void {
  const group = program.command('connections').description('Credentials for upstream calls, stored encrypted');
  addList(group, host, {
    route: 'listConnections',
    description: 'List your connections and those shared with you',
    examples: ['connections'],
    isDefault: true,
    layout: {
      headings: ['ID', 'STATE', 'KIND', 'FOR', 'USED BY'],
      row: (it) => [it.id, it.state, kindOf(it), targetOf(it), usersOf(it)],
      empty: 'No connections. See `assay connections add --help`.',
    },
  });
  addShow(group, host, {
    route: 'showConnection',
    description: 'Show a connection, without its secrets',
    examples: ['connections show 0198f2a0-…'],
    text: connectionText,
  });
  withCredential(
    add(group, 'add <place>', 'Add a credential for a server (ns/server) or for an address', [
      'connections add acme/orders < token.txt',
      'connections add acme/orders --kind authorization-code',
      'connections add acme/local --kind api-key --in env --name API_TOKEN',
      'connections add https://api.example.com --namespace acme --kind api-key --in header --name x-api-key',
      'connections add acme/orders --shared --principal carl,dora',
    ]),
  )
    .addOption(new Option('--namespace <names>', 'for an address: namespaces whose tools may use it').argParser(listed))
    .option('--shared', 'share it with the organisation (administrators only)')
    .addOption(new Option('--principal <names>', 'for a shared connection: who may use it').argParser(listed))
    .action(host.does(create));
  withCredential(
    add(group, 'rotate <id>', 'Replace the credential with another of the same kind', [
      'connections rotate 0198f2a0-… < token.txt',
    ]),
  ).action(host.does(rotate));
  addDelete(group, host, {
    route: 'deleteConnection',
    word: 'remove',
    description: 'Remove one',
    examples: ['connections remove 0198f2a0-…'],
    done: (id) => `Removed ${id} and closed the sessions that used it.`,
  });
  add(group, 'authorize <id>', 'Authorize at the provider, in your browser', [
    'connections authorize 0198f2a0-…',
    'connections authorize 0198f2a0-… --code K7QF-2MXD',
  ])
    .option('--code <code>', 'the code shown by the page')
    .addOption(new Option('--scope <scopes>', 'scopes to request in addition to the current ones').argParser(listed))
    .action(host.does(authorize));
  add(group, 'reseal', 'Re-encrypt every secret after changing the encryption key', ['connections reseal']).action(
    host.does(reseal),
  );
}
