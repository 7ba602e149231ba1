import { deeperThan, err, type Failure, mediaTypeOf, ok, type Result, type UpstreamAnswer } from '@assay/core';
import { badAnswer, tooLarge } from '../mcp/failures.js';
import type { HttpAnswer } from './http-exchange.js';

export interface AnswerContext {
  /** `ns/server`, or the origin of a tool without one. */
  readonly label: string;
  readonly invocationId: string;
  readonly maxNesting: number;
}

/**
 * The answer of a successful call: JSON is the output itself, text is text, images and sounds are content blocks, other
 * bytes a resource; nothing is null.
 */
export function readAnswer({ headers, body }: HttpAnswer, context: AnswerContext): Result<UpstreamAnswer, Failure> {
  const { label, invocationId, maxNesting } = context;
  const source = `http:${label}`;
  const coding = headers['content-encoding'];
  if (coding !== undefined && coding !== '' && coding.toLowerCase() !== 'identity')
    return err(badAnswer(label, `its answer is compressed (${coding.slice(0, 40)}), although it was asked not to be.`));
  if (body.length === 0) return ok({ content: [], structured: null, isError: false, source });
  const type = (headers['content-type'] ?? '').trim();
  const kind = type === '' ? kindOfUntold(body) : mediaTypeOf(type);
  if (kind === 'json') {
    const value = parsed(body.toString('utf8'));
    if (value === undefined)
      return err(badAnswer(label, `its answer is no JSON, although it says ${type.slice(0, 80)}.`));
    if (deeperThan(value, maxNesting)) return err(tooLarge(label, `${maxNesting} levels of nesting`));
    return ok({ content: [], structured: value, isError: false, source });
  }
  if (kind === 'text' || kind === 'form') {
    const block = { type: 'text', text: decoded(body, type) };
    return ok({ content: [block], isError: false, source });
  }
  const mimeType = (type.split(';')[0] ?? '').trim().toLowerCase() || 'application/octet-stream';
  return ok({ content: [bytesBlock(mimeType, body.toString('base64'), invocationId)], isError: false, source });
}

function bytesBlock(mimeType: string, data: string, invocationId: string) {
  const family = mimeType.split('/')[0] ?? '';
  if (family === 'image' || family === 'audio') return { type: family, data, mimeType };
  return { type: 'resource', resource: { uri: `urn:assay:invocation:${invocationId}`, mimeType, blob: data } };
}

const strict = new TextDecoder('utf-8', { fatal: true });

/** Without a media type, what is text may be JSON, which the gateway looks for by itself. */
function kindOfUntold(body: Buffer): 'text' | 'binary' {
  try {
    strict.decode(body);
    return body.includes(0) ? 'binary' : 'text';
  } catch {
    return 'binary';
  }
}

/** The text in its declared character set, UTF-8 when that is unknown here. */
export function decoded(body: Buffer, type: string): string {
  const charset = /;\s*charset="?([\w.:-]{1,40})/i.exec(type)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(charset).decode(body);
  } catch {
    return body.toString('utf8');
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}
