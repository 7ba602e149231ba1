import type { Clock } from '@assay/kernel';
import type { Persistence } from '@assay/persistence';
import type { Rates } from '../../platform/redis/rates.js';
import type { SearchIndex } from '../../platform/search/search-index.js';
import type { OpenRequests } from '../../stopping/open-requests.js';
import { boundedCheck } from './bounded-check.js';

/** Null when well; what is wrong; or what is wrong and can be done without. */
export type Check = string | null | { readonly degraded: string };

/** `/readyz` answers within a second; its checks have most of that. */
const readyWithinMs = 750;

export interface ReadinessPorts {
  readonly requests: Pick<OpenRequests, 'isDraining'>;
  readonly persistence: Pick<Persistence, 'ready' | 'auditProblem'>;
  readonly rates: Pick<Rates, 'trouble'>;
  /** Null when no search engine is configured. */
  readonly search: Pick<SearchIndex, 'problem'> | null;
  readonly clock: Pick<Clock, 'after'>;
}

/** What readiness depends on. */
export class Readiness {
  readonly #ports: ReadinessPorts;
  readonly #databaseCheck: () => Promise<string | null>;

  constructor(ports: ReadinessPorts) {
    this.#ports = ports;
    this.#databaseCheck = boundedCheck(() => ports.persistence.ready(), readyWithinMs, ports.clock);
  }

  /** By name. */
  async checks(): Promise<Readonly<Record<string, Check>>> {
    const { requests, persistence, rates, search } = this.#ports;
    const redis = rates.trouble();
    const searching = search?.problem();
    return {
      ...(requests.isDraining && { server: 'it is stopping' }),
      database: await this.#databaseCheck(),
      ...(persistence.auditProblem() !== null && { audit: { degraded: persistence.auditProblem() as string } }),
      ...(redis !== undefined && { redis }),
      ...(searching !== undefined && { search: searching === null ? null : { degraded: searching } }),
    };
  }
}
