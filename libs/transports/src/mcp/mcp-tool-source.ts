import type { ToolSource, UpstreamListing, UpstreamTool } from '@assay/importing';
import { type Clock, type Deadline, err, type Failure, isObject, ok, type Result } from '@assay/kernel';
import type { Server } from '@assay/registry';
import { aborted, badAnswer, lostInCall } from './failures.js';
import type { JsonObject } from './json-rpc.js';
import { labelOf, type OpenSession } from './open-session.js';
import { type SessionAnswer, sessionLost, type UpstreamSession } from './session.js';

const maxTools = 5_000;
const maxPages = 100;

/** Reads tool lists of MCP servers, page by page, each on a session of its own. */
export class McpToolSource implements ToolSource {
  constructor(
    private readonly open: OpenSession,
    private readonly clock: Clock,
    private readonly connectTimeoutMs: number,
  ) {}

  async list(server: Server, deadline: Deadline): Promise<Result<UpstreamListing, Failure>> {
    const session = await this.#open(server, deadline);
    if (!session.ok) return session;
    try {
      const tools = await readTools(labelOf(server), session.value, deadline);
      return tools.ok ? ok({ ...session.value.peer, tools: tools.value }) : tools;
    } finally {
      await session.value.close();
    }
  }

  async #open(server: Server, deadline: Deadline): Promise<Result<UpstreamSession, Failure>> {
    const { signal } = deadline;
    if (signal.aborted) return err(aborted(labelOf(server), signal, 'none'));
    const ending = new AbortController();
    const stop = this.clock.after(this.connectTimeoutMs, () => ending.abort());
    const timeoutMs = Math.max(1, Math.min(this.connectTimeoutMs, deadline.remainingMs()));
    const opened = await this.open(server, {
      events: null,
      signal: AbortSignal.any([ending.signal, signal]),
      timeoutMs,
    });
    stop();
    if (opened.ok) return opened;
    if (signal.aborted) return err(aborted(labelOf(server), signal, 'none'));
    const { ownerDetail, ...failure } = opened.error;
    // The caller of a list is registering the server: the process's output helps and reveals nothing.
    return err(ownerDetail ? { ...failure, message: `${failure.message} It wrote: ${ownerDetail}` } : failure);
  }
}

async function readTools(
  label: string,
  session: UpstreamSession,
  deadline: Deadline,
): Promise<Result<UpstreamTool[], Failure>> {
  const tools: UpstreamTool[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < maxPages; page++) {
    const params = cursor === undefined ? {} : { cursor };
    const read = readPage(label, await session.request({ method: 'tools/list', params }, deadline));
    if (!read.ok) return read;
    tools.push(...read.value.tools);
    if (tools.length > maxTools) return err(badAnswer(label, `it lists more than ${maxTools} tools.`, 'none'));
    cursor = read.value.nextCursor;
    if (cursor === undefined) return ok(tools);
  }
  return err(badAnswer(label, `its list of tools has more than ${maxPages} pages.`, 'none'));
}

interface Page {
  readonly tools: readonly UpstreamTool[];
  readonly nextCursor: string | undefined;
}

function readPage(label: string, answer: SessionAnswer): Result<Page, Failure> {
  if (answer === sessionLost) return err(lostInCall(label, 'its session ended'));
  if (!answer.ok) return err({ ...answer.error, outcome: 'none' });
  const { tools, nextCursor } = answer.value as JsonObject;
  if (!Array.isArray(tools)) return err(badAnswer(label, 'its list of tools is not a list.', 'none'));
  const read = tools.map(readTool);
  const bad = read.indexOf(null);
  if (bad !== -1) return err(badAnswer(label, `tool ${bad} in its list has no name or is not an object.`, 'none'));
  const more = typeof nextCursor === 'string' && nextCursor !== '' ? nextCursor : undefined;
  return ok({ tools: read.filter((tool) => tool !== null), nextCursor: more });
}

/** A tool as listed; members of a wrong type are left out, and publishing checks the schemas. */
function readTool(tool: unknown): UpstreamTool | null {
  if (!isObject(tool) || typeof tool.name !== 'string' || tool.name === '') return null;
  const { name, title, description, inputSchema, outputSchema, annotations } = tool;
  return {
    name,
    inputSchema,
    ...(typeof title === 'string' && { title }),
    ...(typeof description === 'string' && { description }),
    ...(outputSchema !== undefined && { outputSchema }),
    ...(isObject(annotations) && { annotations }),
  };
}
