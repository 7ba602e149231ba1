import type { IsolationStatusView } from '@assay/contracts';
import type { Caller } from '@assay/identity';
import { Controller, Inject } from '@nestjs/common';
import type { Domain } from '../../domain.js';
import { CurrentCaller } from '../../edges/caller-guard.js';
import { Endpoint } from '../../edges/endpoint.js';
import { DOMAIN } from '../../edges/tokens.js';

/** How this machine isolates the commands it starts. */
@Controller()
export class IsolationController {
  constructor(@Inject(DOMAIN) private readonly domain: Domain) {}

  @Endpoint('showIsolation')
  show(@CurrentCaller() caller: Caller): IsolationStatusView {
    return this.domain.commands.report(caller);
  }
}
