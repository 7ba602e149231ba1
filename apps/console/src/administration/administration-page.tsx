import { Link } from '@tanstack/react-router';
import { type ComponentType, lazy, Suspense } from 'react';
import { NeedsSignIn } from '../frame/needs-sign-in.js';
import { Page } from '../frame/page.js';
import { NotFound } from '../frame/root-route.js';
import { Loading } from '../frame/states.js';
import './administration.css';
import { administrationRoute, type Section, sections } from './routes.js';

const bodies: Readonly<Record<Section, ComponentType>> = {
  people: lazy(async () => ({ default: (await import('./people.js')).People })),
  keys: lazy(async () => ({ default: (await import('./keys.js')).Keys })),
  kits: lazy(async () => ({ default: (await import('./kits.js')).Kits })),
  policies: lazy(async () => ({ default: (await import('./policies.js')).Policies })),
  fallbacks: lazy(async () => ({ default: (await import('./fallbacks.js')).Fallbacks })),
  limits: lazy(async () => ({ default: (await import('./limits.js')).Limits })),
  revocations: lazy(async () => ({ default: (await import('./revocations.js')).Revocations })),
  quarantines: lazy(async () => ({ default: (await import('./quarantines.js')).Quarantines })),
  audit: lazy(async () => ({ default: (await import('./audit.js')).Audit })),
  system: lazy(async () => ({ default: (await import('./system.js')).System })),
};

const isSection = (name: string): name is Section => Object.hasOwn(sections, name);

const Sections = () => (
  <nav aria-label="Administration" className="sections">
    <ul>
      {Object.entries(sections).map(([section, label]) => (
        <li key={section}>
          <Link to="/administration/{-$section}" params={{ section }}>
            {label}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
);

/** What an administrator decides for the organisation, one section at a time. */
export function AdministrationPage() {
  const { section = 'people' } = administrationRoute.useParams();
  if (!isSection(section)) return <NotFound />;
  const Body = bodies[section];
  return (
    <Page title={sections[section]} lead="Administration of your organisation. Every change is in the audit log.">
      <NeedsSignIn scope="admin">
        <div className="administration">
          <Sections />
          <div className="administration-body">
            <Suspense fallback={<Loading />}>
              <Body />
            </Suspense>
          </div>
        </div>
      </NeedsSignIn>
    </Page>
  );
}
