import { parseExactJson } from '@assay/contracts';
import type { UpstreamAnswer } from '@assay/gateway';
import { mediaTypeOf } from '@assay/importing';
import {
  deeperThan,
  err,
  type Failure,
  ok,
  type Result,
  readAtOnce,
  readLargeJson,
  type SliceClock,
} from '@assay/kernel';
import { aborted, badAnswer, tooLarge } from '../mcp/failures.js';
import type { HttpAnswer } from './http-exchange.js';

export interface AnswerContext {
  /** `ns/server`, or the origin of a tool without one. */
  readonly label: string;
  readonly invocationId: string;
  readonly maxNesting: number;
  readonly clock: SliceClock;
  /** Of the call's deadline: a large answer is read no longer than that. */
  readonly signal: AbortSignal;
}

type Read = Result<UpstreamAnswer, Failure>;

/**
 * The answer of a successful call: JSON is the output itself, text is text, images and sounds are content blocks, other
 * bytes a resource; nothing is null. Large JSON is read in slices, anything else at once.
 */
export function readAnswer({ headers, body }: HttpAnswer, context: AnswerContext): Read | Promise<Read> {
  const { label, invocationId } = context;
  const source = `http:${label}`;
  const coding = headers['content-encoding'];
  if (coding !== undefined && coding !== '' && coding.toLowerCase() !== 'identity')
    return err(
      badAnswer(label, `its answer is compressed (${coding.slice(0, 40)}), although compression was not accepted.`),
    );
  if (body.length === 0) return ok({ content: [], structured: null, isError: false, source });
  const type = (headers['content-type'] ?? '').trim();
  const kind = type === '' ? kindOfUntold(body) : mediaTypeOf(type);
  if (kind === 'json') return readJson(body.toString('utf8').replace(/^\uFEFF/, ''), type, source, context);
  if (kind === 'text' || kind === 'form') {
    const block = { type: 'text', text: decoded(body, type) };
    return ok({ content: [block], isError: false, source });
  }
  const mimeType = (type.split(';')[0] ?? '').trim().toLowerCase() || 'application/octet-stream';
  return ok({ content: [bytesBlock(mimeType, body.toString('base64'), invocationId)], isError: false, source });
}

function readJson(text: string, type: string, source: string, context: AnswerContext): Read | Promise<Read> {
  const { label, maxNesting, clock, signal } = context;
  const read = (value: unknown): Read => ok({ content: [], structured: value, isError: false, source });
  const invalid = (): Read => err(badAnswer(label, `its answer is no JSON, although it says ${type.slice(0, 80)}.`));
  const tooDeep = (): Read => err(tooLarge(label, `${maxNesting} levels of nesting`));
  if (text.length <= readAtOnce) {
    const value = parsed(text);
    if (value === undefined) return invalid();
    return deeperThan(value, maxNesting) ? tooDeep() : read(value);
  }
  return readLargeJson(text, { clock, signal, maxLevels: maxNesting }).then((large) => {
    if (large.kind === 'value') return read(large.value);
    if (large.kind === 'aborted') return err(aborted(label, signal, 'done'));
    return large.kind === 'invalid' ? invalid() : tooDeep();
  });
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
    return parseExactJson(text);
  } catch {
    return undefined;
  }
}
