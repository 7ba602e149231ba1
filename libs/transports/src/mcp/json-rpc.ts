import { parseExactJson } from '@assay/contracts';
import { err, type Failure, isObject, ok, type Result } from '@assay/kernel';
import { badAnswer, rpcFailure, tooLarge } from './failures.js';
import { isWithinNesting } from './large-message.js';

/** Ids of our own requests start here; the protocol client that shares the session counts from 0. */
export const firstRequestId = 1_000_000_000;

export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a message answers a request, rather than being one. */
export const isAnswer = (message: JsonObject): boolean =>
  message.method === undefined && ('result' in message || 'error' in message);

/** What an answer says: its `result` within the nesting limit, or why there is none. */
export function answerOf(label: string, message: JsonObject, maxNesting: number): Result<unknown, Failure> {
  if (message.error !== undefined) return err(rpcFailure(label, message.error));
  if (!isObject(message.result)) return err(badAnswer(label, 'its result is not an object.'));
  if (!isWithinNesting(message) && nestsDeeper(message.result, maxNesting))
    return err(tooLarge(label, `${maxNesting} levels of nesting`));
  return ok(message.result);
}

/** Whether a JSON value has more than `levels` levels of objects and arrays; recursion is bounded by `levels`. */
export function nestsDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  const members = Array.isArray(value) ? value : Object.values(value);
  return members.some((member) => nestsDeeper(member, levels - 1));
}

/** An answer whole, `result` or `error`, within the nesting limit. */
export function wholeAnswer(label: string, message: JsonObject, maxNesting: number): Result<JsonObject, Failure> {
  const { result, error } = message;
  if (!isObject(error) && !isObject(result)) return err(badAnswer(label, 'it is neither a result nor an error.'));
  if (!isWithinNesting(message) && nestsDeeper(error ?? result, maxNesting))
    return err(tooLarge(label, `${maxNesting} levels of nesting`));
  return ok(message);
}

/** The value of a JSON text, its numbers exact; undefined when it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch {
    return undefined;
  }
}
