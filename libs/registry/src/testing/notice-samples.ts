import { randomUUID } from 'node:crypto';
import type {
  BegunDelivery,
  DeliveringNotices,
  DeliveryStore,
  IdentityStore,
  NotificationStore,
  Principal,
  Webhook,
  WebhookStore,
} from '@assay/identity';
import type { Clock, Notice } from '@assay/kernel';
import type { FakeClock } from '@assay/kernel/testing';
import type { CatalogueStore } from '../catalogue-store.js';
import type { Consumers } from '../consumers.js';
import type { PinStore } from '../pin-store.js';
import type { VersionCallers } from '../version-callers.js';
import { anOrganisationRow, aPrincipalRow } from './store-samples.js';

/** Empty stores of notices, and the stores of their recipients. */
export interface NoticeFixture {
  readonly identities: IdentityStore;
  readonly catalogue: CatalogueStore;
  readonly clock: FakeClock;
  readonly notices: DeliveringNotices;
  readonly notifications: NotificationStore;
  readonly webhooks: WebhookStore;
  readonly deliveries: DeliveryStore;
  readonly pins: PinStore;
  readonly consumers: Consumers & VersionCallers;
}

export interface NoticeContractCase {
  readonly name: string;
  readonly check: (fixture: NoticeFixture) => Promise<void>;
}

export const aNotice = (to: readonly Principal[], parts: Partial<Notice> = {}): Notice => ({
  key: `key ${randomUUID()}`,
  kind: 'version.deprecated',
  subject: 'acme/orders.create@1.0.0',
  text: 'acme/orders.create@1.0.0 is deprecated: move to 2.0.0.',
  details: { successor: '2.0.0', nested: { zone: 1, area: ['é', '\u0000'] } },
  to: to.map(({ id, organisationId }) => ({ principalId: id, organisationId })),
  ...parts,
});

export const aSecret = 'whsec_c2VjcmV0IG9mIHRoaXJ0eS10d28gYnl0ZXMgaGVyZSE=';

export const aWebhookRow = (organisationId: string, clock: Clock, parts: Partial<Webhook> = {}): Webhook => ({
  id: randomUUID(),
  organisationId,
  url: 'https://hooks.example/assay',
  kinds: null,
  description: null,
  createdAt: clock.now(),
  createdBy: null,
  updatedAt: clock.now(),
  ...parts,
});

/** Two organisations, ann and bob in the first and eve in the second. */
export async function withReaders(fixture: NoticeFixture) {
  const { identities } = fixture;
  const [acme, other] = [anOrganisationRow('acme'), anOrganisationRow('other')];
  await identities.addOrganisation(acme);
  await identities.addOrganisation(other);
  const ann = await identities.addPrincipal(aPrincipalRow(acme.id, 'ann'));
  const bob = await identities.addPrincipal(aPrincipalRow(acme.id, 'bob'));
  const eve = await identities.addPrincipal(aPrincipalRow(other.id, 'eve'));
  return { ...fixture, acme, other, ann, bob, eve };
}

export type Readers = Awaited<ReturnType<typeof withReaders>>;

/** A webhook of the first organisation with the given number of due deliveries, a second apart. */
export async function withDue(fixture: NoticeFixture, count: number) {
  const readers = await withReaders(fixture);
  const { acme, ann, clock, webhooks, notices } = readers;
  const webhook = aWebhookRow(acme.id, clock);
  await webhooks.add(webhook, aSecret);
  for (let made = 0; made < count; made += 1) {
    await notices.send([aNotice([ann], { subject: `acme/tool-${made}` })]);
    clock.advance(1_000);
  }
  return { ...readers, webhook };
}

/** Begins attempts at what is due, longest due first. */
export async function beginDue(
  { deliveries, clock }: Pick<NoticeFixture, 'deliveries' | 'clock'>,
  limit = 8,
): Promise<readonly BegunDelivery[]> {
  const due = await deliveries.overdue(clock.now() + 1, limit);
  const begun = [];
  for (const { delivery } of due) begun.push(await deliveries.begin(delivery, clock.now()));
  return begun.filter((it) => it !== undefined);
}
