import { type CataloguePorts, commandDigest, commandOf, type Server } from '@assay/registry';
import { proposeIsolation } from './isolation-profile.js';
import type { Machine } from './machine.js';
import { commandProblem } from './may-start-command.js';

type AdoptPorts = Pick<CataloguePorts, 'catalogue' | 'directory' | 'store' | 'feed'> & { readonly machine: Machine };

/**
 * Completes the records of commands from before confirmations and isolation existed. The migration marks those of the
 * installation's own organisation as confirmed; the command's digest can only be written here, since its environment is
 * encrypted. Returns the records that will not be started, with the reason.
 */
export async function adoptCommands(ports: AdoptPorts): Promise<{ name: string; problem: string }[]> {
  const { catalogue, directory, store, feed } = ports;
  const adopted = await Promise.all([...catalogue.servers()].map((it) => completed(it, ports.machine)));
  for (const server of adopted) if (server !== undefined) await store.changeServer(server);
  await feed.caughtUp();
  return [...catalogue.servers()].flatMap((server) => {
    const problem = commandProblem(server, directory);
    return problem === undefined ? [] : [{ name: `${server.namespace}/${server.name}`, problem }];
  });
}

async function completed(server: Server, machine: Machine): Promise<Server | undefined> {
  const command = commandOf(server);
  if (command === undefined) return undefined;
  const { confirmation, isolation } = server;
  const isMarked = confirmation !== null && confirmation.digest === null;
  if (!isMarked && isolation !== null) return undefined;
  return {
    ...server,
    isolation: isolation ?? (await proposeIsolation(command, machine)),
    confirmation: isMarked ? { ...confirmation, digest: commandDigest(command) } : confirmation,
    updatedAt: server.updatedAt + 1,
  };
}
