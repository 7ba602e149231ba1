import type { ModelsView } from '@assay/contracts';
import { MaintainModels, type ModelsReport } from '@assay/discovery';
import type { Caller } from '@assay/identity';
import { Controller, Inject } from '@nestjs/common';
import { CurrentCaller } from '../../edges/caller-guard.js';
import { Endpoint } from '../../edges/endpoint.js';
import { unwrap } from '../../edges/failure-exception.js';

/** The configured models, for those who run the installation. */
@Controller()
export class ModelsController {
  constructor(@Inject(MaintainModels) private readonly models: MaintainModels) {}

  @Endpoint('showModels')
  async show(@CurrentCaller() caller: Caller): Promise<ModelsView> {
    return view(unwrap(await this.models.ask(caller)));
  }
}

function view({ languageModel, embedder }: ModelsReport): ModelsView {
  if (embedder === null) return { languageModel, embedder };
  const { progress, ...asked } = embedder;
  const { waiting, refused, problem: paused } = progress;
  return { languageModel, embedder: { ...asked, waiting, refused, paused } };
}
