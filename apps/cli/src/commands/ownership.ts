import type { Entry, NamespaceProof, NamespaceView, TransferredNamespace, Visibility } from '@assay/sdk';
import { type Command, Option } from 'commander';
import { add, type Context, type Host, outcome } from '../command.js';
import { generateDomainKey, readDomainKey } from '../input/domain-key.js';
import { qualifiedName } from '../input/options.js';
import { pairs } from '../output/table.js';
import { UsageError } from '../usage-error.js';
import { claimed, namespaceText } from './namespaces.js';

interface ProofOptions {
  readonly dns?: boolean;
  readonly http?: boolean;
  readonly keyFile?: string;
  readonly domain?: string;
}

const shown = (namespace: NamespaceView) => outcome<NamespaceView>({ data: namespace, text: namespaceText });

const moved = (transferred: TransferredNamespace) =>
  outcome<TransferredNamespace>({
    data: transferred,
    text: namespaceText,
    notes: ({ warnings }, page) => warnings.map((warning) => page.warn(`Note: ${warning}`)),
  });

const domainOf = (namespace: string): string => namespace.split('.').reverse().join('.');

/** The present time, signed; undefined when no proof was asked for. */
async function proofOf({ io, options }: Context<ProofOptions>): Promise<NamespaceProof | undefined> {
  const { dns, http, keyFile: file, domain } = options;
  if (!dns && !http && !file && !domain) return undefined;
  if (dns === http) throw new UsageError('Give either --dns or --http: where the domain publishes the key.');
  if (!file) throw new UsageError('--key-file <file> is required: the private key.');
  const key = await readDomainKey(io, file);
  const timestamp = new Date(io.now()).toISOString();
  const method = dns ? 'dns' : 'http';
  return { method, timestamp, signedTimestamp: key.sign(timestamp), ...(domain && { domain }) };
}

async function claim(context: Context<ProofOptions & { visibility?: Visibility }>, name: string) {
  const { visibility } = context.options;
  const { namespaces } = await context.assay();
  const proof = await proofOf(context);
  const body = { name, ...(visibility && { visibility }), ...(proof && { proof }) };
  return claimed(await namespaces.create(body, context.request));
}

async function prove(context: Context<ProofOptions>, name: string) {
  const { namespaces } = await context.assay();
  const proof = await proofOf(context);
  if (!proof) throw new UsageError('Give --dns or --http, with --key-file <file>.');
  return shown(await namespaces.prove(name, proof, context.request));
}

/** What to publish, from a key of one's own; asks no server. */
async function showProof(context: Context<{ keyFile: string; generate?: boolean }>, name: string) {
  const { keyFile: file, generate } = context.options;
  if (!name.includes('.'))
    throw new UsageError(`"${name}" is not a domain: a domain's namespace contains dots, such as com.example.`);
  const key = await (generate ? generateDomainKey : readDomainKey)(context.io, file);
  const domain = domainOf(name);
  const data = { namespace: name, domain, record: key.record, url: `https://${domain}/.well-known/mcp-registry-auth` };
  return outcome({
    data,
    text: (it, page) =>
      pairs(page, [
        ['domain', it.domain],
        ['record', page.bold(it.record)],
        ['by dns', `as a TXT record of ${it.domain}: proves ${name} and ${name}.*`],
        ['by http', `as the text at ${it.url}: proves ${name}`],
      ]),
    notes: () => [`Published? Then: assay namespaces claim ${name} --dns --key-file ${file}`],
  });
}

async function transfer(context: Context<{ owner?: string }>, name: string, organisation: string) {
  const { owner } = context.options;
  const body = { organisation, ...(owner && { owner }) };
  return moved(await (await context.assay()).namespaces.transfer(name, body, context.request));
}

const accept = async (context: Context<object>, name: string) =>
  moved(await (await context.assay()).namespaces.acceptTransfer(name, context.request));

async function withdraw(context: Context<object>, name: string) {
  await (await context.assay()).namespaces.withdrawTransfer(name, context.request);
  return outcome({ data: null, text: () => `Offer withdrawn: ${name}.` });
}

const rename = async (context: Context<object>, name: string, to: string) =>
  shown(await (await context.assay()).namespaces.rename(name, to, context.request));

const addTeam = async (context: Context<object>, name: string, team: string) =>
  shown(await (await context.assay()).namespaces.addTeam(name, team, context.request));

const removeTeam = async (context: Context<object>, name: string, team: string) =>
  shown(await (await context.assay()).namespaces.removeTeam(name, team, context.request));

async function renameTool(context: Context<object>, tool: string, to: string) {
  const entry = await (await context.assay()).tools.rename(tool, to, context.request);
  return outcome<Entry>({
    data: entry,
    text: ({ name }) => `${tool} is now called ${name}. The old name keeps working.`,
  });
}

const withProof = (command: Command): Command =>
  command
    .option('--dns', 'the key is in a TXT record of the domain')
    .option('--http', 'the key is at https://<domain>/.well-known/mcp-registry-auth')
    .option('--key-file <file>', 'the private key (PEM, Ed25519 or P-384)')
    .option('--domain <name>', "a domain above the namespace's own, with --dns");

function addProofCommands(group: Command, host: Host): void {
  withProof(
    add(group, 'claim <name>', "Claim a namespace; names with dots require the domain's key", [
      'namespaces claim com.example --dns --key-file key.pem',
    ]),
  )
    .addOption(new Option('--visibility <who>', 'who sees its tools').choices(['public', 'organisation', 'private']))
    .action(host.does(claim));
  withProof(
    add(group, 'prove <name>', 'Prove the domain of a namespace you own', [
      'namespaces prove com.example --http --key-file key.pem',
    ]),
  ).action(host.does(prove));
  add(group, 'proof <name>', 'Show the proof the domain must publish', [
    'namespaces proof com.example --key-file key.pem',
    'namespaces proof com.example --key-file key.pem --generate',
  ])
    .requiredOption('--key-file <file>', 'the private key (PEM, Ed25519 or P-384)')
    .option('--generate', 'generate the key; an existing file is not overwritten')
    .action(host.does(showProof));
}

export function addOwnershipCommands(program: Command, group: Command, host: Host): void {
  addProofCommands(group, host);
  add(group, 'add-team <name> <team>', 'Make a team an owner', ['namespaces add-team acme payments']).action(
    host.does(addTeam),
  );
  add(group, 'remove-team <name> <team>', 'Remove a team from the owners', [
    'namespaces remove-team acme payments',
  ]).action(host.does(removeTeam));
  add(group, 'transfer <name> <organisation>', 'Offer a namespace to another organisation', [
    'namespaces transfer acme globex',
    'namespaces transfer acme globex --owner ann',
  ])
    .option('--owner <principal>', 'its owner there (default: the principal who accepts)')
    .action(host.does(transfer));
  add(group, 'accept <name>', 'Accept a namespace that is offered to your organisation', [
    'namespaces accept acme',
  ]).action(host.does(accept));
  add(group, 'withdraw <name>', 'Withdraw or decline an offer', ['namespaces withdraw acme']).action(
    host.does(withdraw),
  );
  add(group, 'rename <name> <to>', 'Rename a namespace; its old name keeps working', [
    'namespaces rename acme apex',
  ]).action(host.does(rename));
  add(program, 'rename', 'Rename a tool; its old name keeps working', ['rename acme/orders.create acme/orders.place'])
    .argument('<tool>', 'namespace/tool', qualifiedName)
    .argument('<to>', 'new name, in the same or another of your namespaces', qualifiedName)
    .action(host.does(renameTool));
}
