import type { Config } from '@assay/config';
import type { Kit } from '@assay/kit';
import type { ToolVersion } from '@assay/registry';
import { kitPlaces } from './kit-places.js';
import { kitNamespace } from './shipped-kits.js';

/**
 * What this machine lacks for the kit that a version belongs to; null for a version of no kit. A kit that was published
 * may lose its prerequisite later, and its tools are not at fault then.
 */
export const missingOf =
  (config: Pick<Config, 'filesRoots' | 'home' | 'stateFolder'>, kits: readonly Kit[]) =>
  async ({ namespace, tool }: Pick<ToolVersion, 'namespace' | 'tool'>): Promise<string | null> => {
    const kit = namespace === kitNamespace ? kits.find((it) => tool.startsWith(`${it.name}.`)) : undefined;
    return kit === undefined ? null : kit.missing(kitPlaces(config, kit));
  };
