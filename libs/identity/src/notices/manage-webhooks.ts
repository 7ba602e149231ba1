import type { ChangeWebhook, CreateWebhook } from '@assay/contracts';
import { err, type Failure, fail, isUuid, ok, type Result } from '@assay/kernel';
import { type Caller, hasScope } from '../caller.js';
import type { IdentityPorts } from '../identity-ports.js';
import { recordChange } from '../record-change.js';
import type { KeptWebhook, Webhook } from './records.js';
import type { WebhookSender } from './webhook-sender.js';
import type { WebhookChange, WebhookStore } from './webhook-store.js';

export interface WebhookPorts extends Pick<IdentityPorts, 'audit' | 'feed' | 'clock' | 'random'> {
  readonly webhooks: WebhookStore;
  readonly sender: Pick<WebhookSender, 'objection'>;
}

export interface CreatedWebhook {
  readonly webhook: KeptWebhook;
  /** Null when the caller brought its own. */
  readonly secret: string | null;
}

/** Most webhooks of an organisation. */
const maxWebhooks = 50;

/** An organisation's webhooks, by its administrators. */
export class ManageWebhooks {
  readonly #ports: WebhookPorts;

  constructor(ports: WebhookPorts) {
    this.#ports = ports;
  }

  async create(caller: Caller, body: CreateWebhook): Promise<Result<CreatedWebhook, Failure>> {
    const organisation = administered(caller);
    if (!organisation.ok) return organisation;
    const { webhooks, clock, random } = this.#ports;
    if ((await webhooks.list(organisation.value)).length >= maxWebhooks)
      return fail('conflict', `An organisation has at most ${maxWebhooks} webhooks: remove one that is not needed.`);
    const objection = await this.#objection(body.url);
    if (objection !== null) return err(objection);
    const now = clock.now();
    const webhook: Webhook = {
      id: random.uuid(),
      organisationId: organisation.value,
      url: body.url,
      kinds: body.kinds === undefined ? null : [...new Set(body.kinds)],
      description: body.description ?? null,
      createdAt: now,
      createdBy: caller.principalId,
      updatedAt: now,
    };
    const made = body.secret === undefined ? newSecret(random.token(32)) : null;
    await webhooks.add(webhook, made ?? (body.secret as string));
    await recordChange(this.#ports, caller, 'webhook.create', webhook.id, { host: hostOf(webhook.url) });
    return ok({ webhook: await this.#kept(webhook.id), secret: made });
  }

  async list(caller: Caller): Promise<Result<readonly KeptWebhook[], Failure>> {
    const organisation = administered(caller);
    return organisation.ok ? ok(await this.#ports.webhooks.list(organisation.value)) : organisation;
  }

  async show(caller: Caller, id: string): Promise<Result<KeptWebhook, Failure>> {
    const organisation = administered(caller);
    if (!organisation.ok) return organisation;
    const webhook = isUuid(id) ? await this.#ports.webhooks.find(id) : undefined;
    return webhook?.organisationId === organisation.value
      ? ok(webhook)
      : fail('not_found', `No webhook of your organisation has the id "${id}": GET /v1/webhooks lists them.`);
  }

  async change(caller: Caller, id: string, body: ChangeWebhook): Promise<Result<KeptWebhook, Failure>> {
    const found = await this.show(caller, id);
    if (!found.ok) return found;
    const objection = body.url === undefined ? null : await this.#objection(body.url);
    if (objection !== null) return err(objection);
    await this.#ports.webhooks.change(id, changeOf(body, this.#ports.clock.now()));
    const { url, secret, ...rest } = body;
    await recordChange(this.#ports, caller, 'webhook.change', id, {
      ...rest,
      ...(url !== undefined && { host: hostOf(url) }),
      ...(secret !== undefined && { secret: 'replaced' }),
    });
    return this.show(caller, id);
  }

  async remove(caller: Caller, id: string): Promise<Result<null, Failure>> {
    const found = await this.show(caller, id);
    if (!found.ok) return found;
    await this.#ports.webhooks.remove(id);
    await recordChange(this.#ports, caller, 'webhook.delete', id, { host: hostOf(found.value.url) });
    return ok(null);
  }

  async #objection(url: string): Promise<Failure | null> {
    const message = await this.#ports.sender.objection(url);
    return message === null
      ? null
      : { code: 'address_forbidden', message, issues: [{ path: '/url', message: 'may not be reached' }] };
  }

  async #kept(id: string): Promise<KeptWebhook> {
    const kept = await this.#ports.webhooks.find(id);
    if (kept === undefined) throw new Error(`The webhook ${id} was added and is not there.`);
    return kept;
  }
}

/** The caller's organisation. Notices concern all of its namespaces, so a narrowed key is not enough. */
function administered(caller: Caller): Result<string, Failure> {
  const { organisationId } = caller;
  return organisationId !== null && hasScope(caller, 'admin') && caller.namespaces === null
    ? ok(organisationId)
    : fail('forbidden', 'Webhooks need the scope admin and a key that is not narrowed to namespaces.');
}

const changeOf = ({ url, kinds, description, secret }: ChangeWebhook, updatedAt: number): WebhookChange => ({
  ...(url !== undefined && { url }),
  ...(kinds !== undefined && { kinds: kinds && [...new Set(kinds)] }),
  ...(description !== undefined && { description }),
  ...(secret !== undefined && { secret }),
  updatedAt,
});

/** Of 32 bytes in base64url: the form of Standard Webhooks, whose base64 is the padded one. */
const newSecret = (token: string): string =>
  `whsec_${token.replaceAll('-', '+').replaceAll('_', '/')}${'='.repeat((4 - (token.length % 4)) % 4)}`;

/** The part of an address for the audit log: its path and query may contain a secret. */
const hostOf = (url: string): string => new URL(url).host;
