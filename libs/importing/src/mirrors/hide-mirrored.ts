import { isoTime } from '@assay/kernel';
import type { RegistryServerStore, ServerQuery } from '../official/registry-server-store.js';

const pageSize = 200;

/**
 * Marks all entries of a mirror as deleted, so that followers see the change; returns their number. Revoked entries are
 * deleted as well: they would reappear when their revocation is lifted.
 */
export async function hideMirrored(servers: RegistryServerStore, origin: string, why: string): Promise<number> {
  let hidden = 0;
  let after: ServerQuery['after'];
  do {
    const query = { origin, includeDeleted: true, limit: pageSize };
    const page = await servers.list({ ...query, ...(after !== undefined && { after }) });
    after = page.length < pageSize ? undefined : page.at(-1);
    const shown = page.filter(({ status }) => status !== 'deleted');
    if (shown.length === 0) continue;
    await servers.change({ names: [] }, ({ at }) => ({
      update: shown.map(({ id, official }) => ({
        id,
        status: 'deleted' as const,
        statusMessage: why,
        statusChangedAt: at,
        updatedAt: at,
        // Its own registry no longer maintains it: from now on this one does.
        official: official && { ...official, status: 'deleted', statusMessage: why, updatedAt: isoTime(at) },
      })),
      result: null,
    }));
    hidden += shown.length;
  } while (after !== undefined);
  return hidden;
}
