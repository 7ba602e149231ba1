import type { PutPolicy } from '@assay/contracts';
import { type Caller, hasScope, type IdentityPorts, recordChange } from '@assay/identity';
import { digestText, type Failure, fail, ok, type Result } from '@assay/kernel';
import { shippedPolicyName } from './default-policies.js';
import { maxPolicies, maxStatements, type Policy, type PolicyStore } from './policy.js';
import type { PolicyBook, PolicyInForce } from './policy-book.js';
import type { PolicyEngine, ReadStatement } from './policy-engine.js';

export interface ManagePoliciesPorts extends Omit<IdentityPorts, 'store' | 'directory'> {
  readonly book: PolicyBook;
  readonly store: PolicyStore;
  readonly engine: PolicyEngine;
}

/** What the one who changes policies believes of them: the version that was read, null for none, nothing when undefined. */
export type Expected = number | null | undefined;

/** An organisation's policies. Its members read them; holders of `policies:write` change them. */
export class ManagePolicies {
  constructor(private readonly ports: ManagePoliciesPorts) {}

  list(caller: Caller): readonly PolicyInForce[] {
    return caller.organisationId === null ? [] : this.ports.book.of(caller.organisationId);
  }

  get(caller: Caller, name: string): Result<PolicyInForce, Failure> {
    const found = this.list(caller).find((it) => it.name === name);
    return found === undefined ? none(name) : ok(found);
  }

  /** Every version, newest first; the one that ships last. */
  async versions(caller: Caller, name: string): Promise<Result<readonly Policy[], Failure>> {
    const { organisationId } = caller;
    const kept = organisationId === null ? [] : await this.ports.store.versions(organisationId, name);
    return kept.length === 0 && !this.get(caller, name).ok ? none(name) : ok(kept);
  }

  /** Everything that is wrong with a text, or what it says. */
  check(text: string): Result<readonly ReadStatement[], Failure> {
    const read = this.ports.engine.read(text);
    if (read.ok) return read;
    const [first, ...others] = read.error;
    const more = others.length === 0 ? '' : ` ${others.length} more: see "errors".`;
    return fail('invalid_request', `The policies cannot be put in force: ${first?.message ?? ''}.${more}`, {
      issues: read.error,
    });
  }

  async put(
    caller: Caller,
    name: string,
    { text, description }: PutPolicy,
    expected: Expected,
  ): Promise<Result<{ readonly policy: PolicyInForce; readonly isNew: boolean }, Failure>> {
    const allowed = mayWrite(caller);
    if (!allowed.ok) return allowed;
    const read = this.check(text);
    if (!read.ok) return read;
    const before = this.ports.book.inForce(allowed.value, name);
    if (expected === null && before !== undefined) return changed(name, before.version);
    const others = this.#statementsBeside(allowed.value, name);
    if (others + read.value.length > maxStatements) return tooMany(read.value.length, others);
    const same = before !== undefined && before.text === text && before.description === (description ?? null);
    if (same && !before.shipped && (expected === undefined || expected === before.version))
      return ok({ policy: before, isNew: false });
    const written = await this.#write(
      caller,
      allowed.value,
      name,
      { text, description: description ?? null },
      expected,
    );
    if (!written.ok) return written;
    const { version, changedAt, changedBy } = written.value;
    await recordChange(this.ports, caller, 'policy.put', name, { version, digest: digestText(text) });
    const policy = { name, version, text, digest: digestText(text), shipped: false, changedAt, changedBy };
    return ok({ policy: { ...policy, description: description ?? null }, isNew: before === undefined });
  }

  /** What ships comes back when its replacement is deleted. */
  async remove(caller: Caller, name: string, expected: Expected): Promise<Result<null, Failure>> {
    const allowed = mayWrite(caller);
    if (!allowed.ok) return allowed;
    const before = this.ports.book.inForce(allowed.value, name);
    if (before === undefined) return none(name);
    if (before.shipped) {
      const how = 'PUT a replacement; `permit (principal, action, resource);` allows everything.';
      return fail('conflict', `"${name}" is what ships: ${how}`);
    }
    const written = await this.#write(caller, allowed.value, name, { text: null, description: null }, expected);
    if (!written.ok) return written;
    await recordChange(this.ports, caller, 'policy.delete', name, { version: written.value.version });
    return ok(null);
  }

  #statementsBeside(organisationId: string, name: string): number {
    const { book, engine } = this.ports;
    const read = book.of(organisationId).filter((it) => it.name !== name);
    return read.reduce((sum, { text }) => sum + countIn(engine.load(text)), 0);
  }

  async #write(
    caller: Caller,
    organisationId: string,
    name: string,
    content: Pick<Policy, 'text' | 'description'>,
    asked: Expected,
  ): Promise<Result<Policy, Failure>> {
    const { store, book, clock, random } = this.ports;
    const head = book.latest(organisationId, name);
    const expected = storedVersion(asked, name, head);
    const by = { changedAt: clock.now(), changedBy: caller.principalId };
    const written = await store.write({ id: random.uuid(), organisationId, name, ...content, ...by }, expected);
    if (written.outcome === 'written') return ok(written.policy);
    if (written.outcome === 'full')
      return fail('conflict', `An organisation has at most ${maxPolicies} policies: put several into one text.`);
    return changed(name, written.version);
  }
}

function changed(name: string, version: number | null) {
  const now = version === null ? 'there are none' : `they are at version ${version}`;
  return fail('precondition_failed', `The policies "${name}" are not as you expect: ${now}. Read them again.`, {
    data: { version },
  });
}

/** An unreadable one counts as one. */
const countIn = (read: ReturnType<PolicyEngine['load']>): number => (read.ok ? read.value.length : 1);

const tooMany = (here: number, others: number) =>
  fail(
    'conflict',
    `An organisation has at most ${maxStatements} policies in force in all its texts: ${others} are in others, and this text has ${here}. Delete some, or say more with one.`,
  );

/** Version 0 means the built-in policies, which have no row. If none is active, the row may be of a deleted one. */
function storedVersion(asked: Expected, name: string, head: Policy | undefined): Expected {
  if (asked === 0 && name === shippedPolicyName) return null;
  return asked === null && head?.text === null ? head.version : asked;
}

const none = (name: string) =>
  fail('not_found', `No policies "${name}" in your organisation: GET /v1/policies lists them.`);

function mayWrite(caller: Caller): Result<string, Failure> {
  return caller.organisationId !== null && hasScope(caller, 'policies:write') && caller.namespaces === null
    ? ok(caller.organisationId)
    : fail('forbidden', 'Policies are changed with the scope policies:write, by a key that is not narrowed.');
}
