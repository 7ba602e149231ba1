import type { SessionAccounts } from '@assay/discovery';
import type { SessionTokens } from '@assay/gateway';
import type { Caller } from '@assay/identity';
import type { Catalogue } from '@assay/registry';

export interface SessionAccountsPorts {
  readonly sessions: Pick<SessionTokens, 'add' | 'left'>;
  readonly catalogue: Pick<Catalogue, 'tool'>;
}

/** The gateway's accounts of sessions, for discovery. */
export const sessionAccounts = ({ sessions, catalogue }: SessionAccountsPorts): SessionAccounts<Caller> => ({
  left: (caller, session) => sessions.left(caller, session),
  shown({ organisationId, principalId }, session, tools) {
    if (organisationId === null || principalId === null) return;
    for (const { tool, version: number, tokens: schemas } of tools) {
      const version = catalogue.tool(tool)?.versions.find((it) => it.version === number);
      if (version === undefined) continue;
      const tokens = { schemas, arguments: 0, result: 0, validation: 0 };
      sessions.add({ organisationId, principalId, session, versionId: version.id, calls: 0, tokens });
    }
  },
});
