import type { Kit, KitPlaces } from '@assay/kit';
import type { ShippedKit } from '@assay/registry';

/** A kit as the registry manages it. */
export function shippedKit(kit: Kit, places: KitPlaces): ShippedKit {
  const { name, title, summary, version, tools, compositions = {} } = kit;
  const { network, hosts = [], folders } = kit.profile(places);
  return {
    ...{ name, title, summary, version, network, hosts, folders },
    tools: Object.entries({ ...tools, ...compositions }).map(([tool, { acts, compensation }]) => ({
      name: tool,
      acts,
      undo: compensation?.tool ?? null,
    })),
  };
}
