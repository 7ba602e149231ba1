import { type Caller, type Directory, defaultOrganisation, runsInstallation } from '@assay/identity';
import { type Clock, type Failure, fail, type LanguageModel, ok, type Result, startDeadline } from '@assay/kernel';
import type { Embedder } from './embedder.js';
import type { EmbeddingProgress } from './embedding/embed-missing.js';

/** The outcome of a short test question. */
export interface Asked {
  readonly model: string;
  readonly reachable: boolean;
  readonly problem: string | null;
  readonly tookMs: number;
}

export interface ModelsReport {
  readonly languageModel: Asked | null;
  readonly embedder: (Asked & { readonly dimensions: number | null; readonly progress: EmbeddingProgress }) | null;
}

export interface LookAfterModelsPorts {
  readonly languageModel: LanguageModel | null;
  readonly embedder: Embedder | null;
  /** Of the embedder, when there is one. */
  readonly progress: () => EmbeddingProgress;
  readonly directory: Directory;
  readonly clock: Clock;
}

const answeredWithinMs = 5_000;

/** The models of the installation: whether they answer, and how far embedding is. */
export class MaintainModels {
  readonly #ports: LookAfterModelsPorts;

  constructor(ports: LookAfterModelsPorts) {
    this.#ports = ports;
  }

  /** Asks both at once, a few tokens each. */
  async ask(caller: Caller): Promise<Result<ModelsReport, Failure>> {
    const { directory, languageModel, embedder, progress } = this.#ports;
    if (!runsInstallation(caller, directory)) {
      return fail('forbidden', `Models are managed by administrators of "${defaultOrganisation}".`);
    }
    const [spoken, embedded] = await Promise.all([
      languageModel && this.#ask(languageModel.model, (signal) => answersAtAll(languageModel, signal)),
      embedder && this.#ask(embedder.model, (signal) => embedder.embed(['hello'], signal)),
    ]);
    return ok({
      languageModel: spoken,
      embedder: embedder && embedded && { ...embedded, dimensions: embedder.dimensions ?? null, progress: progress() },
    });
  }

  async #ask(model: string, question: (signal: AbortSignal) => Promise<Result<unknown, Failure>>): Promise<Asked> {
    const { clock } = this.#ports;
    const startedAt = clock.monotonic();
    const deadline = startDeadline(clock, answeredWithinMs);
    try {
      const answer = await question(deadline.signal);
      const problem = answer.ok ? null : answer.error.message;
      return { model, reachable: answer.ok, problem, tookMs: clock.monotonic() - startedAt };
    } finally {
      deadline.end();
    }
  }
}

/** A model that thinks aloud needs more than the few tokens it is given here: it has answered all the same. */
async function answersAtAll(model: LanguageModel, signal: AbortSignal): Promise<Result<unknown, Failure>> {
  const answer = await model.complete({ system: '', prompt: 'Say yes.', maxTokens: 16, signal });
  return !answer.ok && answer.error.code === 'output_too_large' ? ok(undefined) : answer;
}
