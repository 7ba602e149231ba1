import type { Reshape } from '@assay/kernel';
import { failed, type Outcome, succeeded } from './outcome.js';

/**
 * Passes a step's output on through its adapter; if that fails, or finds nothing, the step has failed although its call
 * did not: later steps have no other input. Never rejects.
 */
export async function handOn(adapter: Reshape, output: unknown, text?: string): Promise<Outcome> {
  try {
    const reshaped = await adapter.apply(seenByAdapter(output, text));
    if (!reshaped.ok) return adapterFailed(reshaped.error.message);
    return reshaped.value === undefined ? adapterFailed('It found nothing to hand on.') : succeeded(reshaped.value);
  } catch {
    return adapterFailed('Internal error.');
  }
}

const adapterFailed = (why: string): Outcome =>
  failed({ code: 'invalid_input', message: `The adapter failed: ${why}` });

const seenByAdapter = (output: unknown, text?: string) => ({
  output,
  structured: typeof output === 'string' ? null : output,
  text: text ?? (typeof output === 'string' ? output : JSON.stringify(output ?? null)),
});
