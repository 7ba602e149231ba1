import type { ErasedLearning, LearningView, SetLearning } from '@assay/contracts';
import { ManageLearning } from '@assay/discovery';
import type { Caller } from '@assay/identity';
import { Controller, Inject, Param } from '@nestjs/common';
import { CurrentCaller } from '../../edges/caller-guard.js';
import { Body } from '../../edges/checked.js';
import { Endpoint } from '../../edges/endpoint.js';
import { unwrap } from '../../edges/failure-exception.js';

/** What an organisation learns from its own calls. */
@Controller()
export class LearningController {
  constructor(@Inject(ManageLearning) private readonly learning: ManageLearning) {}

  @Endpoint('showLearning')
  show(@CurrentCaller() caller: Caller): LearningView {
    return unwrap(this.learning.show(caller));
  }

  @Endpoint('setLearning')
  async set(@CurrentCaller() caller: Caller, @Body() { enabled }: SetLearning): Promise<LearningView> {
    return unwrap(await this.learning.set(caller, enabled));
  }

  @Endpoint('eraseLearningOf')
  async eraseOf(@CurrentCaller() caller: Caller, @Param('principal') principal: string): Promise<ErasedLearning> {
    return unwrap(await this.learning.erasePrincipal(caller, principal));
  }

  @Endpoint('eraseLearning')
  async erase(@CurrentCaller() caller: Caller): Promise<void> {
    unwrap(await this.learning.erase(caller));
  }
}
