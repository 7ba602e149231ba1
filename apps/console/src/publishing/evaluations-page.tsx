import { Stack } from '@mantine/core';
import { NeedsSignIn } from '../frame/needs-sign-in.js';
import { Page } from '../frame/page.js';
import { Candidates } from './candidates.js';
import { Evaluation } from './evaluation.js';

/** Whether one tool can take the place of another: by replayed calls, and on a share of the real ones. */
export function EvaluationsPage() {
  return (
    <Page title="Evaluations" lead="Find out whether one tool or version can take the place of another.">
      <NeedsSignIn scope="tools:call">
        <Stack gap="xl">
          <Evaluation />
          <Candidates />
        </Stack>
      </NeedsSignIn>
    </Page>
  );
}
