import { type Envelope, type ReceiptVerification, verifyReceipt } from '@assay/sdk';
import { Alert, Badge, Group, List, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { assay } from '../frame/api.js';
import { Failure, Loading } from '../frame/states.js';
import { JsonText } from './json-text.js';
import { waterfall } from './waterfall.js';

/** Where the time of a call went, one bar a stage. */
function Trace({ trace }: Pick<Envelope, 'trace'>) {
  return (
    <ol className="plain-list waterfall" aria-label="Trace">
      {waterfall(trace).map(({ key, stage, ms, note, startPercent, widthPercent }) => (
        <li key={key}>
          <span className="waterfall-name">{stage}</span>
          <span className="waterfall-track" aria-hidden="true">
            <span style={{ left: `${startPercent}%`, width: `${widthPercent}%` }} />
          </span>
          <span className="waterfall-ms">{ms.toFixed(1)} ms</span>
          {note === undefined ? null : <span className="waterfall-note outside-text">{note}</span>}
        </li>
      ))}
    </ol>
  );
}

async function verified(envelope: Envelope): Promise<ReceiptVerification> {
  const [receipt, { keys }] = await Promise.all([assay.invocations.receipt(envelope.id), assay.registryKeys()]);
  return verifyReceipt(receipt, keys, envelope);
}

const receiptTries = 5;

/** The signed record of the call, verified with the browser's own cryptography. */
function Receipt({ envelope }: { readonly envelope: Envelope }) {
  const query = useQuery({
    queryKey: ['receipt', envelope.id],
    queryFn: () => verified(envelope),
    // Records are signed in groups, a moment after the call.
    retry: receiptTries,
    retryDelay: 400,
  });
  if (query.error !== null) return <Failure error={query.error} retry={() => void query.refetch()} />;
  if (query.data === undefined) return <Loading lines={1} label="Verifying the receipt" />;
  const { ok, problems, keyId, signedAt } = query.data;
  return (
    <Alert color={ok ? 'green' : 'red'} title={ok ? 'Receipt verified in this browser' : 'Receipt not verified'}>
      {ok ? (
        <Text size="sm">
          Signed with key {keyId} at {signedAt}; arguments and result match the record.
        </Text>
      ) : (
        <List size="sm">
          {problems.map((problem) => (
            <List.Item key={problem}>{problem}</List.Item>
          ))}
        </List>
      )}
    </Alert>
  );
}

interface CallResultProps {
  readonly envelope: Envelope;
  readonly wasDryRun: boolean;
}

const isOver = ({ status }: Envelope): boolean => !['running', 'awaiting_approval', 'scheduled'].includes(status);

/** The outcome of a call: its output or error, its trace, and its receipt. */
export function CallResult({ envelope, wasDryRun }: CallResultProps) {
  const { status, output, error, warnings, validation, trace, approval } = envelope;
  return (
    <section aria-labelledby="result">
      <Stack gap="sm">
        <Group gap="xs">
          <Title order={2} size="h4" id="result">
            Result
          </Title>
          <Badge variant="default" tt="none">
            {wasDryRun ? 'checked, not called' : status.replaceAll('_', ' ')}
          </Badge>
          <Badge variant="default" tt="none">
            output {validation.outcome}
          </Badge>
        </Group>
        {error === undefined ? null : (
          <Alert color="red" title={error.code}>
            <span className="outside-text">{error.message}</span>
          </Alert>
        )}
        {approval === undefined ? null : (
          <Alert color="yellow" title="Waiting for a person">
            <a href={approval.url}>Show the approval</a>
          </Alert>
        )}
        {warnings.map((warning) => (
          <Text key={warning} size="sm" className="outside-text">
            {warning}
          </Text>
        ))}
        {output === undefined ? null : <JsonText value={output} label="Output" />}
        <Trace trace={trace} />
        {wasDryRun || !isOver(envelope) ? null : <Receipt envelope={envelope} />}
      </Stack>
    </section>
  );
}
