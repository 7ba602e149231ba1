import { NeedsSignIn } from '../frame/needs-sign-in.js';
import { Page } from '../frame/page.js';

/** What an administrator decides for the organisation. */
export function AdministrationPage() {
  return (
    <Page title="Administration">
      <NeedsSignIn scope="admin">{null}</NeedsSignIn>
    </Page>
  );
}
