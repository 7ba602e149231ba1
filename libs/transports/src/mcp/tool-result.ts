import type { UpstreamAnswer } from '@assay/gateway';
import { type ContentBlock, err, type Failure, isObject, ok, type Result } from '@assay/kernel';
import { badAnswer } from './failures.js';
import type { JsonObject } from './json-rpc.js';

const isText = (value: unknown) => typeof value === 'string';

/** What a block of each known type must have; blocks of unknown types pass, for revisions to come. */
const blockChecks: Readonly<Record<string, (block: JsonObject) => boolean>> = {
  text: (block) => isText(block.text),
  image: (block) => isText(block.data) && isText(block.mimeType),
  audio: (block) => isText(block.data) && isText(block.mimeType),
  resource: (block) => isObject(block.resource) && isText(block.resource.uri),
  resource_link: (block) => isText(block.uri),
};

/** Reads the result of `tools/call`; anything that is not one is an error of the upstream. `label` is `ns/server`. */
export function readToolResult(label: string, result: unknown): Result<UpstreamAnswer, Failure> {
  if (!isObject(result)) return err(badAnswer(label, 'its result is not an object.'));
  const { resultType, content = [], structuredContent, isError = false, _meta: meta } = result;
  if (resultType !== undefined && resultType !== 'complete') return err(incomplete(label, resultType));
  const empty = result.content === undefined && structuredContent === undefined;
  if (empty || !Array.isArray(content) || !content.every(isBlock))
    return err(badAnswer(label, 'its result has no valid list of content blocks.'));
  if (typeof isError !== 'boolean') return err(badAnswer(label, '`isError` of its result is not a boolean.'));
  const answer = { content, isError, source: `mcp:${label}`, ...(isObject(meta) && { meta }) };
  return ok(structuredContent === undefined ? answer : { ...answer, structured: structuredContent });
}

function isBlock(block: unknown): block is ContentBlock {
  if (!isObject(block) || typeof block.type !== 'string') return false;
  const check = Object.hasOwn(blockChecks, block.type) ? blockChecks[block.type] : undefined;
  return check === undefined || check(block);
}

function incomplete(label: string, resultType: unknown): Failure {
  return resultType === 'input_required'
    ? badAnswer(label, 'the tool asks for further input, which cannot be given through this gateway.')
    : badAnswer(label, `its result is of the unknown type ${JSON.stringify(resultType)}.`);
}
