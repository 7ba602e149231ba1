import type { Command } from 'commander';
import { add, type Context, type Host } from '../command.js';
import { type IsolationOptions, isolating, isolationOf } from '../input/isolation-option.js';
import { pair } from '../input/options.js';
import { brief } from '../output/text.js';
import { type ChoiceOptions, choosing, importFrom } from './import-decision.js';

interface ListedOptions extends ChoiceOptions, IsolationOptions {
  readonly namespace: string;
  readonly server?: string;
  readonly set?: Record<string, string>;
  readonly stateless?: boolean;
}

/** A server the registry lists: published there through the official API, or mirrored from another registry. */
async function importListed(context: Context<ListedOptions>, reference: string) {
  const { namespace, server, set, stateless } = context.options;
  const at = reference.lastIndexOf('@');
  const [name, version] = at > 0 ? [reference.slice(0, at), reference.slice(at + 1)] : [reference, undefined];
  const registry = { name, ...(version ? { version } : {}), ...(set ? { values: set } : {}) };
  const options = {
    ...(server ? { server } : {}),
    ...(stateless ? { stateless } : {}),
    ...isolationOf(context.options),
  };
  const body = { namespace, source: { registry }, ...options };
  return importFrom(context, body, `Reading the tools of ${brief(reference, 50)}`);
}

export function addRegistryImport(group: Command, host: Host): void {
  const listedServer = add(
    group,
    'registry <server>',
    'Read the tools of a server the registry lists (/v0.1/servers), and publish those you accept',
    [
      'import registry com.example/weather --namespace acme --set API_KEY=…',
      'import registry com.example/weather@1.2.0 --namespace acme',
    ],
  );
  isolating(choosing(listedServer))
    .requiredOption('--namespace <name>', 'namespace to publish into')
    .option('--server <name>', 'server name in the namespace (default: its listed name)')
    .option('--set <name=value>', 'setting the server requires (repeatable)', pair)
    .option('--stateless', 'share one process among all callers')
    .option('--yes', 'publish without asking')
    .action(host.does(importListed));
}
