import { type CataloguePorts, commandOf, type Server } from '@assay/registry';
import type { CommandPackages } from './command-packages.js';
import { commandProblem } from './may-start-command.js';

type FetchPorts = Pick<CataloguePorts, 'catalogue' | 'directory' | 'store'> & {
  readonly packages: CommandPackages;
  /** Called for packages that could not be fetched: calls of that server fail until they are. */
  readonly onProblem: (name: string, message: string) => void;
};

/**
 * Fetches the packages of every allowed command, one after another, so that no call waits for them. A record from
 * before pinning gets its pins now.
 */
export async function fetchAllPackages(ports: FetchPorts, signal: AbortSignal): Promise<void> {
  const { catalogue, directory, store, packages, onProblem } = ports;
  const starting = [...catalogue.servers()].filter(
    (it) => commandOf(it) !== undefined && commandProblem(it, directory) === undefined,
  );
  for (const server of starting) {
    if (signal.aborted) return;
    const fetched = await packages.fetch(server);
    if (!fetched.ok) onProblem(`${server.namespace}/${server.name}`, fetched.error.message);
    else if (isNew(server, fetched.value)) await pin(server, fetched.value);
  }

  /** Skipped if the record was changed meanwhile: the change fetched its packages too. */
  async function pin(server: Server, pins: Server['packages']): Promise<void> {
    if (catalogue.serverById(server.id)?.updatedAt !== server.updatedAt) return;
    await store.changeServer({ ...server, packages: pins, updatedAt: server.updatedAt + 1 });
  }
}

const isNew = ({ packages }: Server, fetched: Server['packages']): boolean =>
  fetched !== null && (packages?.lock !== fetched.lock || packages.wish !== fetched.wish);
