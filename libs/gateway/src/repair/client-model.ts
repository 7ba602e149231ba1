import { err, type LanguageModel, ok } from '@assay/kernel';
import type { ClientRequests } from '../client-requests.js';

/** The calling client's own model, asked by sampling; undefined when that client cannot be asked. */
export function clientModel(client: ClientRequests | undefined): LanguageModel | undefined {
  const sample = client?.sample;
  if (sample === undefined) return undefined;
  return {
    model: "of the caller's client",
    complete: async ({ system, prompt, maxTokens, signal }) => {
      const turns = typeof prompt === 'string' ? [{ by: 'user' as const, text: prompt }] : prompt;
      const messages = turns.map(({ by, text }) => ({
        role: by === 'user' ? ('user' as const) : ('assistant' as const),
        text,
      }));
      const answer = await sample({ systemPrompt: system, messages, maxTokens }, signal);
      return answer.ok ? ok({ text: answer.value.text, tokens: { prompt: 0, completion: 0 } }) : err(answer.error);
    },
  };
}
