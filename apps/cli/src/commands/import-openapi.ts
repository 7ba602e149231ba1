import type { Command } from 'commander';
import { add, type Context, type Host } from '../command.js';
import { pair } from '../input/options.js';
import { readDocument } from '../input/read-document.js';
import { brief } from '../output/text.js';
import { type ChoiceOptions, choosing, importFrom } from './import-decision.js';

interface OpenApiOptions extends ChoiceOptions {
  readonly namespace: string;
  readonly server?: string;
  readonly baseUrl?: string;
  readonly header?: Record<string, string>;
  readonly query?: Record<string, string>;
}

/** Reads a document here when it is a file, and lets the server read it when it has an address. */
async function importOpenApi(context: Context<OpenApiOptions>, place: string) {
  const { namespace, server, baseUrl, header, query } = context.options;
  const source = /^https?:\/\//i.test(place) ? { url: place } : { document: await readDocument(context.io, place) };
  const credentials = { ...(header ? { headers: header } : {}), ...(query ? { query } : {}) };
  const openapi = { ...source, ...(baseUrl ? { baseUrl } : {}), ...credentials };
  const body = { namespace, source: { openapi }, ...(server ? { server } : {}) };
  return importFrom(context, body, `Reading the operations of ${brief(place, 50)}`);
}

export function addOpenApiImport(group: Command, host: Host): void {
  const openapi = add(
    group,
    'openapi <file-or-address>',
    'Read an OpenAPI 3 document, show a tool for each operation, and publish those you accept',
    [
      'import openapi https://api.example.com/openapi.json --namespace acme --header authorization="Bearer …"',
      'import openapi petstore.yaml --namespace acme --base-url https://petstore.example.com/v3 --query api_key=…',
    ],
  );
  choosing(openapi)
    .requiredOption('--namespace <name>', 'namespace to publish into')
    .option('--server <name>', "server name in the namespace (default: the document's title)")
    .option('--base-url <address>', "base URL of the API (default: the document's first server)")
    .option('--header <name=value>', 'header for every call, such as a credential (repeatable)', pair)
    .option('--query <name=value>', 'query parameter for every call, such as a credential (repeatable)', pair)
    .option('--yes', 'publish without asking')
    .action(host.does(importOpenApi));
}
