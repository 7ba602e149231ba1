import { deepEqual } from 'node:assert/strict';
import type { IdentityStore } from '@assay/identity';
import { anOrganisationRow, aPrincipalRow } from '@assay/registry/testing';
import type { AlertStore, SecurityAlert } from '../abuse/alert.js';

export interface AlertFixture {
  readonly identities: IdentityStore;
  readonly alerts: AlertStore;
}

export interface AlertContractCase {
  readonly name: string;
  readonly check: (fixture: AlertFixture) => Promise<void>;
}

const at = Date.UTC(2026, 10, 22);
const idOf = (count: number): string => `0199${String(count).padStart(4, '0')}-0000-7000-8000-0123456789ab`;

async function withAlerts({ identities, alerts }: AlertFixture) {
  const organisation = anOrganisationRow();
  await identities.addOrganisation(organisation);
  const ann = await identities.addPrincipal(aPrincipalRow(organisation.id));
  const other = anOrganisationRow('rival');
  await identities.addOrganisation(other);
  const added: SecurityAlert[] = [];
  const add = async (parts: Partial<SecurityAlert> = {}): Promise<SecurityAlert> => {
    const alert: SecurityAlert = {
      id: idOf(added.length + 1),
      organisationId: organisation.id,
      target: 'acme/orders@^1',
      reason: 'It sends "orders" elsewhere, é.',
      severity: 'critical',
      evidenceUrl: null,
      raisedAt: at,
      raisedBy: ann.id,
      outcome: 'revoke',
      settledAt: null,
      revocationId: null,
      ...parts,
    };
    added.push(alert);
    await alerts.add(alert);
    return alert;
  };
  return { alerts, add, organisation, other };
}

/** What every AlertStore promises. */
export const alertStoreContract: readonly AlertContractCase[] = [
  {
    name: 'lists newest first, of one organisation or of all, page by page',
    check: async (fixture) => {
      const { alerts, add, organisation, other } = await withAlerts(fixture);
      const one = await add();
      const two = await add({ organisationId: other.id, evidenceUrl: 'https://a.example/7', severity: 'medium' });
      const three = await add({ outcome: 'find', severity: 'high' });
      deepEqual(await alerts.list({ limit: 9 }), [three, two, one]);
      deepEqual(await alerts.list({ organisationId: organisation.id, limit: 9 }), [three, one]);
      deepEqual(await alerts.list({ limit: 1 }), [three]);
      deepEqual(await alerts.list({ after: three.id, limit: 9 }), [two, one]);
    },
  },
  {
    name: 'is settled once, and waits until then',
    check: async (fixture) => {
      const { alerts, add } = await withAlerts(fixture);
      const [one, two] = [await add(), await add()];
      deepEqual(await alerts.unsettled(9), [one, two]);
      deepEqual(await alerts.unsettled(1), [one]);
      await alerts.settle(one.id, { at: at + 5, revocationId: idOf(99) });
      await alerts.settle(one.id, { at: at + 6, revocationId: null });
      deepEqual(await alerts.unsettled(9), [two]);
      deepEqual((await alerts.list({ limit: 9 }))[1], { ...one, settledAt: at + 5, revocationId: idOf(99) });
    },
  },
];
