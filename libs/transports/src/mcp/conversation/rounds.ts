import type { ClientEnd, Reply } from '@assay/gateway';
import { err, type Failure, isObject, ok, type Result } from '@assay/kernel';
import { badAnswer } from '../failures.js';
import type { JsonObject } from '../json-rpc.js';

/** How often a server may ask for further input before it answers. */
const maxRounds = 16;
/** Questions of one round. */
const maxQuestions = 16;

/** What a request carries beside its params when it is sent again. */
export type Resumed = { readonly inputResponses?: JsonObject; readonly requestState?: string };

/** Asks one question of a round, by the server's name for it. */
export type AskOne = (method: string, params: JsonObject, key: string) => ReturnType<ClientEnd['ask']>;

/**
 * Sends a request of the 2026-07-28 revision until its result is complete: whatever input the server asks for in between
 * is asked of the client. A question the client answers with an error ends the request with that error.
 */
export async function untilComplete(
  label: string,
  send: (resumed: Resumed) => Promise<Result<Reply, Failure>>,
  ask: AskOne,
): Promise<Result<Reply, Failure>> {
  let resumed: Resumed = {};
  for (let round = 0; round < maxRounds; round++) {
    const reply = await send(resumed);
    if (!reply.ok || 'error' in reply.value) return reply;
    const { resultType, ...result } = reply.value.result;
    if (resultType === 'task') return reply;
    if (resultType !== 'input_required') return ok({ result });
    const { inputRequests = {}, requestState } = result;
    if (!isObject(inputRequests) || Object.keys(inputRequests).length > maxQuestions)
      return err(badAnswer(label, 'what further input it asks for cannot be read.'));
    const answers = await answersTo(inputRequests, ask);
    if ('error' in answers) return ok(answers);
    resumed = { inputResponses: answers.result, ...(typeof requestState === 'string' && { requestState }) };
  }
  return err(badAnswer(label, `it requested further input more than ${maxRounds} times.`));
}

async function answersTo(inputRequests: JsonObject, ask: AskOne): Promise<Reply> {
  const asked = await Promise.all(
    Object.entries(inputRequests).map(async ([key, request]) => {
      const { method, params } = isObject(request) ? request : {};
      return { key, reply: await ask(String(method), isObject(params) ? params : {}, key) };
    }),
  );
  const refused = asked.find(({ reply }) => 'error' in reply);
  if (refused !== undefined) return refused.reply;
  return { result: Object.fromEntries(asked.map(({ key, reply }) => [key, 'result' in reply ? reply.result : {}])) };
}
