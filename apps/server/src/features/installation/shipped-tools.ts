import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Caller, Directory, ManageNamespaces } from '@assay/identity';
import type { ImportServer, ManageServers } from '@assay/importing';
import { type Clock, digestJson, startDeadline } from '@assay/kernel';
import type { Catalogue, Server } from '@assay/registry';
import { type ShippedToolkit, shippedToolkits } from '@assay/toolkits';
import type { Logger } from 'pino';

const listWithinMs = 20_000;

export interface ShippedToolsPorts {
  readonly catalogue: Catalogue;
  readonly directory: Directory;
  readonly namespaces: Pick<ManageNamespaces, 'claim'>;
  readonly servers: Pick<ManageServers, 'change'>;
  readonly imports: Pick<ImportServer, 'propose' | 'confirm'>;
  readonly clock: Clock;
}

/** Publishes the toolkits that ship, through the same import as everybody's; nothing happens when all is as it was. */
export async function publishShippedTools(
  ports: ShippedToolsPorts,
  administrator: Caller,
  roots: readonly string[],
  log: Logger,
): Promise<void> {
  for (const toolkit of shippedToolkits) {
    try {
      await publishToolkit(ports, administrator, toolkit, roots);
    } catch (error) {
      log.warn(
        { toolkit: `${toolkit.namespace}/${toolkit.server}`, reason: (error as Error).message },
        'a toolkit could not be published',
      );
    }
  }
}

async function publishToolkit(
  ports: ShippedToolsPorts,
  caller: Caller,
  toolkit: ShippedToolkit,
  roots: readonly string[],
): Promise<void> {
  const { namespace, server, entry, version, stateless, capabilities } = toolkit;
  const name = `${namespace}/${server}`;
  const mcp = { command: process.execPath, args: [entry, ...roots] };
  // The roots may lie in Assay's own folder, which is never proposed: the record names them.
  const folders = roots.filter((it) => existsSync(it)).map((path) => ({ path: resolve(path), mode: 'rw' as const }));
  const isolation = { network: 'none' as const, folders };
  if (ports.directory.namespace(namespace) === undefined) {
    settle(await ports.namespaces.claim(caller, { name: namespace, visibility: 'organisation' }));
  }
  const registered = ports.catalogue.server(name);
  const published = ports.catalogue.toolsOn(name);
  const current = published.length > 0 && published.every((tool) => tool.versions.some((it) => it.version === version));
  if (current && registered !== undefined) {
    const isSame = digestJson(registered.mcp) === digestJson(mcp) && hasFolders(registered, folders);
    if (!isSame) settle(await ports.servers.change(caller, name, { mcp, stateless, isolation }));
    return;
  }
  const deadline = startDeadline(ports.clock, listWithinMs);
  try {
    const proposed = settle(
      await ports.imports.propose(caller, { namespace, server, source: { mcp }, stateless, isolation }, deadline),
    );
    const edits = Object.fromEntries(
      proposed.proposals.map(({ manifest }) => {
        const tags = capabilities[manifest.endpoint.tool as string];
        return [manifest.name, { version, ...(tags && { capabilities: [...tags] }) }];
      }),
    );
    const include = proposed.proposals.map((it) => it.manifest.name);
    settle(await ports.imports.confirm(caller, proposed.id, { include, edits }));
  } finally {
    deadline.end();
  }
}

/** An administrator may have chosen otherwise; only what the toolkit cannot work without is put back. */
const hasFolders = ({ isolation }: Server, folders: readonly { readonly path: string }[]): boolean =>
  isolation === 'off' || folders.every(({ path }) => isolation?.folders.some((it) => it.path === path));

function settle<T>(outcome: { ok: true; value: T } | { ok: false; error: { message: string } }): T {
  if (!outcome.ok) throw new Error(outcome.error.message);
  return outcome.value;
}
