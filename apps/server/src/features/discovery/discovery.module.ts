import { NoteRequests } from '@assay/creation';
import { BrowseTools, DiscoverTools, MaintainIndex, MaintainModels, prefixedEmbedder } from '@assay/discovery';
import { DecideCalls, SessionTokens } from '@assay/gateway';
import { Directory } from '@assay/identity';
import { type Catalogue, searchedVersion } from '@assay/registry';
import { Module } from '@nestjs/common';
import { ResponseCeiling } from '../../edges/mcp/results/response-ceiling.js';
import { ResponseCeilingModule } from '../../edges/mcp/results/response-ceiling.module.js';
import { serverInfo, statelessMembers } from '../../edges/mcp/server-info.js';
import { changePorts, memory } from '../../platform/port-sets.js';
import {
  CIRCUITS,
  CLOCK,
  CONFIG,
  DOCUMENTS,
  EMBEDDER,
  EMBEDDING_STORE,
  JOBS,
  LANGUAGE_MODEL,
  LOCAL_EMBEDDER,
  LOG,
  MODELS,
  MULTILINGUAL_EMBEDDER,
  RANDOM,
  TOOL_INDEX,
} from '../../platform/ports.js';
import { from, later, provide, useCase } from '../../platform/provide.js';
import { version } from '../../version.js';
import { GapNotesModule } from '../gaps/gap-notes.module.js';
import { KitsUnderway } from '../installation/kits-underway.js';
import { KitsUnderwayModule } from '../installation/kits-underway.module.js';
import { OutputsModule } from '../outputs/outputs.module.js';
import { PoliciesModule } from '../policies/policies.module.js';
import { CandidatesModule } from './candidates.module.js';
import { ChoosingModule } from './choosing.module.js';
import { DiscoveryController } from './discovery.controller.js';
import { DiscoveryTools } from './discovery-tools.js';
import { buildEmbedding, localEmbedding } from './embedding.js';
import { IndexController } from './index.controller.js';
import { ModelsController } from './models.controller.js';
import { policyGate } from './policy-gate.js';
import {
  BROWSE_TOOLS,
  CANDIDATES,
  CHOOSING,
  DISCOVER_TOOLS,
  EMBEDDING,
  POLICY_GATE,
  SESSION_ACCOUNTS,
} from './ports.js';
import { sessionAccounts } from './session-accounts.js';

const providers = [
  provide(
    EMBEDDING,
    {
      ...{
        embedder: EMBEDDER,
        models: MODELS,
        local: LOCAL_EMBEDDER,
        multilingual: MULTILINGUAL_EMBEDDER,
        store: EMBEDDING_STORE,
        ...memory,
      },
      ...{ jobs: JOBS, clock: CLOCK, config: CONFIG, log: LOG },
    },
    ({ embedder, models, local, multilingual, config, log, ...ports }) =>
      embedder === null || models.embedder === null
        ? localEmbedding(local, multilingual)
        : buildEmbedding({
            ...{ ...ports, embedder },
            queries: prefixedEmbedder(models.embedder, config.embedding?.queryPrefix ?? ''),
            charactersPerDay: config.embedding?.charactersPerDay ?? 0,
            onChange: (failure) =>
              failure === undefined
                ? log.info('queries are searched by meaning again')
                : log.warn({ code: failure.code }, 'queries are searched by words alone for now'),
          }),
  ),
  provide(POLICY_GATE, { ...memory, policies: DecideCalls, circuits: CIRCUITS }, policyGate),
  provide(SESSION_ACCOUNTS, { sessions: SessionTokens, catalogue: memory.catalogue }, sessionAccounts),
  provide(
    DISCOVER_TOOLS,
    {
      index: TOOL_INDEX,
      candidates: CANDIDATES,
      clock: CLOCK,
      random: RANDOM,
      embedding: EMBEDDING,
      choosing: CHOOSING,
      gate: POLICY_GATE,
      sessions: SESSION_ACCOUNTS,
      requests: NoteRequests,
    },
    ({ index, candidates, clock, random, embedding, choosing, gate, sessions, requests }) =>
      new DiscoverTools(index, candidates, clock, random, embedding.meaning, {
        ...{ ...choosing, gate, sessions },
        onUnmet: ({ organisationId, principalId }, text, nearest) => {
          if (organisationId !== null && principalId !== null)
            requests.note({ organisationId, principalId, text, nearest });
        },
      }),
  ),
  provide(
    BROWSE_TOOLS,
    { index: TOOL_INDEX, candidates: CANDIDATES },
    ({ index, candidates }) => new BrowseTools(index, candidates),
  ),
  provide(
    MaintainIndex,
    { ...changePorts, ...memory, index: TOOL_INDEX, documents: later(DOCUMENTS) },
    ({ catalogue, documents, ...ports }) =>
      new MaintainIndex({ ...ports, documents: () => documents()(), tools: () => findable(catalogue) }),
  ),
  useCase(MaintainModels, {
    ...{ languageModel: LANGUAGE_MODEL, embedder: EMBEDDER, directory: Directory, clock: CLOCK },
    progress: from(EMBEDDING, (embedding) => embedding.progress),
  }),
  provide(
    DiscoveryTools,
    { discover: DISCOVER_TOOLS, ...memory, ceiling: ResponseCeiling, clock: CLOCK, underway: KitsUnderway },
    (ports) => new DiscoveryTools({ ...ports, beside: statelessMembers(serverInfo(version)) }),
  ),
];

/** Finding tools by what they do, and the index and models behind it. */
@Module({
  imports: [
    CandidatesModule,
    ChoosingModule,
    GapNotesModule,
    KitsUnderwayModule,
    OutputsModule,
    PoliciesModule,
    ResponseCeilingModule,
  ],
  controllers: [DiscoveryController, IndexController, ModelsController],
  providers,
  exports: providers,
})
export class DiscoveryModule {}

/** How many tools searches can find. */
function findable(catalogue: Catalogue): number {
  let tools = 0;
  for (const { versions } of catalogue.tools()) {
    if (searchedVersion(versions, catalogue.revocations) !== undefined) tools += 1;
  }
  return tools;
}
