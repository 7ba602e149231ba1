import { publisherMetaKey, type ServerIssue, type ServerJson } from '@assay/contracts';
import { doubtful, wrong } from './server-issue.js';

/** Most bytes of JSON that a publisher may add. */
export const publisherMetaBytes = 4_096;

/** A publisher's additions: one member of `_meta`, an object of limited size. */
export function checkPublisherMeta({ _meta = {} }: ServerJson): ServerIssue[] {
  const { [publisherMetaKey]: provided, ...others } = _meta;
  const path = `_meta.${publisherMetaKey}`;
  const issues = Object.keys(others).map((key) =>
    doubtful(`_meta.${key}`, 'meta-not-kept', `only ${publisherMetaKey} is kept of _meta: ${key} will be dropped`),
  );
  if (provided === undefined) return issues;
  if (typeof provided !== 'object' || provided === null || Array.isArray(provided))
    return [...issues, wrong(path, 'publisher-meta-no-object', `${path} must be an object`)];
  const bytes = Buffer.byteLength(JSON.stringify(provided));
  if (bytes > publisherMetaBytes)
    issues.push(
      wrong(
        path,
        'publisher-meta-too-large',
        `${path} extension exceeds maximum size: ${bytes} bytes, at most ${publisherMetaBytes}`,
      ),
    );
  return issues;
}

/** The document with only the publisher's part of `_meta`; without `_meta` when that is empty. */
export function keptServer(server: ServerJson): ServerJson {
  const { _meta, ...rest } = server;
  const provided = _meta?.[publisherMetaKey];
  // In its original position among the members, so that the document reads as sent.
  return provided === undefined ? rest : { ...server, _meta: { [publisherMetaKey]: provided } };
}
