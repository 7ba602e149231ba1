/** Compositions: the bare scheduler, plans over REST and over MCP beside calls one by one, and the sets of real plans. */
import { measureOverRest } from './over-rest.mjs';
import { measureOverhead } from './overhead.mjs';
import { measurePlanSets } from './plan-sets.mjs';
import { measureRoundTrips } from './round-trips.mjs';

/** Rows. `agentos` is a folder that holds the peer of the scheduler; without it only our own figures come. */
export async function measureCompositions({ data, agentos }) {
  if (agentos === undefined)
    process.stdout.write('  No --agentos folder: the scheduler is measured without its peer (see overhead.mjs).\n');
  return [
    ...(await measureOverhead({ agentos })),
    ...(await measureOverRest()),
    ...(await measureRoundTrips()),
    ...(await measurePlanSets(data)),
  ];
}
