import type { ClientRequests, ElicitationAnswer, Members, Reply, SamplingAnswer } from '@assay/gateway';
import { deadlineReason, type Failure, fail, isObject, ok, type Result } from '@assay/kernel';

/**
 * Sends a request to the client of a call and waits for its reply; aborting the signal withdraws it. `key` is a name for
 * it where questions have names. Never rejects.
 */
export type AskClient = (method: string, params: Members, signal: AbortSignal, key?: string) => Promise<Reply>;

/** What a client that declares these capabilities can be asked; undefined when nothing. */
export function clientRequests(capabilities: Members, ask: AskClient): ClientRequests | undefined {
  const { sampling, elicitation } = capabilities;
  const modes = isObject(elicitation) ? Object.keys(elicitation) : undefined;
  const form = modes !== undefined && (modes.length === 0 || modes.includes('form'));
  const requests: ClientRequests = {
    ...(isObject(sampling) && {
      sample: async ({ systemPrompt, messages, maxTokens, temperature }, signal) => {
        const params = {
          messages: messages.map(({ role, text }) => ({ role, content: { type: 'text', text } })),
          maxTokens,
          ...(systemPrompt !== undefined && { systemPrompt }),
          ...(temperature !== undefined && { temperature }),
        };
        return readSampled(await ask('sampling/createMessage', params, signal), signal);
      },
    }),
    ...(form && {
      elicit: async (question, signal) =>
        readElicited(await ask('elicitation/create', { ...question }, signal), signal),
    }),
    ...(modes?.includes('url') && {
      elicitUrl: async (question, signal) =>
        readElicited(await ask('elicitation/create', { mode: 'url', ...question }, signal), signal),
    }),
  };
  return Object.keys(requests).length === 0 ? undefined : requests;
}

/** Whether a client that declares these can be asked anything while it waits. */
export const canBeAsked = (capabilities: unknown): boolean =>
  isObject(capabilities) && ['sampling', 'elicitation', 'roots'].some((it) => isObject(capabilities[it]));

function readSampled(reply: Reply, signal: AbortSignal): Result<SamplingAnswer, Failure> {
  if ('error' in reply) return refused(reply.error.message, signal);
  const { content, model } = reply.result;
  const blocks: unknown[] = Array.isArray(content) ? content : [content];
  const texts = blocks.flatMap((it) => (isObject(it) && typeof it.text === 'string' ? [it.text] : []));
  if (texts.length === 0) return unreadable("its model's answer contains no text");
  return ok({ text: texts.join('\n'), model: typeof model === 'string' ? model : 'unknown' });
}

function readElicited(reply: Reply, signal: AbortSignal): Result<ElicitationAnswer, Failure> {
  if ('error' in reply) return refused(reply.error.message, signal);
  const { action, content } = reply.result;
  if (action !== 'accept' && action !== 'decline' && action !== 'cancel')
    return unreadable('its answer is none of accept, decline and cancel');
  return ok({ action, ...(isObject(content) && { content }) });
}

function refused(why: string, signal: AbortSignal): Result<never, Failure> {
  if (!signal.aborted) return fail('invalid_request', `The client did not answer: ${why}`);
  return signal.reason === deadlineReason
    ? fail('deadline_exceeded', 'The client did not answer before the deadline.')
    : fail('cancelled', 'The question to the client was withdrawn.');
}

const unreadable = (why: string) => fail('invalid_request', `The client answered badly: ${why}.`);
