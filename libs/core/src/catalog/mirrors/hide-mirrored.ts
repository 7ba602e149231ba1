import type { RegistryServerStore } from '../official/registry-server-store.js';

const pageSize = 200;

/** Shows everything that came from a mirror as deleted, so that followers hear of it; answers how many there were. */
export async function hideMirrored(servers: RegistryServerStore, origin: string, why: string): Promise<number> {
  let hidden = 0;
  for (;;) {
    const shown = await servers.list({ origin, includeDeleted: false, limit: pageSize });
    if (shown.length === 0) return hidden;
    await servers.change({ names: [] }, ({ at }) => ({
      update: shown.map(({ id }) => ({
        id,
        status: 'deleted' as const,
        statusMessage: why,
        statusChangedAt: at,
        updatedAt: at,
      })),
      result: null,
    }));
    hidden += shown.length;
  }
}
