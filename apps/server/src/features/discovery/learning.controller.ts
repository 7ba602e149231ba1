import type { LearningView, SetLearning } from '@assay/contracts';
import type { Caller } from '@assay/identity';
import { Controller, Inject } from '@nestjs/common';
import type { Domain } from '../../domain.js';
import { unwrap } from '../../edges/failure-exception.js';
import { CurrentCaller } from '../../edges/caller-guard.js';
import { Body } from '../../edges/checked.js';
import { Endpoint } from '../../edges/endpoint.js';
import { DOMAIN } from '../../edges/tokens.js';

/** What an organisation learns from its own calls. */
@Controller()
export class LearningController {
  constructor(@Inject(DOMAIN) private readonly domain: Domain) {}

  @Endpoint('showLearning')
  show(@CurrentCaller() caller: Caller): LearningView {
    return unwrap(this.domain.choosing.learning.show(caller));
  }

  @Endpoint('setLearning')
  async set(@CurrentCaller() caller: Caller, @Body() { enabled }: SetLearning): Promise<LearningView> {
    return unwrap(await this.domain.choosing.learning.set(caller, enabled));
  }

  @Endpoint('eraseLearning')
  async erase(@CurrentCaller() caller: Caller): Promise<void> {
    unwrap(await this.domain.choosing.learning.erase(caller));
  }
}
