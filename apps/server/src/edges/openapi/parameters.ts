import type { Route } from '@assay/contracts';
import type { z } from 'zod';
import type { DocumentSchemas } from './components.js';
import type { Json } from './json.js';

/** Descriptions of the names in paths. */
const pathNames: Readonly<Record<string, string>> = {
  ns: 'The namespace',
  tool: 'The tool, without its namespace',
  server: 'The server, without its namespace',
  version: 'An exact version, such as 1.2.0',
  capability: 'A dotted tag, such as data.query.sql',
  tag: 'A dotted tag, such as data.query.sql',
  principal: 'The name of a principal',
  team: 'The name of a team',
  name: 'Its name',
  subject: 'What the limit is of',
  id: 'Its id, as lists and answers have it',
  keyId: 'The id of the key',
  code: 'The code that the terminal shows',
  token: 'The token at the end of a one-time link',
  delivery: 'The id of the delivery',
  setting: 'The name of the setting',
};

/** The parameters of a route: those of its path, its query and its headers. */
export const parametersOf = (route: Route, schemas: DocumentSchemas): Json[] => [
  ...pathParameters(route.path),
  ...queryParameters(route, schemas),
  ...headerParameters(route),
];

const pathParameters = (path: string): Json[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: pathNames[name],
    schema: { type: 'string' },
  }));

/** The fields of a query; a field that the query shares with others is the same schema. */
export const queryFields = (query: Route['query']): Map<string, z.ZodType> =>
  new Map(Object.entries(query?.shape ?? {}) as [string, z.ZodType][]);

const queryParameters = ({ query }: Route, schemas: DocumentSchemas): Json[] =>
  [...queryFields(query)].map(([name, field]) => {
    const { description, ...schema } = schemas.sent(field);
    return {
      name,
      in: 'query',
      ...(!field.safeParse(undefined).success && { required: true }),
      ...(description !== undefined && { description }),
      schema,
    };
  });

const headerParameters = ({ headers = {} }: Route): Json[] =>
  Object.entries(headers).map(([name, description]) => ({
    name,
    in: 'header',
    description,
    schema: { type: 'string' },
  }));
