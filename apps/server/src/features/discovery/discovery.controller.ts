import type { Discover, DiscoveryAnswer } from '@assay/contracts';
import type { DiscoverTools } from '@assay/discovery';
import type { Caller } from '@assay/identity';
import { Controller, Inject } from '@nestjs/common';
import { CurrentCaller } from '../../edges/caller-guard.js';
import { Body } from '../../edges/checked.js';
import { Endpoint } from '../../edges/endpoint.js';
import { unwrap } from '../../edges/failure-exception.js';
import { KitsUnderway } from '../installation/kits-underway.js';
import { signInNotice } from './not-signed-in.js';
import { DISCOVER_TOOLS } from './ports.js';

/** Finding tools by what they do. */
@Controller()
export class DiscoveryController {
  constructor(
    @Inject(DISCOVER_TOOLS) private readonly discovering: DiscoverTools<Caller>,
    @Inject(KitsUnderway) private readonly underway: KitsUnderway,
  ) {}

  @Endpoint('discover')
  async discover(@CurrentCaller() caller: Caller, @Body() body: Discover): Promise<DiscoveryAnswer> {
    const answer = unwrap(await this.discovering.discover(body, caller));
    const notice = [...signInNotice(caller), ...this.underway.notice(caller)];
    return notice.length === 0 ? answer : { ...answer, warnings: [...notice, ...(answer.warnings ?? [])] };
  }
}
