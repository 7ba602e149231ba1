import type { Server } from './records.js';

/** Whether a server's list can be read again: false for an API whose description was uploaded. */
export const isWatched = ({ mcp, http, grpc }: Pick<Server, 'mcp' | 'http' | 'grpc'>): boolean =>
  mcp !== null || http?.openapi !== undefined || (grpc !== null && grpc.reflection !== false);
