import { Global, Module } from '@nestjs/common';
import { OpenAdapters } from '../open-adapters.js';
import { CONFIG, PLACE } from '../ports.js';
import { provide } from '../provide.js';
import { systemRandom } from '../system/system-random.js';
import { Home } from './home.js';

const providers = [
  provide(Home, { config: CONFIG, adapters: OpenAdapters }, ({ config, adapters }) =>
    adapters.add('home', new Home(config.home), (home) => home.release()),
  ),
  provide(PLACE, { home: Home }, ({ home }) => home.secret('place.id', () => systemRandom.uuid())),
];

/** The folder of the installation. */
@Global()
@Module({ providers, exports: providers })
export class HomeModule {}
