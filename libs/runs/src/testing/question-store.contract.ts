import { deepEqual, equal } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { IdentityStore } from '@assay/identity';
import { anOrganisationRow, aPrincipalRow } from '@assay/registry/testing';
import type { Question, QuestionStore } from '../questions/question.js';

export interface QuestionStoreFixture {
  readonly identities: IdentityStore;
  readonly questions: QuestionStore;
}

export interface QuestionStoreContractCase {
  readonly name: string;
  readonly check: (fixture: QuestionStoreFixture) => Promise<void>;
}

const at = Date.UTC(2026, 10, 26);

async function people({ identities }: QuestionStoreFixture) {
  const organisation = anOrganisationRow(randomUUID());
  await identities.addOrganisation(organisation);
  const { id: asker } = await identities.addPrincipal(aPrincipalRow(organisation.id));
  const { id: person } = await identities.addPrincipal(aPrincipalRow(organisation.id, 'person'));
  const aQuestion = (parts: Partial<Question> = {}): Question => ({
    ...{ id: randomUUID(), organisationId: organisation.id, principalId: asker, key: randomUUID() },
    ...{ workId: randomUUID(), step: '2.high', text: 'Wie viele? \u00e9', schema: { type: 'number' }, to: null },
    ...{ status: 'open', askedAt: at, expiresAt: at + 1_000, closedAt: null, answeredBy: null },
    ...parts,
  });
  return { organisationId: organisation.id, asker, person, aQuestion };
}

/** What every store of questions does. */
export const questionStoreContract: readonly QuestionStoreContractCase[] = [
  {
    name: 'keeps a question once under its key',
    check: async (fixture) => {
      const { aQuestion } = await people(fixture);
      const question = aQuestion();
      deepEqual(await fixture.questions.open(question), question);
      equal((await fixture.questions.open(aQuestion({ key: question.key })))?.id, question.id);
      deepEqual(await fixture.questions.find(question.id), question);
      equal(await fixture.questions.find(randomUUID()), undefined);
    },
  },
  {
    name: 'closes a question once, with any JSON as its answer',
    check: async (fixture) => {
      const { aQuestion, person } = await people(fixture);
      const { questions } = fixture;
      for (const answer of [null, false, 0, 'text', { a: [1] }]) {
        const question = aQuestion();
        await questions.open(question);
        const end = { status: 'answered', closedAt: at + 5, answeredBy: person, answer } as const;
        const closed = await Promise.all([questions.close(question.id, end), questions.close(question.id, end)]);
        equal(closed.filter((it) => it !== undefined).length, 1);
        deepEqual(await questions.find(question.id), { ...question, ...end });
      }
    },
  },
  {
    name: 'lists what somebody asked, is asked or may answer, newest first',
    check: async (fixture) => {
      const { aQuestion, asker, person, organisationId } = await people(fixture);
      const { questions } = fixture;
      const own = aQuestion({ askedAt: at });
      const asked = aQuestion({ askedAt: at + 1, to: person });
      const both = [own, asked];
      for (const each of both) await questions.open(each);
      const ids = async (principalId: string, more: object = {}) =>
        (await questions.list({ organisationId, principalId, decides: false, limit: 10, ...more })).map(({ id }) => id);
      deepEqual(await ids(asker), [asked.id, own.id]);
      deepEqual(await ids(person), [asked.id]);
      deepEqual(await ids(person, { decides: true }), [asked.id, own.id]);
      deepEqual(await ids(asker, { after: asked }), [own.id]);
      deepEqual(await ids(asker, { status: 'answered' }), []);
      deepEqual(await ids(asker, { organisationId: randomUUID() }), []);
    },
  },
  {
    name: 'forgets what ended before',
    check: async (fixture) => {
      const { aQuestion } = await people(fixture);
      const question = aQuestion({ expiresAt: at - 10 });
      await fixture.questions.open(question);
      const later = aQuestion();
      await fixture.questions.open(later);
      equal(await fixture.questions.forget(at), 1);
      equal(await fixture.questions.find(question.id), undefined);
      equal((await fixture.questions.find(later.id))?.id, later.id);
    },
  },
];
