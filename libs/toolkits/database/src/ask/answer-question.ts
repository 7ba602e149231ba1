import { chooseTables } from '../describe/choose-tables.js';
import { compactTable } from '../describe/compact.js';
import { readStatistics } from '../describe/statistics.js';
import { type QueryAnswer, type QueryPlace, runQuery } from '../query/run-query.js';
import { QueryRefusal, type RefusalReason } from '../query-refusal.js';
import { questionPrompt, repairPrompt, statementIn, systemPrompt } from './prompts.js';

const maxTables = 10;

/** What a model is asked. */
export interface ModelRequest {
  readonly system: string;
  readonly prompt: string;
}

/** How far a question is: the statement that was refused, and why, once there was one. */
export interface Attempt {
  readonly refused: { readonly sql: string; readonly error: string } | null;
}

export type Step =
  | { readonly ask: ModelRequest; readonly attempt: Attempt }
  | { readonly answer: QueryAnswer; readonly repaired: boolean };

/** Refusals that say what to write instead. A write, or a query that is too complex or too expensive, is not repaired. */
const repairable: ReadonlySet<RefusalReason> = new Set([
  'parse_error',
  'unknown_name',
  'not_allowed',
  'execution_error',
]);

/**
 * One step from words to rows (source document, Algorithm 14.11): the chosen tables and the question go to a model, its
 * statement goes through the gate, and after a first refusal it is repaired once.
 */
export async function answerQuestion(
  place: QueryPlace,
  question: string,
  attempt: Attempt,
  modelAnswer: string | null,
  signal: AbortSignal,
): Promise<Step> {
  const system = systemPrompt(place.source.kind);
  if (modelAnswer === null) {
    const schema = await schemaText(place, question, signal);
    return { ask: { system, prompt: questionPrompt(schema, question) }, attempt: { refused: null } };
  }
  const sql = statementIn(modelAnswer);
  try {
    return { answer: await runQuery(place, sql, [], signal), repaired: attempt.refused !== null };
  } catch (error) {
    if (!(error instanceof QueryRefusal) || !repairable.has(error.reason)) throw error;
    if (attempt.refused !== null) throw afterRepair(error, sql);
    const schema = await schemaText(place, question, signal);
    return {
      ask: { system, prompt: repairPrompt(schema, question, sql, error.message) },
      attempt: { refused: { sql, error: error.message } },
    };
  }
}

const afterRepair = (error: QueryRefusal, sql: string): QueryRefusal =>
  error.reason === 'parse_error'
    ? new QueryRefusal('parse_error_after_repair', error.sentence, { ...error.report, sql })
    : new QueryRefusal(error.reason, error.sentence, { ...error.report, sql, repaired: true });

async function schemaText({ source, schema }: QueryPlace, question: string, signal: AbortSignal): Promise<string> {
  const parts: string[] = [];
  for (const table of chooseTables(schema, question, maxTables))
    parts.push(compactTable(table, await readStatistics(source, table, 2, signal)));
  return parts.join('\n');
}
