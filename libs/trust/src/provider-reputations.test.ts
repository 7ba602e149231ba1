import { Catalogue, type ToolVersion } from '@assay/registry';
import { aManifest, aVersion } from '@assay/registry/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { ProviderReputations } from './provider-reputations.js';
import { aTrust } from './testing/evidence-samples.js';

let catalogue: Catalogue;

beforeEach(() => {
  catalogue = new Catalogue();
});

const publish = (
  name: string,
  url: string,
  observed?: { score: number; confidence: number },
  organisation = 'org-acme',
) => {
  const version = aVersion(aManifest({ name, protocol: 'http', endpoint: { url } }), {
    organisationId: organisation,
    trust: observed === undefined ? null : aTrust({ observed }),
  });
  catalogue.apply({ kind: 'tool-version', id: version.id, state: version });
  return version;
};
const of = (version: ToolVersion) => new ProviderReputations(catalogue).of(version);

describe('ProviderReputations', () => {
  it('counts tools of the same namespace, and those of the organisation on the same host', () => {
    const own = publish('acme/new', 'https://one.example/new');
    publish('acme/elsewhere', 'https://two.example/', { score: 0.9, confidence: 0.5 });
    publish('sister/same-host', 'https://one.example/other', { score: 0.5, confidence: 0.5 });
    expect(of(own).outside).toEqual({ score: 0.7, confidence: 1, sampleSize: 2 });
    expect(of(own).inside).toEqual(of(own).outside);
  });

  it('counts no other namespace on another host, no other organisation, and not the tool itself', () => {
    const own = publish('acme/own', 'https://one.example/', { score: 1, confidence: 1 });
    publish('sister/elsewhere', 'https://two.example/', { score: 1, confidence: 1 });
    publish('foreign/same-host', 'https://one.example/', { score: 1, confidence: 1 }, 'org-foreign');
    publish('acme/never-called', 'https://one.example/', { score: 1, confidence: 0 });
    expect(of(own)).toEqual({ inside: null, outside: null });
  });

  it('keeps the views apart', () => {
    const own = publish('acme/own', 'https://one.example/');
    const called = publish('acme/called', 'https://one.example/');
    const { inside } = aTrust({ observed: { score: 0.8, confidence: 0.5 } });
    const trust = { ...aTrust(), inside };
    catalogue.apply({ kind: 'tool-version', id: called.id, state: { ...called, trust } });
    expect(of(own)).toEqual({ inside: { score: 0.8, confidence: 0.5, sampleSize: 1 }, outside: null });
  });

  it('reads the tools of an organisation once, however many versions it is asked about', () => {
    const versions = Array.from({ length: 20 }, (_, index) =>
      publish(`acme/t${index}`, `https://h${index}.example/`, { score: 0.5, confidence: 0.5 }),
    );
    let reads = 0;
    const toolsOf = catalogue.toolsOf;
    catalogue.toolsOf = (organisationId) => {
      reads += 1;
      return toolsOf(organisationId);
    };
    const reputations = new ProviderReputations(catalogue);
    expect(versions.map((it) => reputations.of(it).inside?.sampleSize)).toEqual(Array(20).fill(19));
    expect(reads).toBe(1);
  });
});
