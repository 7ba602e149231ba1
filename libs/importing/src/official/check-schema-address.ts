import type { ServerIssue, ServerJson } from '@assay/contracts';
import { doubtful, misshapen, wrong } from './server-issue.js';

/** The current schema of server.json. */
export const currentSchema = '2025-12-11';
/** Earlier versions whose members have the same names. */
const earlier = ['2025-09-16', '2025-09-29', '2025-10-11', '2025-10-17'];
/** Its members were written in snake_case. */
const snakeCase = '2025-07-09';

const addressOf = (version: string) => `https://static.modelcontextprotocol.io/schemas/${version}/server.schema.json`;
const addressPattern = /^https:\/\/static\.modelcontextprotocol\.io\/schemas\/([^/]+)\/server\.schema\.json$/;

/** `$schema`: required, and a known address. */
export function checkSchemaAddress({ $schema }: Pick<ServerJson, '$schema'>): ServerIssue[] {
  if ($schema === undefined)
    return [
      misshapen('$schema', 'schema-required', `$schema field is required: set it to ${addressOf(currentSchema)}`),
    ];
  const version = addressPattern.exec($schema)?.[1];
  if (version === currentSchema) return [];
  if (version !== undefined && earlier.includes(version))
    return [
      doubtful(
        '$schema',
        'schema-not-current',
        `schema version ${version} is not the current one: ${addressOf(currentSchema)}`,
      ),
    ];
  const why =
    version === snakeCase
      ? `schema version ${version} wrote its members in snake_case and is not taken any more`
      : `schema version ${version ?? $schema} not found in embedded schemas`;
  return [wrong('$schema', 'unknown-schema', `${why}: use ${addressOf(currentSchema)}`)];
}
