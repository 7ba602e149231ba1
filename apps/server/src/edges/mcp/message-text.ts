import { hasKnownJson, isLongerThan, runInSlices, type SliceClock, writeJsonInSteps } from '@assay/kernel';
import type { CallToolResult } from '@modelcontextprotocol/server';

/** Results up to so many bytes of JSON are written at once; larger ones in slices. */
const writtenAtOnce = 65_536;

/** It bounds its own work: a result is at most as large as an answer may be. */
const never = new AbortController().signal;

/** The message that answers a request with a tool's result, as JSON; a promise when the result is large. */
export function resultMessage(id: unknown, result: CallToolResult, clock: SliceClock): string | Promise<string> {
  const message = { jsonrpc: '2.0', id, result };
  return isLargeResult(result) ? inSlices(message, clock) : JSON.stringify(message);
}

async function inSlices(message: object, clock: SliceClock): Promise<string> {
  const written = await runInSlices(writeJsonInSteps(message), clock, never);
  if (!written.ok) throw written.error;
  return written.value.text;
}

/** A large output of a call has been written before it is answered; other results are measured. */
function isLargeResult({ structuredContent }: CallToolResult): boolean {
  if (structuredContent === undefined) return false;
  const members = structuredContent as Readonly<Record<string, unknown>>;
  return hasKnownJson(members.output) || isLongerThan(members, writtenAtOnce);
}
