import type { CodeSandbox } from '@assay/runs';
import { openSandbox } from '@assay/sandbox';
import { Global, Module } from '@nestjs/common';
import { CommandsModule } from '../commands/commands.module.js';
import { OpenAdapters } from '../open-adapters.js';
import { COMMANDS, CONFIG, SANDBOX } from '../ports.js';
import { provide } from '../provide.js';
import { isolatedProcesses } from './isolated-processes.js';

const providers = [
  provide(
    SANDBOX,
    { config: CONFIG, commands: COMMANDS, adapters: OpenAdapters },
    ({ config, commands, adapters }): CodeSandbox => {
      const isIsolated = commands.support.kind !== 'none';
      const isolated = isIsolated ? isolatedProcesses(commands.isolation, config.stateFolder) : null;
      return adapters.add('the sandbox of generated code', openSandbox({ isolated }), (it) => it.close());
    },
  ),
];

/** Runs generated code, as isolated as this machine can; nothing is started before the first run. */
@Global()
@Module({ imports: [CommandsModule], providers, exports: providers })
export class SandboxModule {}
