import type { Discover, DiscoveryAnswer } from '@assay/contracts';
import type { Caller } from '@assay/identity';
import { Controller, Inject } from '@nestjs/common';
import type { Domain } from '../../wiring/domain.js';
import { unwrap } from '../failure-exception.js';
import { CurrentCaller } from './caller-guard.js';
import { Body } from './checked.js';
import { Endpoint } from './endpoint.js';
import { DOMAIN } from './tokens.js';

/** Finding tools by what they do. */
@Controller()
export class DiscoveryController {
  constructor(@Inject(DOMAIN) private readonly domain: Domain) {}

  @Endpoint('discover')
  async discover(@CurrentCaller() caller: Caller, @Body() body: Discover): Promise<DiscoveryAnswer> {
    return unwrap(await this.domain.discover.discover(body, caller));
  }
}
