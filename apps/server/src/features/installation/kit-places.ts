import { join } from 'node:path';
import type { Config } from '@assay/config';
import type { Kit, KitPlaces } from '@assay/kit';
import { filesRoots } from './files-roots.js';

/** The folders of a kit on this machine. */
export const kitPlaces = (
  config: Pick<Config, 'filesRoots' | 'home' | 'stateFolder'>,
  { name }: Kit,
  settings: KitPlaces['settings'] = {},
): KitPlaces => ({
  settings,
  roots: filesRoots(config),
  state: join(config.stateFolder, 'kits', name),
});
