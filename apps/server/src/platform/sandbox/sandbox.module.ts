import { join } from 'node:path';
import type { HostFunctions } from '@assay/creation';
import { folderApart } from '@assay/persistence';
import type { CodeSandbox } from '@assay/runs';
import { checkTypes, openSandbox, pythonTypeChecker } from '@assay/sandbox';
import { EgressGuard } from '@assay/transports';
import { Global, Module } from '@nestjs/common';
import { version } from '../../version.js';
import { CommandsModule } from '../commands/commands.module.js';
import { EgressModule } from '../egress/egress.module.js';
import { OpenAdapters } from '../open-adapters.js';
import { COMMANDS, CONFIG, HOST_FUNCTIONS, SANDBOX, TYPE_CHECKERS } from '../ports.js';
import { provide } from '../provide.js';
import { FilesOfCode } from './host/files-of-code.js';
import { HostOfCode } from './host/host-of-code.js';
import { HttpOfCode } from './host/http-of-code.js';
import { isolatedProcesses } from './isolated-processes.js';
import type { TypeCheckers } from './plain-code.js';

const providers = [
  provide(
    SANDBOX,
    { config: CONFIG, commands: COMMANDS, adapters: OpenAdapters },
    ({ config, commands, adapters }): CodeSandbox => {
      const isIsolated = commands.support.kind !== 'none';
      const isolated = isIsolated ? isolatedProcesses(commands.isolation, config.stateFolder) : null;
      const pythonFolder = join(config.stateFolder, 'python');
      return adapters.add('the sandbox of generated code', openSandbox({ isolated, pythonFolder }), (it) => it.close());
    },
  ),
  provide(TYPE_CHECKERS, { config: CONFIG, commands: COMMANDS }, ({ config, commands }): TypeCheckers => {
    const { support, isolation } = commands;
    const start = isolatedProcesses(isolation, config.stateFolder);
    return { script: checkTypes, python: support.kind === 'none' ? null : pythonTypeChecker({ start }) };
  }),
  provide(
    HOST_FUNCTIONS,
    { config: CONFIG, guard: EgressGuard, adapters: OpenAdapters },
    ({ config, guard, adapters }): HostFunctions => {
      const { home, stateFolder, codeAccess } = config;
      const http = new HttpOfCode(guard, `assay/${version}`);
      adapters.add('connections of generated code', http, (it) => it.close());
      const hidden = [home, folderApart(home), stateFolder];
      return new HostOfCode({ access: codeAccess, files: new FilesOfCode(codeAccess.folders, hidden), http });
    },
  ),
];

/** Runs generated code, as isolated as this machine can; nothing is started before the first run. */
@Global()
@Module({ imports: [CommandsModule, EgressModule], providers, exports: providers })
export class SandboxModule {}
