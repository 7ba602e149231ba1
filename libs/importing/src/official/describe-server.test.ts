import { aServerJson } from '@assay/gateway/testing';
import { describe, expect, it } from '@jest/globals';
import { describeServer } from './describe-server.js';
import type { RegistryServer } from './registry-server.js';

const at = Date.UTC(2026, 0, 1);
const server: RegistryServer = {
  id: 'id',
  organisationId: 'org-acme',
  name: 'com.example/server',
  version: '1.0.0',
  server: aServerJson(),
  status: 'deprecated',
  statusMessage: 'use another',
  publishedAt: at,
  updatedAt: at + 2_000,
  statusChangedAt: at + 1_000,
  isLatest: true,
  origin: null,
  official: null,
  revocation: null,
};
const nothing = { tools: [] };
const revocation = { id: 'r1', reason: 'it leaks', at };
const official = 'io.modelcontextprotocol.registry/official';

describe('describing a server', () => {
  it('has exactly the official members, and no Assay block when that would be empty', () => {
    expect(describeServer(server, nothing)).toEqual({
      server: aServerJson(),
      _meta: {
        [official]: {
          status: 'deprecated',
          statusChangedAt: '2026-01-01T00:00:01.000Z',
          statusMessage: 'use another',
          publishedAt: '2026-01-01T00:00:00.000Z',
          updatedAt: '2026-01-01T00:00:02.000Z',
          isLatest: true,
        },
      },
    });
    expect(describeServer({ ...server, statusMessage: null }, nothing)._meta?.[official]).not.toHaveProperty(
      'statusMessage',
    );
  });

  it('shows a revocation as deleted, with the reason beside it', () => {
    const meta = describeServer({ ...server, revocation }, nothing)._meta;
    expect(meta?.[official]).toMatchObject({ status: 'deleted', statusMessage: 'Revoked: it leaks' });
    expect(meta?.['io.assay/registry']).toEqual({
      revocation: { id: 'r1', reason: 'it leaks', revokedAt: '2026-01-01T00:00:00.000Z' },
    });
    const long = { ...revocation, reason: 'x'.repeat(900) };
    const shown = describeServer({ ...server, revocation: long }, nothing)._meta?.[official] as {
      statusMessage: string;
    };
    expect(shown.statusMessage).toHaveLength(500);
  });

  it('keeps the received block of a mirrored server, except for local changes', () => {
    const received = {
      status: 'active',
      publishedAt: '2025-01-01T00:00:00.123456Z',
      updatedAt: 'then',
      isLatest: true,
    };
    const mirrored = { ...server, origin: 'm1', official: received, isLatest: false };
    const remarks = { origin: 'https://registry.example', tools: [] };
    expect(describeServer(mirrored, remarks)._meta).toEqual({
      [official]: { ...received, isLatest: false },
      'io.assay/registry': { origin: 'https://registry.example' },
    });
    expect(describeServer({ ...mirrored, revocation }, remarks)._meta?.[official]).toMatchObject({
      status: 'deleted',
      publishedAt: received.publishedAt,
      updatedAt: '2026-01-01T00:00:02.000Z',
    });
  });

  it('names the tools that were imported from it', () => {
    const tool = {
      name: 'com.example/server.read',
      version: '1.0.0',
      status: 'ACTIVE',
      stage: 'BETA',
      trust: { score: 0.5, confidence: 0.9 },
      quarantined: false,
    };
    expect(describeServer(server, { tools: [tool] })._meta?.['io.assay/registry']).toEqual({ tools: [tool] });
  });
});
