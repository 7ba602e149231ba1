/**
 * The thread in which text from outside is examined by expressions and schemas that are not bounded in time. Ended from
 * outside when one task takes too long. Imports packages only, so that it runs from sources as well.
 */
import { parentPort } from 'node:worker_threads';
import { parseExactJson, withNearestDoubles } from '@assay/contracts';
import { maxLargeMatchSteps } from '@assay/gateway';
import { compileSchema, type JsonSchema } from '@assay/json-schema';
import { lintSource } from '@secretlint/core';
import { creator } from '@secretlint/secretlint-rule-preset-recommend';

export type WorkerTask =
  | { readonly kind: 'secrets'; readonly text: string }
  | { readonly kind: 'schema'; readonly schema: JsonSchema; readonly json: string };

const secretlint = {
  config: { rules: [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: creator }] },
  noPhysicFilePath: true,
  maskSecrets: true,
};

async function secretsIn(content: string): Promise<unknown> {
  const source = { content, filePath: '/text.txt', ext: '.txt', contentType: 'text' as const };
  const { messages } = await lintSource({ source, options: secretlint });
  return messages.flatMap(({ type, ruleId, range }) =>
    type === 'message' ? [{ kind: kindOf(ruleId), start: range[0], end: range[1] }] : [],
  );
}

const kindOf = (ruleId: string): string => ruleId.slice(ruleId.lastIndexOf('rule-') + 'rule-'.length);

const issuesOf = (schema: JsonSchema, json: string): unknown =>
  compileSchema(schema)(withNearestDoubles(parseExactJson(json)), { stepsLeft: maxLargeMatchSteps });

const answerTo = (task: WorkerTask): unknown =>
  task.kind === 'secrets' ? secretsIn(task.text) : issuesOf(task.schema, task.json);

parentPort?.on('message', async (task: WorkerTask) => {
  try {
    parentPort?.postMessage({ ok: true, value: await answerTo(task) });
  } catch (error) {
    parentPort?.postMessage({ ok: false, message: (error as Error)?.message ?? 'failed' });
  }
});
