import { Global, Module } from '@nestjs/common';
import { OpenAdapters } from '../open-adapters.js';
import { CLOCK, COMMAND_PACKAGES, COMMANDS, CONFIG, LOG, MACHINE, OWN_SERVICES } from '../ports.js';
import { provide } from '../provide.js';
import { openCommands } from './isolation.js';
import { openMachine } from './machine.js';

const providers = [
  provide(
    COMMANDS,
    { config: CONFIG, own: OWN_SERVICES, clock: CLOCK, log: LOG, adapters: OpenAdapters },
    async ({ adapters, ...options }) =>
      adapters.add('started commands', await openCommands(options), (it) => it.close()),
  ),
  provide(COMMAND_PACKAGES, { commands: COMMANDS }, ({ commands }) => commands.packages),
  provide(MACHINE, { config: CONFIG, own: OWN_SERVICES, commands: COMMANDS }, ({ config, own, commands }) =>
    openMachine({
      home: config.home,
      addresses: () => [...own.map(({ host, port }) => `${host}:${port}`), `127.0.0.1:${config.port}`],
      isolates: () => commands.support.kind !== 'none',
    }),
  ),
];

/** Starts the commands of servers, isolated as well as this machine can. */
@Global()
@Module({ providers, exports: providers })
export class CommandsModule {}
