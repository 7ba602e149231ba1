import { Assay } from './assay.js';
import type { AssayOptions } from './settings.js';

type Variables = Readonly<Record<string, string | undefined>>;

/** Browsers have no environment; there only what is given counts. */
const ownVariables = (): Variables => (typeof process === 'undefined' ? {} : process.env);

/**
 * A client from ASSAY_URL and ASSAY_API_KEY; `options` come before either. The only place of this package that reads
 * the environment.
 */
export function fromEnvironment(options: AssayOptions = {}, variables: Variables = ownVariables()): Assay {
  return new Assay({
    ...options,
    url: options.url ?? (variables.ASSAY_URL || undefined),
    apiKey: options.apiKey ?? (variables.ASSAY_API_KEY || undefined),
  });
}
