import type { ConfirmedImport, ConfirmImport, Entry, ImportView } from '@assay/sdk';
import type { Command } from 'commander';
import { add, type Context, type Host, outcome } from '../command.js';
import { type AddressOptions, mcpAddress } from '../input/address.js';
import { askYes } from '../input/ask.js';
import { listed, pair } from '../input/options.js';
import { readDocument } from '../input/read-document.js';
import { write } from '../io.js';
import { pageFor } from '../output/page.js';
import { during } from '../output/progress.js';
import { nothingToPublish, proposalsText } from '../output/proposals.js';
import { table } from '../output/table.js';
import { brief, harmless, plural } from '../output/text.js';
import { choiceOf } from './import-choice.js';

interface ChoiceOptions {
  readonly only?: string[];
  readonly readOnly?: string[];
  readonly yes?: boolean;
}
interface ImportOptions extends AddressOptions, ChoiceOptions {
  readonly namespace: string;
  readonly server?: string;
  readonly stateless?: boolean;
}

interface OpenApiOptions extends ChoiceOptions {
  readonly namespace: string;
  readonly server?: string;
  readonly baseUrl?: string;
  readonly header?: Record<string, string>;
  readonly query?: Record<string, string>;
}

interface ListedOptions extends ChoiceOptions {
  readonly namespace: string;
  readonly server?: string;
  readonly set?: Record<string, string>;
  readonly stateless?: boolean;
}

/** Starting a foreign server may take as long as downloading it. */
const readingMs = 180_000;

const leftOut = ({ id, proposals }: ImportView): string[] => {
  const count = proposals.filter(({ state }) => state === 'invalid').length;
  return count === 0 ? [] : [`${plural(count, 'tool')} left out as invalid: assay import show ${id} says why.`];
};

const published = (data: ConfirmedImport, found: ImportView) =>
  outcome<ConfirmedImport>({
    data,
    text: ({ entries }, page) =>
      table(
        page,
        ['PUBLISHED', 'VERSION', 'WHAT IT DOES'],
        entries.map(({ name, version, description }: Entry) => [name, version, brief(description, 90)]),
      ),
    notes: ({ entries: [entry], reviews }) => [
      ...leftOut(found),
      ...reviews.map(({ id, subject }) => `Held for review: ${subject}. See: assay reviews show ${id}`),
      ...(entry ? [`Next: assay show ${entry.name}, or assay call ${entry.name} …`] : []),
    ],
  });

async function publishChosen(context: Context<ChoiceOptions>, found: ImportView, choice: ConfirmImport) {
  const assay = await context.assay();
  const label = `Publishing ${plural(choice.include?.length ?? 0, 'tool')}`;
  const confirm = () => assay.imports.confirm(found.id, choice, context.request);
  return published(await during(context, label, confirm), found);
}

const later = ({ id, proposals }: ImportView): string[] => [
  'Nothing is published yet.',
  `To publish: assay import confirm ${id}${proposals.some(({ state }) => state === 'invalid') ? ' (what is invalid is left out)' : ''}`,
];

/** Shows the proposals and publishes what was agreed to; without anybody to ask, says how to agree. */
async function decide(context: Context<ChoiceOptions>, found: ImportView) {
  const { io, options } = context;
  const choice = choiceOf(found, options.only, options.readOnly);
  const count = choice.include?.length ?? 0;
  if (options.yes && count > 0) return publishChosen(context, found, choice);
  if (count === 0 || !context.interactive) {
    const stuck = count === 0 && found.proposals.some(({ state }) => state === 'invalid');
    const notes = () => (count === 0 ? nothingToPublish(found) : later(found));
    return outcome<ImportView>({ data: found, text: proposalsText, notes, failed: stuck });
  }
  await write(io.stderr, `${proposalsText(harmless(found), pageFor(io.stderr, io.env))}\n\n`);
  if (await askYes(io, `Publish ${plural(count, 'tool')}?`)) return publishChosen(context, found, choice);
  return outcome({ data: found, text: () => '', notes: () => later(found) });
}

async function importMcp(context: Context<ImportOptions>, words: string[]) {
  const { namespace, server, stateless } = context.options;
  const mcp = mcpAddress(words, context.options);
  const assay = await context.assay();
  const source = { namespace, source: { mcp }, ...(server ? { server } : {}), ...(stateless ? { stateless } : {}) };
  const request = { ...context.request, timeoutMs: readingMs };
  const label = `Reading the tools of ${brief(words.join(' '), 50)}`;
  const found = await during(context, label, () => assay.imports.create(source, request));
  return decide(context, found);
}

