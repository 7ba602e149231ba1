import type { Json, OpenApiDocument } from './document.js';

/** An OpenAPI document of which a test names only what matters to it. */
export const aDocument = (
  paths: Json,
  { address = null, problems = [], ...parts }: Json & Partial<OpenApiDocument> = {},
): OpenApiDocument => ({
  root: {
    openapi: '3.1.0',
    info: { title: 'Pet Store', version: '2' },
    servers: [{ url: 'https://pets.example/v1/' }],
    paths,
    ...parts,
  },
  address,
  problems,
});
