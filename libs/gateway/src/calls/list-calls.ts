import type { InvocationStatus } from '@assay/contracts';
import { type Caller, hasScope, type Position } from '@assay/identity';
import type { CallSummary } from '@assay/kernel';
import type { RunningCalls } from '../running-calls.js';

/** A call in a list. Times in ms since the epoch. */
export interface ListedCall extends CallSummary {
  readonly id: string;
  readonly principalId: string | null;
  /** When it was last recorded, by which lists are in order. */
  readonly at: number;
}

/** Where calls stand that are not recorded yet: before all others, so that a list goes on with the recorded ones. */
export const unrecordedAt = Date.UTC(9999, 11, 31);

export interface CallQuery {
  /** `ns/tool`. */
  readonly tool?: string | undefined;
  readonly version?: string | undefined;
  readonly status?: InvocationStatus | undefined;
  readonly session?: string | undefined;
  /** Recorded at this time or later. */
  readonly since?: number | undefined;
  readonly after: Position | null;
  readonly limit: number;
}

/** Recorded calls, each as it was recorded last, and accepted ones that have no record yet. */
export interface CallLists {
  /**
   * Newest first: of an organisation, or of one principal in it. Calls that run and are not recorded yet come first, on the
   * first page.
   */
  list(
    query: CallQuery & { readonly organisationId: string; readonly principalId?: string },
  ): Promise<readonly ListedCall[]>;
}

export interface ListCallsPorts {
  readonly lists: CallLists;
  readonly running: Pick<RunningCalls, 'has'>;
}

/** Shows callers their own calls, and administrators those of their organisation. */
export class ListCalls {
  readonly #ports: ListCallsPorts;

  constructor(ports: ListCallsPorts) {
    this.#ports = ports;
  }

  async run(caller: Caller, query: CallQuery): Promise<readonly ListedCall[]> {
    const { organisationId, principalId } = caller;
    if (organisationId === null || principalId === null) return [];
    const whose = hasScope(caller, 'admin') ? {} : { principalId };
    const found = await this.#ports.lists.list({ ...query, organisationId, ...whose });
    return found.map(this.#asItIs);
  }

  /** A call that waited, or was scheduled, may be running again. */
  #asItIs = (listed: ListedCall): ListedCall =>
    waiting.has(listed.status) && this.#ports.running.has(listed.id) ? { ...listed, status: 'running' } : listed;
}

const waiting: ReadonlySet<InvocationStatus> = new Set(['scheduled', 'awaiting_approval']);
