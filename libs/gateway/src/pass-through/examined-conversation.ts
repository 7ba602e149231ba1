import type { FindingSign } from '@assay/contracts';
import { ok } from '@assay/kernel';
import { attackWarning, rulesNamed } from '../inspect-output.js';
import type { Conversation, Members } from './conversation.js';

/** What in an answer looks like an attack on the model that reads it. Bounded in time. */
export type ExamineAnswer = (value: unknown) => Promise<readonly FindingSign[]>;

/** Requests whose answers go to the model as they are: texts of prompts and of resources. */
const examined = new Set(['prompts/get', 'resources/read']);

/**
 * The conversation, of whose prompts and resources suspicious ones are marked as results of tools are: with a warning and
 * the signs beside them. The text itself is given as it came. What tools answer is examined where they are called.
 */
export const examinedConversation = (
  conversation: Conversation,
  examine: ExamineAnswer,
  onProblem: (cause: unknown) => void,
): Conversation => ({
  face: conversation.face,
  notify: (method, params) => conversation.notify(method, params),
  tools: (tag, meta, replied, continues) => conversation.tools(tag, meta, replied, continues),
  close: () => conversation.close(),
  request: async (method, params, asked) => {
    const reply = await conversation.request(method, params, asked);
    if (!examined.has(method) || !reply.ok || !('result' in reply.value)) return reply;
    const { result } = reply.value;
    const signs = await examine(result).catch((cause: unknown) => {
      onProblem(cause);
      return [];
    });
    return signs.length === 0 ? reply : ok({ result: marked(result, signs) });
  },
});

const marked = (result: Members, signs: readonly FindingSign[]): Members => ({
  ...result,
  _meta: {
    ...(result._meta as Members | undefined),
    'assay/warnings': [attackWarning(signs.slice(0, rulesNamed).map((it) => it.rule))],
    'assay/findings': signs,
  },
});
