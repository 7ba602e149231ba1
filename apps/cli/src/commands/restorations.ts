import type { Assay, Entry, RequestOptions } from '@assay/sdk';

/** One thing that keeps a version from being used as usual, and how it is lifted. */
export interface Restoration {
  applies(entry: Entry): boolean;
  /** The version as it is afterwards. */
  lift(assay: Assay, entry: Entry, reason: string, request: RequestOptions): Promise<Entry>;
}

/** A deprecation or a yank. */
const status: Restoration = {
  applies: (entry) => entry.status === 'DEPRECATED' || entry.status === 'YANKED',
  lift: (assay, { name, version }, reason, request) =>
    assay.tools.changeStatus(name, version, { status: 'ACTIVE', reason }, request),
};

/** What `assay restore` lifts, in this order; each looks at the version as the one before has left it. */
export const restorations: readonly Restoration[] = [status];
