import {
  CallTokens,
  CompactSessions,
  KeepOutput,
  OutputRouter,
  ReadKept,
  SessionResults,
  SessionTokens,
} from '@assay/gateway';
import { Module } from '@nestjs/common';
import { onShutdown } from '../../platform/lifecycle.js';
import { warns } from '../../platform/port-sets.js';
import {
  AUDIT_LOG,
  CLOCK,
  CONFIG,
  KEPT_OUTPUTS,
  LANGUAGE_MODEL,
  LOAD_TOKENS,
  RANDOM,
  SESSION_TOTALS,
} from '../../platform/ports.js';
import { from, provide, useCase } from '../../platform/provide.js';
import { OutputsController } from './outputs.controller.js';
import { OUTPUTS } from './ports.js';

const onProblem = warns('failed to persist the outcome of a result');

const providers = [
  useCase(KeepOutput, { store: KEPT_OUTPUTS, clock: CLOCK, random: RANDOM, onProblem }),
  provide(
    SessionTokens,
    { totals: SESSION_TOTALS, clock: CLOCK, onProblem },
    (ports) => new SessionTokens(ports.totals, ports.clock, ports.onProblem),
  ),
  useCase(OutputRouter, { loadTokens: LOAD_TOKENS, languageModel: LANGUAGE_MODEL, keep: KeepOutput, clock: CLOCK }),
  provide(SessionResults, { keep: KeepOutput }, ({ keep }) => new SessionResults(keep)),
  useCase(CallTokens, { loadTokens: LOAD_TOKENS, sessions: SessionTokens, results: SessionResults, clock: CLOCK }),
  useCase(CompactSessions, {
    ...{ store: KEPT_OUTPUTS, results: SessionResults, sessions: SessionTokens },
    ...{ loadTokens: LOAD_TOKENS, languageModel: LANGUAGE_MODEL, clock: CLOCK },
  }),
  provide(
    OUTPUTS,
    {
      ...{ router: OutputRouter, keep: KeepOutput, tokens: CallTokens },
      maxInlineBytes: from(CONFIG, ({ inlineResultBytes }) => inlineResultBytes),
    },
    (ports) => ports,
  ),
  useCase(ReadKept, { store: KEPT_OUTPUTS, audit: AUDIT_LOG, clock: CLOCK }),
  onShutdown('tokens of sessions', { sessions: SessionTokens }, ({ sessions }) => sessions.flush()),
  onShutdown('results of sessions', { results: SessionResults }, ({ results }) => results.settled()),
];

/** Where results go, what is kept of them, and what they take of a model's context. */
@Module({ controllers: [OutputsController], providers, exports: providers })
export class OutputsModule {}
