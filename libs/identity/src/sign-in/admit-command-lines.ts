import { digestText, type Failure, fail, ok, type Result } from '@assay/kernel';
import { issueKey } from '../api-key.js';
import type { Caller } from '../caller.js';
import type { AuthorizationRecords } from '../delegation/authorization-records.js';
import type { IdentityPorts } from '../identity-ports.js';
import { scopesIn } from '../installation.js';
import { recordChange } from '../record-change.js';
import type { ApiKey } from '../records.js';
import { scopesOfRoles } from './accounts.js';
import type { ManageOwnAccount } from './own-account.js';
import { plainUserCode, userCodeOf } from './user-code.js';

const minuteMs = 60_000;

/** Times in ms: how long a request waits, how often the command line asks, and how long its key is valid. */
export const commandLineTimes = Object.freeze({
  requestMs: 10 * minuteMs,
  intervalMs: 2_000,
  keyMs: 30 * 24 * 60 * minuteMs,
});

export interface AdmitCommandLinesPorts extends IdentityPorts {
  readonly records: Pick<AuthorizationRecords, 'find' | 'save' | 'consume'>;
  readonly own: Pick<ManageOwnAccount, 'find' | 'confirmed'>;
}

/** A command line that waits for a person. Times in ms since the epoch. */
export interface CommandLine {
  readonly code: string;
  readonly machine: string;
  readonly address: string;
  readonly requestedAt: number;
  readonly expiresAt: number;
}

export interface RequestedCommandLine extends CommandLine {
  /** Kept nowhere. */
  readonly deviceCode: string;
}

export type CollectedKey =
  | { readonly state: 'waiting' | 'denied' }
  | { readonly state: 'allowed'; readonly id: string; readonly key: string; readonly expiresAt: number };

interface Kept extends CommandLine {
  readonly device: string;
}

interface Decision {
  readonly decision: 'allow' | 'deny';
  readonly accountId: string;
  readonly machine: string;
}

const requests = 'command line';
const devices = 'command line device';
const decisions = 'command line decision';

/**
 * Gives a command line a key of a person who allows it in the browser, on this machine or another one. The command line
 * proves with its device code that it made the request; the person compares the user code (RFC 8628).
 */
export class AdmitCommandLines {
  readonly #ports: AdmitCommandLinesPorts;

  constructor(ports: AdmitCommandLinesPorts) {
    this.#ports = ports;
  }

  async request(machine: string, address: string): Promise<RequestedCommandLine> {
    const { clock, random } = this.#ports;
    const now = clock.now();
    const deviceCode = random.token(32);
    let code: string | undefined;
    while (code === undefined) code = userCodeOf(random.token(32));
    const expiresAt = now + commandLineTimes.requestMs;
    const line: CommandLine = { code, machine, address, requestedAt: now, expiresAt };
    await this.#save(requests, code, { ...line, device: digestText(deviceCode) }, expiresAt);
    await this.#save(devices, digestText(deviceCode), { code }, expiresAt);
    return { ...line, deviceCode };
  }

  /** For a signed-in person: who asks, and with which scopes the key would act. */
  async show(caller: Caller, typed: string): Promise<Result<CommandLine & { readonly scopes: string[] }, Failure>> {
    const own = this.#ports.own.find(caller);
    if (!own.ok) return own;
    const found = await this.#pending(typed);
    return found.ok ? ok({ ...found.value, scopes: this.#scopesOf(own.value.account.id) }) : found;
  }

  /** The person's answer, once. Allowing needs the password or passkey within the last minutes. */
  async decide(caller: Caller, typed: string, decision: 'allow' | 'deny'): Promise<Result<null, Failure>> {
    const own = decision === 'allow' ? this.#ports.own.confirmed(caller) : this.#ports.own.find(caller);
    if (!own.ok) return own;
    const found = await this.#pending(typed);
    if (!found.ok) return found;
    const { code, machine, address, device, expiresAt } = found.value;
    if (!(await this.#ports.records.consume(requests, code, this.#ports.clock.now()))) return unknownCode;
    const answer: Decision = { decision, accountId: own.value.account.id, machine };
    await this.#save(decisions, device, answer, expiresAt);
    await recordChange(this.#ports, caller, `command_line.${decision}`, machine, { address });
    return ok(null);
  }

  /** What the command line gets: its key at the first request after the person has allowed it. */
  async collect(deviceCode: string): Promise<Result<CollectedKey, Failure>> {
    const { records, clock } = this.#ports;
    const device = digestText(deviceCode);
    const now = clock.now();
    if ((await records.find(devices, device, now)) === undefined) return unknownDevice;
    const found = await records.find(decisions, device, now);
    if (found === undefined) return ok({ state: 'waiting' });
    const decided = JSON.parse(found.payload) as Decision;
    if (decided.decision === 'deny') return ok({ state: 'denied' });
    if (found.consumedAt !== null || !(await records.consume(decisions, device, now))) return unknownDevice;
    return this.#issue(decided);
  }

  async #issue({ accountId, machine }: Decision): Promise<Result<CollectedKey, Failure>> {
    const { directory, random, clock, store } = this.#ports;
    const account = directory.accounts.of(accountId);
    const person = directory.principal(accountId);
    if (account === undefined || person === undefined || account.disabledAt !== null) return unknownDevice;
    const issued = issueKey(random);
    const expiresAt = clock.now() + commandLineTimes.keyMs;
    const key: ApiKey = {
      ...{ id: random.uuid(), organisationId: account.organisationId, principalId: account.id },
      ...{ prefix: issued.prefix, hash: issued.hash, scopes: this.#scopesOf(accountId), namespaces: null },
      ...{ createdAt: clock.now(), createdBy: account.id, expiresAt, revokedAt: null },
    };
    await store.addKey(key);
    const by = { organisationId: account.organisationId, principalId: account.id };
    await recordChange(this.#ports, by, 'key.create', person.name, {
      ...{ prefix: key.prefix, scopes: key.scopes, namespaces: null, machine },
    });
    return ok({ state: 'allowed', id: key.id, key: issued.key, expiresAt });
  }

  #scopesOf(accountId: string): string[] {
    const account = this.#ports.directory.accounts.of(accountId);
    if (account === undefined) return [];
    return [...scopesIn(this.#ports.directory, account.organisationId, scopesOfRoles(account))];
  }

  async #pending(typed: string): Promise<Result<Kept, Failure>> {
    const { records, clock } = this.#ports;
    const found = await records.find(requests, plainUserCode(typed), clock.now());
    return found === undefined || found.consumedAt !== null ? unknownCode : ok(JSON.parse(found.payload) as Kept);
  }

  #save = (kind: string, id: string, payload: object, expiresAt: number): Promise<void> =>
    this.#ports.records.save(
      { kind, id, grantId: null, principalId: null, payload: JSON.stringify(payload), expiresAt },
      this.#ports.clock.now(),
    );
}

const unknownCode = fail(
  'not_found',
  'No command line waits with this code: it was used, or expired after 10 minutes. Run `assay login --browser` again.',
);
const unknownDevice = fail(
  'not_found',
  'This request for a key is unknown, was collected, or expired. Run `assay login --browser` again.',
);
