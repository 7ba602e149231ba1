/**
 * The thread in which text from outside is examined by expressions and schemas that are not bounded in time. Ended from
 * outside when one task takes too long. Imports packages only, so that it runs from sources as well.
 */
import { parentPort } from 'node:worker_threads';
import { findSecrets } from '@assay/content-rules';
import { parseExactJson, withNearestDoubles } from '@assay/contracts';
import { maxLargeMatchSteps } from '@assay/gateway';
import { compileSchema, type JsonSchema } from '@assay/json-schema';

export type WorkerTask =
  | { readonly kind: 'secrets'; readonly text: string }
  | { readonly kind: 'schema'; readonly schema: JsonSchema; readonly json: string };

const issuesOf = (schema: JsonSchema, json: string): unknown =>
  compileSchema(schema)(withNearestDoubles(parseExactJson(json)), { stepsLeft: maxLargeMatchSteps });

const answerTo = (task: WorkerTask): unknown =>
  task.kind === 'secrets' ? findSecrets(task.text) : issuesOf(task.schema, task.json);

parentPort?.on('message', async (task: WorkerTask) => {
  try {
    parentPort?.postMessage({ ok: true, value: await answerTo(task) });
  } catch (error) {
    parentPort?.postMessage({ ok: false, message: (error as Error)?.message ?? 'failed' });
  }
});
