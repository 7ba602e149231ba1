import type { Config } from '@assay/config';
import type { Embedder } from '@assay/discovery';
import type { Clock, LanguageModel } from '@assay/kernel';
import { OpenAiEmbedder, OpenAiLanguageModel } from '@assay/models';
import { EgressGuard, guardedDispatcher, guardedFetch, type HostAndPort } from '@assay/transports';
import { version } from '../../version.js';

export interface Models {
  /** Null when none is configured. */
  readonly languageModel: LanguageModel | null;
  readonly embedder: Embedder | null;
  /** Closes connections; questions under way fail. */
  close(): Promise<void>;
}

type Endpoint = NonNullable<Config['languageModel']>;

/** An answer of 64 vectors of 3,072 numbers takes 4 MB. */
const answerCapBytes = 16 * 1024 * 1024;
const connectWithinMs = 5_000;
const completeWithinMs = 120_000;
const embedWithinMs = 60_000;

/**
 * The models an operator configured. Configuring an address allows it, also a private one, and no other besides those
 * allowed for every upstream; Assay's own database stays out of reach.
 */
export function openModels(
  config: Pick<Config, 'languageModel' | 'embedding' | 'egressAllow'>,
  { clock, except }: { readonly clock: Clock; readonly except: readonly HostAndPort[] },
): Models {
  const closing: (() => Promise<void>)[] = [];
  const optionsOf = (endpoint: Endpoint, timeoutMs: number) => {
    const host = new URL(endpoint.baseUrl).hostname;
    const guard = new EgressGuard({ allow: [...config.egressAllow, host], loopback: false, except });
    const dispatcher = guardedDispatcher(guard, { connectTimeoutMs: connectWithinMs });
    closing.push(() => dispatcher.destroy());
    const fetch = guardedFetch(dispatcher, answerCapBytes);
    const { baseUrl, model, apiKey } = endpoint;
    return { baseUrl, model, apiKey, fetch, clock, userAgent: `assay/${version}`, timeoutMs };
  };
  const { languageModel, embedding } = config;
  return {
    languageModel: languageModel && new OpenAiLanguageModel(optionsOf(languageModel, completeWithinMs)),
    embedder: embedding && new OpenAiEmbedder(optionsOf(embedding, embedWithinMs)),
    close: async () => {
      await Promise.all(closing.map((close) => close()));
    },
  };
}
