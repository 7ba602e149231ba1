import type { IsolationStatusView } from '@assay/contracts';
import type { Caller } from '@assay/identity';
import { Controller, Inject } from '@nestjs/common';
import { CurrentCaller } from '../../edges/caller-guard.js';
import { Endpoint } from '../../edges/endpoint.js';
import { ShowCommands } from './show-commands.js';

/** How this machine isolates the commands it starts. */
@Controller()
export class IsolationController {
  constructor(@Inject(ShowCommands) private readonly commands: ShowCommands) {}

  @Endpoint('showIsolation')
  show(@CurrentCaller() caller: Caller): IsolationStatusView {
    return this.commands.report(caller);
  }
}