/** Reads a document here when it is a file, and lets the server read it when it has an address. */
async function importOpenApi(context: Context<OpenApiOptions>, place: string) {
  const { namespace, server, baseUrl, header, query } = context.options;
  const source = /^https?:\/\//i.test(place) ? { url: place } : { document: await readDocument(context.io, place) };
  const credentials = { ...(header ? { headers: header } : {}), ...(query ? { query } : {}) };
  const openapi = { ...source, ...(baseUrl ? { baseUrl } : {}), ...credentials };
  const assay = await context.assay();
  const body = { namespace, source: { openapi }, ...(server ? { server } : {}) };
  const request = { ...context.request, timeoutMs: readingMs };
  const found = await during(context, `Reading the operations of ${brief(place, 50)}`, () =>
    assay.imports.create(body, request),
  );
  return decide(context, found);
}

/** A server the registry lists: published there through the official API, or mirrored from another registry. */
async function importListed(context: Context<ListedOptions>, reference: string) {
  const { namespace, server, set, stateless } = context.options;
  const at = reference.lastIndexOf('@');
  const [name, version] = at > 0 ? [reference.slice(0, at), reference.slice(at + 1)] : [reference, undefined];
  const registry = { name, ...(version ? { version } : {}), ...(set ? { values: set } : {}) };
  const assay = await context.assay();
  const options = { ...(server ? { server } : {}), ...(stateless ? { stateless } : {}) };
  const request = { ...context.request, timeoutMs: readingMs };
  const found = await during(context, `Reading the tools of ${brief(reference, 50)}`, () =>
    assay.imports.create({ namespace, source: { registry }, ...options }, request),
  );
  return decide(context, found);
}

async function show(context: Context<object>, id: string) {
  const found = await (await context.assay()).imports.show(id, context.request);
  return outcome<ImportView>({ data: found, text: proposalsText, notes: later });
}

async function confirm(context: Context<ChoiceOptions>, id: string) {
  const found = await (await context.assay()).imports.show(id, context.request);
  const choice = choiceOf(found, context.options.only, context.options.readOnly);
  if (choice.include?.length) return publishChosen(context, found, choice);
  return outcome<ImportView>({ data: found, text: proposalsText, notes: nothingToPublish, failed: true });
}

const choosing = (command: Command): Command =>
  command
    .option('--only <names>', 'publish these tools only (commas, or repeat it)', listed)
    .option('--read-only <names>', 'declare that these tools change nothing; * for all', listed);

export function addImportCommands(program: Command, host: Host): void {
  const group = program.command('import').description('Publish the tools of a server or API that exists already');
  const mcp = add(
    group,
    'mcp [address...]',
    'Read the tools of an MCP server, show them, and publish what you agree to',
    [
      'import mcp https://tools.example.com/mcp --namespace acme --header authorization="Bearer …"',
      'import mcp --namespace acme --read-only echo -- npx -y @modelcontextprotocol/server-everything',
    ],
  );
  choosing(mcp)
    .requiredOption('--namespace <name>', 'namespace to publish into')
    .option('--server <name>', "name of the server there (default: the upstream's own)")
    .option('--header <name=value>', 'header of every request to an address (repeat it)', pair)
    .option('--env <name=value>', "variable of a command's environment (repeat it)", pair)
    .option('--stateless', 'one process may serve every caller')
    .option('--yes', 'publish without asking')
    .action(host.does(importMcp));
  const openapi = add(
    group,
    'openapi <file-or-address>',
    'Read an OpenAPI 3 document, show a tool for each operation, and publish what you agree to',
    [
      'import openapi https://api.example.com/openapi.json --namespace acme --header authorization="Bearer …"',
      'import openapi petstore.yaml --namespace acme --base-url https://petstore.example.com/v3 --query api_key=…',
    ],
  );
  choosing(openapi)
    .requiredOption('--namespace <name>', 'namespace to publish into')
    .option('--server <name>', "name of the API there (default: the document's title)")
    .option('--base-url <address>', "where the API is called (default: the document's first server)")
    .option('--header <name=value>', 'header of every call, such as a credential (repeat it)', pair)
    .option('--query <name=value>', 'query parameter of every call, such as a credential (repeat it)', pair)
    .option('--yes', 'publish without asking')
    .action(host.does(importOpenApi));
  const listedServer = add(
    group,
    'registry <server>',
    'Read the tools of a server the registry lists (/v0.1/servers), and publish what you agree to',
    [
      'import registry com.example/weather --namespace acme --set API_KEY=…',
      'import registry com.example/weather@1.2.0 --namespace acme',
    ],
  );
  choosing(listedServer)
    .requiredOption('--namespace <name>', 'namespace to publish into')
    .option('--server <name>', "name of the server there (default: the listed one's own)")
    .option('--set <name=value>', 'what the server asks of its user (repeat it)', pair)
    .option('--stateless', 'one process may serve every caller')
    .option('--yes', 'publish without asking')
    .action(host.does(importListed));
  add(group, 'show <id>', 'Show the proposals of an import', ['import show 0198f2a0-…']).action(host.does(show));
  choosing(
    add(group, 'confirm <id>', 'Publish the proposals of an import', [
      'import confirm 0198f2a0-… --only acme/everything.echo',
    ]),
  ).action(host.does(confirm));
}
