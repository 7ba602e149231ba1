import { CloseButton, Tabs, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Page } from '../frame/page.js';
import { Browse } from './browse.js';
import { Facets } from './facets.js';
import { Found } from './found.js';
import './marketplace.css';
import { type Kind, questionOf, type SearchState } from './search-state.js';
import { ServerList } from './server-list.js';

const searchRoute = getRouteApi('/');

/** Changes the search in the address; typing replaces the entry of the history, choosing adds one. */
export function useChangeSearch() {
  const navigate = useNavigate();
  return (change: Partial<SearchState>, replace = false) =>
    navigate({ to: '/', search: (before) => ({ ...before, ...change }), replace, resetScroll: false });
}

const typingMs = 250;

function SearchBox() {
  const { q = '' } = searchRoute.useSearch();
  const change = useChangeSearch();
  const [text, setText] = useState(q);
  const search = useDebouncedCallback((value: string) => void change({ q: value.trim() || undefined }, true), typingMs);
  // Back and forward change the address without typing.
  useEffect(() => setText((typed) => (typed.trim() === q ? typed : q)), [q]);
  const type = (value: string) => {
    setText(value);
    search(value);
  };
  return (
    <search>
      <TextInput
        type="search"
        size="md"
        aria-label="Search tools by what they do"
        placeholder="What should the tool do? For example: read a file, under 500 ms"
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
        autoComplete="off"
        spellCheck={false}
        rightSection={text === '' ? null : <CloseButton aria-label="Clear the search" onClick={() => type('')} />}
      />
    </search>
  );
}

/** The first page: search as you type, facets beside it, and lists of tools, servers and compositions. */
export function SearchPage() {
  const state = searchRoute.useSearch();
  const change = useChangeSearch();
  const question = questionOf(state);
  return (
    <Page
      title="Tools for agents"
      lead="Search by what a tool does. Each result shows what it is trusted with, and why."
    >
      <SearchBox />
      <Tabs
        value={state.kind ?? 'tools'}
        onChange={(kind) => void change({ kind: kind === 'tools' ? undefined : (kind as Kind) })}
      >
        <Tabs.List aria-label="What to list">
          <Tabs.Tab value="tools">Tools</Tabs.Tab>
          <Tabs.Tab value="servers">Servers</Tabs.Tab>
          <Tabs.Tab value="compositions">Compositions</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value={state.kind ?? 'tools'} pt="md">
          {state.kind === 'servers' ? (
            <ServerList words={state.q} />
          ) : (
            <div className="search-columns">
              <Facets state={state} />
              {question === undefined ? (
                <Browse state={state} />
              ) : (
                <Found question={question} namespace={state.namespace} />
              )}
            </div>
          )}
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
