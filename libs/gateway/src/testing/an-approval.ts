import type { Approval, PausedCall } from '../approvals/approval.js';

const now = Date.UTC(2026, 0, 1);

/** An approval that waits, of ann's organisation, for a call of carl's. */
export const anApproval = (parts: Partial<Approval> = {}): Approval => ({
  id: '0198f000-0000-7000-8000-0000000000a1',
  organisationId: 'org-acme',
  invocationId: '0198f000-0000-7000-8000-0000000000c1',
  principalId: 'principal-carl',
  keyId: 'key-carl',
  idempotencyKey: null,
  subject: 'call',
  tool: 'acme/orders.create',
  version: '1.0.0',
  versionId: 'version-acme/orders.create@1.0.0',
  level: 1,
  argumentsDigest: 'sha256:arguments',
  policyDigest: 'sha256:policies',
  policies: [{ id: 'default#destructive', version: 1 }],
  why: 'needs approval by default#destructive',
  risks: {
    readOnly: false,
    destructive: 'yes',
    openWorld: 'undeclared',
    undo: null,
    costUsd: null,
    trust: { score: 0.5, confidence: 0 },
    stage: 'SANDBOX',
  },
  needed: 1,
  openedAt: now,
  expiresAt: now + 24 * 3_600_000,
  state: 'pending',
  closedAt: null,
  outcome: null,
  settledAt: null,
  decisions: [],
  delegations: [],
  ...parts,
});

/** What goes on when it is given. */
export const aPausedCall = (parts: Partial<PausedCall> = {}): PausedCall => ({
  request: { tool: 'acme/orders.create', input: { item: 'tea' } },
  traceId: 'trace',
  scopes: ['tools:call'],
  namespaces: null,
  input: { item: 'tea' },
  repairs: null,
  accuracy: 1,
  attempted: [],
  standIns: null,
  warnings: [],
  startedAt: now,
  ...parts,
});
