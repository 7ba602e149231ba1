import type { MadeToolView } from '@assay/sdk';
import { List, Stack, Table, Text } from '@mantine/core';
import { visibleText } from '../frame/visible-text.js';
import { JsonText } from '../marketplace/json-text.js';

const shown = (value: unknown): string => visibleText(JSON.stringify(value) ?? '');

/** Everything that was found, each as one line. */
function foundIn({ static: statics, tests, fuzzing, conformance, isDeterministic }: MadeToolView['report']): string[] {
  return [
    ...statics.findings.map(
      ({ rule, message, line }) => `${rule}${line === undefined ? '' : `, line ${line}`}: ${message}`,
    ),
    ...tests.failures.map(({ name, message }) => `test "${name}": ${message}`),
    ...fuzzing.failures.map(({ input, message }) => `with ${shown(input)}: ${message}`),
    ...conformance.failures.map(({ input, message }) => `output for ${shown(input)}: ${message}`),
    ...(isDeterministic ? [] : ['The same input gave different outputs.']),
  ];
}

/** The validation of a made tool, for a reviewer: its tier and why, its parts, what was found, its tests and its code. */
export function MadeReport({ made: { report, template, tool } }: { readonly made: MadeToolView }) {
  const parts = [
    ['Static analysis', report.static.score, `${report.static.findings.length} findings`],
    ['Tests', report.tests.score, `${report.tests.passed} of ${report.tests.total}`],
    ['Fuzzing', report.fuzzing.score, `${report.fuzzing.passed} of ${report.fuzzing.total}`],
    ['Output schema', report.conformance.score, `${report.conformance.passed} of ${report.conformance.total}`],
  ] as const;
  const found = foundIn(report);
  return (
    <Stack gap="xs" mt="xs">
      <Text size="sm" className="outside-text">
        Tier {report.tier.granted}: {visibleText(report.tier.why)}
      </Text>
      {template.access === undefined ? null : (
        <Text size="sm" className="outside-text">
          Reaches {shown(template.access)}
        </Text>
      )}
      <Table withRowBorders={false} aria-label={`Report of ${tool}`}>
        <Table.Tbody>
          {parts.map(([name, score, detail]) => (
            <Table.Tr key={name}>
              <Table.Td>{name}</Table.Td>
              <Table.Td>{score.toFixed(2)}</Table.Td>
              <Table.Td>{detail}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {found.length === 0 ? null : (
        <List size="sm">
          {found.map((line) => (
            <List.Item key={line} className="outside-text">
              {visibleText(line)}
            </List.Item>
          ))}
        </List>
      )}
      <JsonText value={visibleText(template.code)} label={`Code of ${tool}`} />
      <JsonText value={visibleText(JSON.stringify(template.tests, null, 2))} label={`Tests of ${tool}`} />
    </Stack>
  );
}
