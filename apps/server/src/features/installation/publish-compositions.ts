import type { Caller } from '@assay/identity';
import type { Kit, KitComposition } from '@assay/kit';
import { type Catalogue, checkManifest, type PublishVersion } from '@assay/registry';
import { kitNamespace } from './shipped-kits.js';

export interface CompositionPorts {
  readonly catalogue: Catalogue;
  readonly publish: Pick<PublishVersion, 'publish'>;
}

/**
 * Publishes the compositions of a kit beside its tools. Nothing checks that they could run now: until somebody enables the
 * kit, nobody can call their parts. Each call checks it.
 */
export async function publishCompositions(
  { catalogue, publish }: CompositionPorts,
  caller: Caller,
  kit: Kit,
): Promise<void> {
  for (const [tool, composition] of Object.entries(kit.compositions ?? {})) {
    const name = `${kitNamespace}/${kit.name}.${tool}`;
    if (catalogue.tool(name)?.versions.some((it) => it.version === kit.version)) continue;
    const manifest = checkManifest(manifestOf(name, kit.version, composition));
    if (!manifest.ok) throw new Error(`${name}: ${manifest.error.map((it) => `${it.path} ${it.message}`).join('; ')}`);
    const published = await publish.publish(caller, manifest.value, null);
    if (!published.ok) throw new Error(published.error.message);
  }
}

function manifestOf(name: string, version: string, composition: KitComposition) {
  const { acts: _, limits, notation, definition, ...parts } = composition;
  return {
    ...{ ...parts, name, version, protocol: 'composite', endpoint: { notation, definition } },
    ...(limits && { limits: limits.map(({ limit, by }) => ({ limit, ...(by && { by: [...by] }) })) }),
  };
}
