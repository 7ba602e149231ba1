import type { Manifest } from '@assay/contracts';
import type { UpstreamCall } from '@assay/gateway';
import { type Clock, type Deadline, startDeadline } from '@assay/kernel';
import type { Server } from '@assay/registry';

/** The real time, for tests with real processes. Its timers keep nothing alive. */
export const wallClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after: (delayMs, run) => {
    const timer = setTimeout(run, delayMs).unref();
    return () => clearTimeout(timer);
  },
};

/** The record of a registered server `test/<name>`. */
export function serverRecord(name: string, mcp: Server['mcp'], more: Partial<Server> = {}): Server {
  const at = { createdAt: 1, updatedAt: 1 };
  return {
    id: `id-of-${name}`,
    organisationId: 'o',
    namespace: 'test',
    name,
    mcp,
    http: null,
    grpc: null,
    stateless: false,
    isolation: null,
    confirmation: null,
    packages: null,
    ...at,
    ...more,
  };
}

export interface CallOptions {
  readonly principalId?: string;
  readonly deadline?: Deadline;
  readonly inputSchema?: Record<string, unknown>;
}

/** A call of one tool of a server, with a deadline of 20 s by default. */
export function upstreamCall(
  server: Server,
  tool: string,
  input: Record<string, unknown> = {},
  { principalId = 'caller', deadline, inputSchema = { type: 'object' } }: CallOptions = {},
): UpstreamCall {
  const manifest: Manifest = {
    name: `test/${server.name}.${tool}`,
    version: '1.0.0',
    description: tool,
    inputSchema,
    protocol: 'mcp',
    endpoint: { server: `test/${server.name}`, tool },
  };
  return {
    invocationId: 'call-1',
    manifest,
    server,
    input,
    principalId,
    deadline: deadline ?? startDeadline(wallClock, 20_000),
  };
}
