import type { Entry } from '@assay/sdk';
import { Button, CopyButton, Group, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { type ClientLink, clientLinks } from './client-links.js';
import { JsonText } from './json-text.js';

function Copy({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <Button size="compact-xs" variant="default" onClick={copy} aria-label={label}>
          {copied ? 'Copied' : 'Copy'}
        </Button>
      )}
    </CopyButton>
  );
}

function Client({ link }: { readonly link: ClientLink }) {
  const { client, command, configuration, file, note } = link;
  return (
    <li className="card">
      <Stack gap="xs">
        <Group justify="space-between">
          <Title order={2} size="h5">
            {client}
          </Title>
          {link.link === undefined ? null : (
            <Button size="xs" component="a" href={link.link}>
              Add to {client}
            </Button>
          )}
        </Group>
        {note === undefined ? null : <Text size="sm">{note}</Text>}
        {command === undefined ? null : (
          <Group gap="xs" wrap="nowrap" align="flex-start">
            <code className="outside-text">{command}</code>
            <Copy text={command} label={`Copy the command for ${client}`} />
          </Group>
        )}
        {configuration === undefined ? null : (
          <details className="why">
            <summary>Configuration for {file}</summary>
            <JsonText value={configuration} label={`Configuration for ${client}`} />
            <Copy text={configuration} label={`Copy the configuration for ${client}`} />
          </details>
        )}
      </Stack>
    </li>
  );
}

/** The addresses of a tool: the gateway with all tools, or the whole server that the tool belongs to. */
function addressesOf(entry: Entry): Record<string, { label: string; name: string; url: string }> {
  const { origin } = window.location;
  const server = 'server' in entry.endpoint ? String(entry.endpoint.server) : undefined;
  return {
    gateway: { label: 'All tools (gateway)', name: 'assay', url: `${origin}/mcp?auth=required` },
    ...(server !== undefined && {
      server: {
        label: server,
        name: server.replaceAll('/', '-'),
        url: `${origin}/mcp/servers/${server}?auth=required`,
      },
    }),
  };
}

/** How a client is pointed at this tool. No link and no configuration contains a key. */
export function ToolConnect({ entry }: { readonly entry: Entry }) {
  const addresses = addressesOf(entry);
  const [chosen, setChosen] = useState('gateway');
  const { name, url } = addresses[chosen] ?? { name: 'assay', url: '' };
  return (
    <Stack>
      <Text>
        Clients sign in when they connect. Through the gateway an agent calls <code>{entry.name}</code> with{' '}
        <code>call_tool</code>, and every call is checked and recorded.
      </Text>
      {Object.keys(addresses).length < 2 ? null : (
        <SegmentedControl
          aria-label="What to add"
          data={Object.entries(addresses).map(([value, { label }]) => ({ value, label }))}
          value={chosen}
          onChange={setChosen}
        />
      )}
      <Group gap="xs">
        <Text size="sm">MCP address:</Text>
        <code className="outside-text">{url}</code>
        <Copy text={url} label="Copy the address" />
      </Group>
      <ul className="plain-list tool-list">
        {clientLinks(name, url).map((link) => (
          <Client key={link.client} link={link} />
        ))}
      </ul>
      <Text size="sm">
        With a key instead, on the command line: <code>assay connect --client cursor --write</code>
      </Text>
    </Stack>
  );
}
