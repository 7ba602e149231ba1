import { type Clock, type Job, startDeadline } from '@assay/kernel';
import { type Catalogue, isWatched, type Server } from '@assay/registry';
import type { DefinitionCheckStore } from './definition-check-store.js';
import { byPromise, isDue } from './definition-check-times.js';
import type { WatchDefinitions } from './watch-definitions.js';

export interface LookJobPorts {
  readonly catalogue: Catalogue;
  readonly looks: Pick<DefinitionCheckStore, 'looks'>;
  readonly watch: Pick<WatchDefinitions, 'look'>;
  readonly clock: Clock;
  /** Called for a check that failed; the server stays due. */
  readonly onProblem?: (server: string, cause: unknown) => void;
}

/** The interval at which due servers are determined. */
const roundEveryMs = 60_000;
/** Concurrent checks: a stdio server needs a process for each. */
const concurrency = 4;
const lookWithinMs = 20_000;

/** Checks every due server that can be checked and has published tools. */
export const definitionCheckJob = (ports: LookJobPorts): Job => ({
  name: 'upstream-definitions',
  everyMs: roundEveryMs,
  run: (signal) => lookRound(ports, signal),
});

/**
 * One round. Each check has its own time limit, and servers that did not answer last time come last, so that a dead one
 * delays no others.
 */
export async function lookRound({ catalogue, looks, watch, clock, onProblem }: LookJobPorts, signal: AbortSignal) {
  const due = await dueServers(catalogue, looks, clock.now());
  const worker = async () => {
    for (let server = due.shift(); server !== undefined && !signal.aborted; server = due.shift()) {
      const deadline = startDeadline(clock, lookWithinMs, signal);
      try {
        await watch.look(server, deadline);
      } catch (cause) {
        onProblem?.(`${server.namespace}/${server.name}`, cause);
      } finally {
        deadline.end();
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}

async function dueServers(
  catalogue: Catalogue,
  looks: Pick<DefinitionCheckStore, 'looks'>,
  now: number,
): Promise<Server[]> {
  const known = new Map((await looks.looks()).map((it) => [it.serverId, it]));
  return [...catalogue.servers()]
    .filter((it) => isWatched(it) && isDue(it, known.get(it.id), now))
    .filter((it) => catalogue.toolsOn(`${it.namespace}/${it.name}`).length > 0)
    .sort((a, b) => byPromise(known.get(a.id), known.get(b.id)));
}
