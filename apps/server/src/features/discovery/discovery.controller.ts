import type { Discover, DiscoveryAnswer } from '@assay/contracts';
import type { Caller } from '@assay/identity';
import { Controller, Inject } from '@nestjs/common';
import type { Domain } from '../../domain.js';
import { unwrap } from '../../edges/failure-exception.js';
import { CurrentCaller } from '../../edges/caller-guard.js';
import { Body } from '../../edges/checked.js';
import { Endpoint } from '../../edges/endpoint.js';
import { DOMAIN } from '../../edges/tokens.js';

/** Finding tools by what they do. */
@Controller()
export class DiscoveryController {
  constructor(@Inject(DOMAIN) private readonly domain: Domain) {}

  @Endpoint('discover')
  async discover(@CurrentCaller() caller: Caller, @Body() body: Discover): Promise<DiscoveryAnswer> {
    return unwrap(await this.domain.discover.discover(body, caller));
  }
}
