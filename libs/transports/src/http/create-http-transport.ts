import type { OpenApiReader } from '@assay/importing';
import { guardedFetch } from '../egress/guarded-fetch.js';
import { OpenApiDocuments } from '../openapi/open-api-documents.js';
import { HttpReach, type HttpReachOptions, type ReachedServers } from './http-reach.js';
import { HttpTransport } from './http-transport.js';

export interface HttpUpstreams extends ReachedServers {
  /** Reads OpenAPI documents. */
  readonly documents: OpenApiReader;
}

/** Everything that reaches HTTP APIs, as one thing to start and to close. */
export function createHttpTransport(options: HttpReachOptions): HttpUpstreams {
  const reach = new HttpReach(options);
  return {
    ...reach.servers(new HttpTransport(reach)),
    documents: new OpenApiDocuments(guardedFetch(reach.dispatcher, reach.maxBytes)),
  };
}
