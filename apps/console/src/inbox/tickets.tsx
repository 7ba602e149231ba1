import type { EscalationView, QuestionView } from '@assay/sdk';
import { Button, Group, JsonInput, Stack, Text } from '@mantine/core';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { apiList, assay, queryClient } from '../frame/api.js';
import { PagedCards } from '../frame/paged-cards.js';
import { Part } from '../frame/part.js';
import { ReasonedActions } from '../frame/reasoned-actions.js';
import { Failure } from '../frame/states.js';
import { visibleText } from '../frame/visible-text.js';
import { JsonText } from '../marketplace/json-text.js';
import { relativeTime } from './risks.js';

interface JsonAnswerProps {
  readonly label: string;
  readonly send: (answer: unknown) => Promise<unknown>;
  readonly list: string;
}

/** An answer in JSON, sent as it is; the server checks it against the schema. */
function JsonAnswer({ label, send, list }: JsonAnswerProps) {
  const [text, setText] = useState('');
  const answer = useMutation({
    mutationFn: async () => send(JSON.parse(text)),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [list] }),
  });
  return (
    <Stack gap="xs">
      <JsonInput
        label={label}
        classNames={{ input: 'code-input' }}
        autosize
        minRows={2}
        validationError="This is not valid JSON"
        value={text}
        onChange={setText}
      />
      <Group>
        <Button size="xs" disabled={text.trim() === ''} loading={answer.isPending} onClick={() => answer.mutate()}>
          Send the answer
        </Button>
      </Group>
      {answer.error === null ? null : <Failure error={answer.error} />}
    </Stack>
  );
}

const Head = ({ title, expiresAt }: { readonly title: string; readonly expiresAt: string }) => (
  <Group justify="space-between">
    <Text fw={600} className="outside-text">
      {visibleText(title)}
    </Text>
    <Text size="sm" c="dimmed">
      expires {relativeTime(expiresAt, Date.now())}
    </Text>
  </Group>
);

const Escalation = ({ ticket }: { readonly ticket: EscalationView }) => (
  <Stack gap="sm">
    <Head title={ticket.tool} expiresAt={ticket.expiresAt} />
    <Text size="sm" className="outside-text">
      {visibleText(ticket.askedBy)} asked; {visibleText(ticket.reason)}
    </Text>
    <JsonText value={visibleText(JSON.stringify(ticket.input, null, 2))} label={`Input of ${ticket.tool}`} />
    {ticket.outputSchema === null ? null : (
      <details className="why">
        <summary>Schema of the answer</summary>
        <JsonText value={ticket.outputSchema} label={`Schema of ${ticket.tool}`} />
      </details>
    )}
    <JsonAnswer
      label={`Answer for ${ticket.tool}`}
      list="listEscalations"
      send={(output) => assay.request('resolveEscalation', { path: { id: ticket.id }, body: { output } })}
    />
    <ReasonedActions
      about={ticket.tool}
      stale={['listEscalations']}
      actions={[
        {
          label: 'Refuse',
          needsReason: true,
          run: (reason) =>
            assay.request('resolveEscalation', { path: { id: ticket.id }, body: { refuse: true, reason } }),
        },
      ]}
    />
  </Stack>
);

const Question = ({ question }: { readonly question: QuestionView }) => (
  <Stack gap="sm">
    <Head title={question.question} expiresAt={question.expiresAt} />
    <Text size="sm" className="outside-text">
      Step {question.step} of {question.runId}, asked by {visibleText(question.askedBy)}
    </Text>
    <JsonText value={question.schema} label={`Schema of the answer to ${question.step}`} />
    <JsonAnswer
      label={`Answer to ${question.step}`}
      list="listQuestions"
      send={(answer) => assay.request('answerQuestion', { path: { id: question.id }, body: { answer } })}
    />
  </Stack>
);

/** Calls that no tool could answer, and questions of compositions. */
export function Tickets() {
  const escalations = useInfiniteQuery(apiList('listEscalations', { query: { status: 'open' } }));
  const questions = useInfiniteQuery(apiList('listQuestions', { query: { status: 'open' } }));
  return (
    <Stack gap="xl">
      <Part title="Calls that no tool could answer">
        <PagedCards
          query={escalations}
          label="Escalated calls"
          keyOf={({ id }) => id}
          empty={{
            title: 'No call waits for an answer.',
            text: 'Hierarchies whose last level is a person send them here.',
          }}
        >
          {(ticket) => <Escalation ticket={ticket} />}
        </PagedCards>
      </Part>
      <Part title="Questions of compositions">
        <PagedCards
          query={questions}
          label="Questions"
          keyOf={({ id }) => id}
          empty={{ title: 'No composition asks you.', text: 'A step of the kind "ask" waits here for its answer.' }}
        >
          {(question) => <Question question={question} />}
        </PagedCards>
      </Part>
    </Stack>
  );
}
