import { randomUUID } from 'node:crypto';
import { type LearntOutcome, mostOutcomes } from '@assay/discovery';
import { learningStoreContract } from '@assay/gateway/testing';
import { PostgresLearningStore, PostgresOwnershipStore, PostgresRuleStore } from '@assay/persistence';
import { anOrganisationRow } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { type Fixture, sealer, withDatabase } from './fixture.js';

const storesOf = ({ database }: Fixture) => ({
  learning: new PostgresLearningStore(database.pool),
  rules: new PostgresRuleStore(database.pool),
});
const at = Date.UTC(2026, 0, 1);
const outcomesOf = (organisationId: string, count: number): LearntOutcome[] =>
  Array.from({ length: count }, (_, n) => ({
    ...{ id: randomUUID(), organisationId, principalId: null, searchId: null, task: 'x', tool: 'acme/mail' },
    ...{ succeeded: true, weight: 1, shown: [], standing: [], at: at + n },
  }));

describe('PostgresLearningStore and PostgresRuleStore keep the contracts of LearningStore and RuleStore', () => {
  it.each(learningStoreContract)('$name', async ({ check }) => {
    const run = withDatabase((fixture) => check({ ...fixture, ...storesOf(fixture) }));
    await expect(run).resolves.toBeUndefined();
  });
});

describe('PostgresLearningStore', () => {
  it('skips outcomes of a principal that is gone', async () => {
    await withDatabase(async (fixture) => {
      const { learning } = storesOf(fixture);
      const organisation = anOrganisationRow();
      await fixture.identities.addOrganisation(organisation);
      const gone = outcomesOf(organisation.id, 1).map((it) => ({ ...it, principalId: randomUUID() }));
      await learning.add([...gone, ...outcomesOf(organisation.id, 1)]);
      const { rows } = await fixture.database.pool.query('SELECT principal_id FROM learnt_outcomes');
      expect(rows).toEqual([{ principal_id: null }]);
    });
  });

  it('keeps the newest outcomes of each organisation, and passes over organisations that are gone', async () => {
    await withDatabase(async (fixture) => {
      const { learning } = storesOf(fixture);
      const organisation = anOrganisationRow();
      await fixture.identities.addOrganisation(organisation);
      await learning.add([...outcomesOf(organisation.id, mostOutcomes + 5), ...outcomesOf(randomUUID(), 1)]);
      const { rows } = await fixture.database.pool.query(
        'SELECT count(*)::int AS count, min(at) AS oldest FROM learnt_outcomes',
      );
      expect(rows).toEqual([{ count: mostOutcomes, oldest: new Date(at + 5) }]);
    });
  });
});

describe('a rename', () => {
  it('takes rules and what was learnt along', async () => {
    await withDatabase(async (fixture) => {
      const { learning, rules } = storesOf(fixture);
      const organisation = anOrganisationRow();
      await fixture.identities.addOrganisation(organisation);
      const { pool } = fixture.database;
      await pool.query(
        `INSERT INTO namespaces (id, organisation_id, name, visibility, created_at) VALUES ($1, $2, 'acme', 'public', now())`,
        [randomUUID(), organisation.id],
      );
      await learning.add(outcomesOf(organisation.id, 1));
      const rule = { id: randomUUID(), organisationId: organisation.id, when: 'true', tool: 'acme/mail@^1' };
      await rules.add({ ...rule, priority: 0, createdAt: at, createdBy: null });
      await new PostgresOwnershipStore(pool, sealer).renameNamespace({
        ...{ organisationId: organisation.id, from: 'acme', to: 'apex', aliasId: randomUUID(), at, by: null },
      });
      expect((await pool.query('SELECT tool FROM learnt_outcomes UNION ALL SELECT tool FROM rules')).rows).toEqual([
        { tool: 'apex/mail' },
        { tool: 'apex/mail@^1' },
      ]);
    });
  });
});
