import type { ImportView } from '@assay/sdk';
import type { Command } from 'commander';
import { add, type Context, type Host, outcome } from '../command.js';
import { type AddressOptions, mcpAddress } from '../input/address.js';
import { type IsolationOptions, isolating, isolationOf } from '../input/isolation-option.js';
import { pair } from '../input/options.js';
import { nothingToPublish, proposalsText } from '../output/proposals.js';
import { brief } from '../output/text.js';
import { addShow } from '../route-commands.js';
import { choiceOf } from './import-choice.js';
import { type ChoiceOptions, choosing, importFrom, later, publishChosen } from './import-decision.js';
import { addGrpcImport } from './import-grpc.js';
import { addOpenApiImport } from './import-openapi.js';
import { addRegistryImport } from './import-registry.js';

interface ImportOptions extends AddressOptions, ChoiceOptions, IsolationOptions {
  readonly namespace: string;
  readonly server?: string;
  readonly stateless?: boolean;
}

async function importMcp(context: Context<ImportOptions>, words: string[]) {
  const { namespace, server, stateless } = context.options;
  const mcp = mcpAddress(words, context.options);
  const given = { ...(server ? { server } : {}), ...(stateless ? { stateless } : {}), ...isolationOf(context.options) };
  const body = { namespace, source: { mcp }, ...given };
  return importFrom(context, body, `Reading the tools of ${brief(words.join(' '), 50)}`);
}

async function confirm(context: Context<ChoiceOptions & IsolationOptions>, id: string) {
  const found = await (await context.assay()).imports.show(id, context.request);
  const choice = { ...choiceOf(found, context.options), ...isolationOf(context.options) };
  if (choice.include?.length) return publishChosen(context, found, choice);
  return outcome<ImportView>({ data: found, text: proposalsText, notes: nothingToPublish, failed: true });
}

export function addImportCommands(program: Command, host: Host): void {
  const group = program.command('import').description('Publish the tools of an existing server or API');
  const mcp = add(
    group,
    'mcp [address...]',
    'Read the tools of an MCP server, show them, and publish those you accept',
    [
      'import mcp https://tools.example.com/mcp --namespace acme --header authorization="Bearer …"',
      'import mcp --namespace acme --read-only echo -- npx -y @modelcontextprotocol/server-everything',
      'import mcp --namespace acme --isolation network=none --isolation folder=/srv/notes:rw -- uvx my-notes',
    ],
  );
  isolating(choosing(mcp))
    .requiredOption('--namespace <name>', 'namespace to publish into')
    .option('--server <name>', "server name in the namespace (default: the upstream's name)")
    .option('--header <name=value>', 'header for every request to an address (repeatable)', pair)
    .option('--env <name=value>', 'environment variable of the command (repeatable)', pair)
    .option('--stateless', 'share one process among all callers')
    .option('--yes', 'publish without asking')
    .action(host.does(importMcp));
  addOpenApiImport(group, host);
  addGrpcImport(group, host);
  addRegistryImport(group, host);
  addShow(group, host, {
    route: 'showImport',
    description: 'Show the proposals of an import',
    examples: ['import show 0198f2a0-…'],
    text: proposalsText,
    notes: later,
  });
  const confirming = add(group, 'confirm <id>', 'Publish the proposals of an import', [
    'import confirm 0198f2a0-… --only acme/everything.echo',
  ]);
  isolating(choosing(confirming)).action(host.does(confirm));
}
