import type { Config } from '@assay/config';
import type { Clock } from '@assay/kernel';
import { type DynamicModule, Global, Module } from '@nestjs/common';
import type { Logger } from 'pino';
import { OpenAdapters } from './open-adapters.js';
import { OwnAddress } from './own-address.js';
import { peopleUrlOf } from './people-url.js';
import { CLOCK, CONFIG, LOG, OWN_URL, PEOPLE_URL, RANDOM } from './ports.js';
import { provide } from './provide.js';
import { systemRandom } from './system/system-random.js';

export interface Settings {
  readonly config: Config;
  readonly log: Logger;
  readonly clock: Clock;
  readonly adapters: OpenAdapters;
}

@Global()
@Module({})
class SettingsModule {}

/** What every other module may ask for: the configuration, the log, time, randomness and the server's own address. */
export function settingsModule({ config, log, clock, adapters }: Settings): DynamicModule {
  const values = [
    { provide: CONFIG, useValue: config },
    { provide: LOG, useValue: log },
    { provide: CLOCK, useValue: clock },
    { provide: RANDOM, useValue: systemRandom },
    { provide: OpenAdapters, useValue: adapters },
    { provide: OwnAddress, useValue: new OwnAddress() },
    provide(
      OWN_URL,
      { address: OwnAddress },
      ({ address }) =>
        () =>
          address.url,
    ),
    provide(
      PEOPLE_URL,
      { address: OwnAddress },
      ({ address }) =>
        () =>
          peopleUrlOf(config, address.url),
    ),
  ];
  return { module: SettingsModule, providers: values, exports: values };
}
