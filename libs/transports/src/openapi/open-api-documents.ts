import type { OpenApiDocument, OpenApiReader } from '@assay/importing';
import { type Deadline, err, type Failure, fail, ok, type Result } from '@assay/kernel';
import { AddressForbiddenError } from '../egress/egress-guard.js';
import { AnswerTooLargeError, type Fetch, RedirectedError } from '../egress/guarded-fetch.js';
import { aborted } from '../mcp/failures.js';
import { checkTree, type Parsed, parseDocument } from './parse-document.js';
import { validateDocument } from './validate-document.js';

const accepted = 'application/json, application/yaml, application/vnd.oai.openapi+json, text/yaml, */*;q=0.5';

/** Fetches OpenAPI documents through the guard, without credentials and redirects, parses and validates them. */
export class OpenApiDocuments implements OpenApiReader {
  constructor(private readonly fetch: Fetch) {}

  async read(
    source: { readonly url: string } | { readonly document: unknown },
    deadline: Deadline,
  ): Promise<Result<OpenApiDocument, Failure>> {
    if ('document' in source) {
      const { document } = source;
      return finish(typeof document === 'string' ? parseDocument(document) : checkTree(document), null);
    }
    const text = await this.#fetched(source.url, deadline);
    return text.ok ? finish(parseDocument(text.value), source.url) : text;
  }

  async #fetched(url: string, deadline: Deadline): Promise<Result<string, Failure>> {
    const { signal } = deadline;
    try {
      const answer = await this.fetch(url, { headers: { accept: accepted }, signal });
      if (answer.ok) return ok(await answer.text());
      await answer.body?.cancel();
      return fail(
        'upstream_error',
        `${place(url)} answers with status ${answer.status} instead of an OpenAPI document.`,
      );
    } catch (error) {
      return err(signal.aborted ? aborted(place(url), signal, 'none') : failureOf(url, error as Error));
    }
  }
}

/** Without the query, which may carry a secret. */
const place = (url: string): string => {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
};

function failureOf(url: string, error: Error): Failure {
  const cause = error.cause instanceof Error ? error.cause : error;
  if (cause instanceof AddressForbiddenError)
    return { code: 'address_forbidden', message: cause.message, data: { host: cause.host } };
  if (cause instanceof AnswerTooLargeError)
    return { code: 'output_too_large', message: `The document at ${place(url)} is too large: ${cause.message}` };
  if (cause instanceof RedirectedError)
    return {
      code: 'upstream_error',
      message: `${place(url)} redirects (${cause.status}): give the address it redirects to.`,
    };
  const why = 'code' in cause ? String(cause.code) : cause.message;
  return { code: 'upstream_unavailable', message: `${place(url)} cannot be reached: no connection (${why}).` };
}

async function finish(parsed: Parsed, address: string | null): Promise<Result<OpenApiDocument, Failure>> {
  const at = address === null ? '/source/openapi/document' : '/source/openapi/url';
  if ('problem' in parsed) {
    return fail('invalid_request', `The OpenAPI document ${parsed.problem}.`, {
      issues: [{ path: at, message: parsed.problem }],
    });
  }
  const { frame: issues, problems } = await validateDocument(parsed.root);
  if (issues.length === 0) return ok({ root: parsed.root, address, problems });
  const [first] = issues;
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more: see errors)` : '';
  return fail(
    'invalid_request',
    `The OpenAPI document is not valid: ${first?.path || 'it'} ${first?.message}${more}.`,
    {
      issues: issues.map(({ path, message }) => ({ path: address === null ? `${at}${path}` : path, message })),
    },
  );
}
