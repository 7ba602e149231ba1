import type { ApprovalDetail } from '@assay/sdk';
import { Alert, Badge, Group, List, Stack, Text } from '@mantine/core';
import { PageLink } from '../frame/links.js';
import { may, useSession } from '../frame/session.js';
import { mixedWords, visibleText } from '../frame/visible-text.js';
import { JsonText } from '../marketplace/json-text.js';
import { partsOf } from '../marketplace/tool-name.js';
import { Decision } from './decision.js';
import { Delegation } from './delegation.js';
import { relativeTime, riskWords, stepWords } from './risks.js';
import { StandingForm } from './standing-form.js';

const Mark = ({ children }: { readonly children: string }) => (
  <Badge variant="default" tt="none" fw={500}>
    {children}
  </Badge>
);

/** Exactly what the tool would receive, with what is hard to see in it written out. */
function Arguments({ approval }: { readonly approval: ApprovalDetail }) {
  const text = approval.arguments === null ? undefined : JSON.stringify(approval.arguments, null, 2);
  const mixed = text === undefined ? [] : mixedWords(text);
  return (
    <Stack gap={4}>
      <Text size="sm" fw={600}>
        Arguments, exactly as the tool receives them
      </Text>
      {text === undefined ? (
        <Text size="sm">Deleted: they are kept for 30 days after the call.</Text>
      ) : (
        <JsonText value={visibleText(text)} label={`Arguments of ${approval.tool}`} />
      )}
      {mixed.length === 0 ? null : (
        <Alert color="red" title="Contains letters that look like others">
          {mixed.join(', ')}
        </Alert>
      )}
      {approval.repaired.map((sentence) => (
        <Text key={sentence} size="sm" className="outside-text">
          Repaired: {sentence}
        </Text>
      ))}
    </Stack>
  );
}

/** The result that waits to be released. */
function Withheld({ result, tool }: { readonly result: NonNullable<ApprovalDetail['result']>; readonly tool: string }) {
  return (
    <Stack gap={4}>
      <Text size="sm" fw={600}>
        The result to release{result.contains.length === 0 ? '' : `, which contains ${result.contains.join(', ')}`}
      </Text>
      <JsonText value={visibleText(JSON.stringify(result.output, null, 2))} label={`Result of ${tool}`} />
    </Stack>
  );
}

function Answer({ approval }: { readonly approval: ApprovalDetail }) {
  const { outcome, status, answer, tool } = approval;
  if (status === 'pending') return null;
  const ended = outcome === null ? (status === 'approved' ? 'The call is being made.' : '') : `The call ${outcome}.`;
  return (
    <Stack gap={4}>
      <Text role="status">
        {status[0]?.toUpperCase() + status.slice(1)}. {ended.replaceAll('_', ' ')}
      </Text>
      {answer?.error ? (
        <Alert color="red" title={answer.error.code}>
          <span className="outside-text">{visibleText(answer.error.message)}</span>
        </Alert>
      ) : null}
      {answer?.output === undefined ? null : (
        <JsonText value={visibleText(JSON.stringify(answer.output, null, 2))} label={`Answer of ${tool}`} />
      )}
    </Stack>
  );
}

const decisionWords = { approve: 'approved', deny: 'denied' } as const;

/** Who asks, why, the risk, and what people did so far. */
function Facts({ approval }: { readonly approval: ApprovalDetail }) {
  const { caller, level, why, policies, risks, partOf, decisions, delegations } = approval;
  return (
    <List size="sm">
      <List.Item>
        Asked for by {visibleText(caller.name)} ({caller.kind})
        {level > 1 ? `, as fallback ${level - 1} of the requested tool` : ''}
      </List.Item>
      <List.Item>{visibleText(why)}</List.Item>
      <List.Item>Policy {policies.map(({ id, version: of }) => `${id} (version ${of})`).join(', ')}</List.Item>
      <List.Item>
        Trust {risks.trust.score.toFixed(2)} with confidence {risks.trust.confidence.toFixed(2)}, stage {risks.stage}
      </List.Item>
      {partOf === null ? null : <List.Item>{stepWords(partOf)}</List.Item>}
      {decisions.map((it) => (
        <List.Item key={it.by}>
          {visibleText(it.by)} {decisionWords[it.decision]}
          {it.reason === null ? '' : `: ${visibleText(it.reason)}`}
        </List.Item>
      ))}
      {delegations.map((it) => (
        <List.Item key={`delegated by ${it.by}`}>
          {visibleText(it.by)} delegated the decision to {visibleText(it.to)}
          {it.reason === null ? '' : `: ${visibleText(it.reason)}`}
        </List.Item>
      ))}
    </List>
  );
}

/** One call that waits, or waited: what would run, who asks, why, the risk, and the decision. */
export function ApprovalCard({ approval }: { readonly approval: ApprovalDetail }) {
  const { tool, version, risks, caller, description, expiresAt } = approval;
  const isPending = approval.status === 'pending';
  const session = useSession();
  const mayDelegate = may(session, 'approvals:decide');
  const isDelegated = approval.delegations.some(({ by }) => by === session.principal?.name);
  return (
    <article className="card" aria-label={`${tool}@${version} for ${caller.name}`}>
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Group gap="xs">
            <PageLink to="/tools/$ns/$tool" params={partsOf(tool)} fw={600}>
              {tool}@{version}
            </PageLink>
            {riskWords(risks).map((word) => (
              <Mark key={word}>{word}</Mark>
            ))}
          </Group>
          {isPending ? (
            <Text size="sm" c="dimmed">
              expires <time dateTime={expiresAt}>{relativeTime(expiresAt, Date.now())}</time>
            </Text>
          ) : null}
        </Group>
        <Text size="sm" className="outside-text" c="dimmed">
          {visibleText(description ?? '')}
        </Text>
        <Facts approval={approval} />
        <Arguments approval={approval} />
        {approval.result === null ? null : <Withheld result={approval.result} tool={tool} />}
        {isPending ? (
          <>
            {isDelegated ? null : <Decision approval={approval} />}
            {mayDelegate ? <Delegation approval={approval} /> : null}
            <StandingForm approval={approval} />
          </>
        ) : (
          <Answer approval={approval} />
        )}
      </Stack>
    </article>
  );
}
