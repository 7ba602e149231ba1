import { type OnBug, Refusal } from '@assay/kit';
import {
  type CallToolResult,
  type InputRequiredResult,
  inputRequired,
  type McpServer,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { type Attempt, answerQuestion } from '../ask/answer-question.js';
import type { DatabaseContext } from './database-tool.js';
import { databaseField, reads } from './fields.js';
import { answerFields, firstRows, textOf } from './query.js';

const input = z.strictObject({
  database: databaseField,
  question: z.string().min(1).max(2_000),
  maxRows: z.int().min(1).max(1_000).default(100),
});

const output = z.object({
  ...answerFields,
  repaired: z.boolean().describe('The first statement was refused and corrected once'),
});

const maxTokens = 1_000;
const attemptSchema = z.object({ refused: z.object({ sql: z.string(), error: z.string() }).nullable() });
const sampled = z.object({
  content: z.union([z.object({ text: z.string() }), z.array(z.object({ text: z.string().optional() }))]),
});

/** The text of a model's answer; null before there was one. */
function answerOf(responses: unknown): string | null {
  const response = (responses as Record<string, unknown> | undefined)?.sql;
  if (response === undefined) return null;
  const read = sampled.safeParse(response);
  if (!read.success) throw new Refusal('The model gave no text.');
  const { content } = read.data;
  return Array.isArray(content) ? content.map((it) => it.text ?? '').join('') : content.text;
}

/** The state travels through the client. It decides only whether a refusal is repaired, so a forged one gains nothing. */
function attemptIn(state: unknown): Attempt {
  if (typeof state !== 'string') return { refused: null };
  try {
    const read = attemptSchema.safeParse(JSON.parse(state));
    return read.success ? read.data : { refused: null };
  } catch {
    return { refused: null };
  }
}

const failed = (text: string): CallToolResult => ({
  content: [{ type: 'text', text }],
  isError: true,
  _meta: { 'assay/outcome': 'none' },
});

const noModel =
  'unavailable: no model can be asked. Configure one for the gateway (LLM_BASE_URL), or call from a client that answers MCP sampling. query takes SQL.';

/** Words to SQL. The model is the client's or the gateway's: it is asked by sampling, and its statement goes through the same gate as any other. */
export function registerAsk(
  server: McpServer,
  contextOf: (signal: AbortSignal) => DatabaseContext,
  onBug: OnBug,
): void {
  const described = {
    title: 'Ask a database in words',
    description:
      'Translate a question into SQL with the model of the client or of the gateway (MCP sampling), check the statement as query does, correct it once when it is refused, and run it. Answers with the statement and its rows.',
    annotations: reads,
    inputSchema: input as z.ZodObject,
    outputSchema: output as z.ZodObject,
  };
  server.registerTool('ask', described, async (given, { mcpReq }): Promise<CallToolResult | InputRequiredResult> => {
    const { database, question, maxRows } = given as z.output<typeof input>;
    const { databases, signal, now } = contextOf(mcpReq.signal);
    const client = server.server.getClientCapabilities();
    if (client !== undefined && client.sampling === undefined) return failed(noModel);
    try {
      const source = await databases.source(database);
      const schema = await databases.schema(database, signal);
      const attempt = attemptIn(
        typeof mcpReq.requestState === 'function' ? mcpReq.requestState() : mcpReq.requestState,
      );
      const step = await answerQuestion(
        { source, schema, now },
        question,
        attempt,
        answerOf(mcpReq.inputResponses),
        signal,
      );
      if ('ask' in step) {
        const { system, prompt } = step.ask;
        const sql = inputRequired.createMessage({
          systemPrompt: system,
          messages: [{ role: 'user', content: { type: 'text', text: prompt } }],
          maxTokens,
          temperature: 0,
        });
        return inputRequired({ inputRequests: { sql }, requestState: JSON.stringify(step.attempt) });
      }
      const answer = firstRows(step.answer, maxRows);
      return {
        content: [{ type: 'text', text: `${answer.sql}\n${textOf(answer)}` }],
        structuredContent: { ...answer, repaired: step.repaired },
      };
    } catch (error) {
      if (error instanceof Refusal) return failed(error.message);
      if (mcpReq.signal.aborted) return failed('The call was cancelled.');
      onBug(error);
      return failed('This tool failed unexpectedly; its server logged the reason. Ask its operator.');
    }
  });
}
