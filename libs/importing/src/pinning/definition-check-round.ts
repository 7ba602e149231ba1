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
  /** Told of a look that could not be finished; the server stays due. */
  readonly onProblem?: (server: string, cause: unknown) => void;
}

/** How often it is asked which servers are due. */
const roundEveryMs = 60_000;
/** Looks under way at once: a stdio server is a process each time. */
const atOnce = 4;
const lookWithinMs = 20_000;

/** Looks at every server that can be looked at, has published tools and is due. */
export const definitionCheckJob = (ports: LookJobPorts): Job => ({
  name: 'upstream-definitions',
  everyMs: roundEveryMs,
  run: (signal) => lookRound(ports, signal),
});

/**
 * One round. Each look has its own time, and servers that did not answer last time come last, so that a dead one keeps
 * nobody waiting.
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
  await Promise.all(Array.from({ length: atOnce }, worker));
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
