import { isoTime } from '../../kernel/iso-time.js';
import type { RegistryServerStore } from '../official/registry-server-store.js';

const pageSize = 200;

/** Shows everything that came from a mirror as deleted, so that followers hear of it; answers how many there were. */
export async function hideMirrored(servers: RegistryServerStore, origin: string, why: string): Promise<number> {
  let hidden = 0;
  for (;;) {
    const shown = await servers.list({ origin, includeDeleted: false, limit: pageSize });
    if (shown.length === 0) return hidden;
    await servers.change({ names: [] }, ({ at }) => ({
      update: shown.map(({ id, official }) => ({
        id,
        status: 'deleted' as const,
        statusMessage: why,
        statusChangedAt: at,
        updatedAt: at,
        // Its own registry does not speak of it any more: from now on this one does.
        official: official && { ...official, status: 'deleted', statusMessage: why, updatedAt: isoTime(at) },
      })),
      result: null,
    }));
    hidden += shown.length;
  }
}
