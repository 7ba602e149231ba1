import type { ModelsView } from '@assay/contracts';
import type { ModelsReport } from '@assay/discovery';
import type { Caller } from '@assay/identity';
import { Controller, Inject } from '@nestjs/common';
import type { Domain } from '../../domain.js';
import { unwrap } from '../../edges/failure-exception.js';
import { CurrentCaller } from '../../edges/caller-guard.js';
import { Endpoint } from '../../edges/endpoint.js';
import { DOMAIN } from '../../edges/tokens.js';

/** The configured models, for those who run the installation. */
@Controller()
export class ModelsController {
  constructor(@Inject(DOMAIN) private readonly domain: Domain) {}

  @Endpoint('showModels')
  async show(@CurrentCaller() caller: Caller): Promise<ModelsView> {
    return view(unwrap(await this.domain.models.ask(caller)));
  }
}

function view({ languageModel, embedder }: ModelsReport): ModelsView {
  if (embedder === null) return { languageModel, embedder };
  const { progress, ...asked } = embedder;
  const { waiting, refused, problem: paused } = progress;
  return { languageModel, embedder: { ...asked, waiting, refused, paused } };
}
