/**
 * The thread in which text from outside is examined by expressions and schemas that are not bounded in time. Ended from
 * outside when one task takes too long. Imports packages only, so that it runs from sources as well.
 */
import { parentPort } from 'node:worker_threads';
import { findSecrets } from '@assay/content-rules';
import { parseExactJson, withNearestDoubles } from '@assay/contracts';
import { maxLargeMatchSteps } from '@assay/gateway';
import { compileSchema, isHeavySchema, type JsonSchema, type Validate } from '@assay/json-schema';
import { lruMap } from '@assay/kernel';
import { checkManifest } from '@assay/registry';

export type WorkerTask =
  | { readonly kind: 'secrets'; readonly text: string }
  | { readonly kind: 'schema'; readonly schema: JsonSchema; readonly json: string }
  | { readonly kind: 'manifest'; readonly json: string };

/** The last schemas that take long to compile, by their text: a tool with one is called again and again. */
const compiled = lruMap<string, Validate>(8);

function compiledOf(schema: JsonSchema): Validate {
  if (!isHeavySchema(schema)) return compileSchema(schema);
  const text = JSON.stringify(schema);
  const validate = compiled.get(text) ?? compileSchema(schema);
  compiled.set(text, validate);
  return validate;
}

const issuesOf = (schema: JsonSchema, json: string): unknown =>
  compiledOf(schema)(withNearestDoubles(parseExactJson(json)), { stepsLeft: maxLargeMatchSteps });

function manifestIssues(json: string): unknown {
  const checked = checkManifest(parseExactJson(json));
  return checked.ok ? [] : checked.error;
}

const answers: { readonly [K in WorkerTask['kind']]: (task: Extract<WorkerTask, { kind: K }>) => unknown } = {
  secrets: ({ text }) => findSecrets(text),
  schema: ({ schema, json }) => issuesOf(schema, json),
  manifest: ({ json }) => manifestIssues(json),
};

const answerTo = (task: WorkerTask): unknown => answers[task.kind](task as never);

parentPort?.on('message', async (task: WorkerTask) => {
  try {
    parentPort?.postMessage({ ok: true, value: await answerTo(task) });
  } catch (error) {
    parentPort?.postMessage({ ok: false, message: (error as Error)?.message ?? 'failed' });
  }
});
