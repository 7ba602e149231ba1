import type { IsolationStatusView } from '@assay/contracts';
import type { Caller } from '@assay/identity';
import { Controller, Inject } from '@nestjs/common';
import type { Domain } from '../../wiring/domain.js';
import { CurrentCaller } from './caller-guard.js';
import { Endpoint } from './endpoint.js';
import { DOMAIN } from './tokens.js';

/** How this machine isolates the commands it starts. */
@Controller()
export class IsolationController {
  constructor(@Inject(DOMAIN) private readonly domain: Domain) {}

  @Endpoint('showIsolation')
  show(@CurrentCaller() caller: Caller): IsolationStatusView {
    return this.domain.commands.report(caller);
  }
}
