import { GatewayError } from '../../errors';
import type { Log } from '../ports';
import {
  adoptStageDocument, documentDigest, readCommonVersions, readStageDocuments, writeCommonVersions, type CommonVersions,
} from '../state/stage-document';
import { type StoreConnection, StoreFailure } from '../store/store-connection';
import { Heartbeat } from '../store/heartbeat';
import { type Documents, StageDocuments } from './documents';
import { planSync, type Adoption, type Agreement, type OwnDocument, type Publication } from './plan-sync';

/** How often a publication is tried again at once, because another gateway was faster. */
const TRIES = 3;

export interface SharedDeploymentsParts {
  readonly documents: Pick<StageDocuments, 'read' | 'publish'>;
  readonly stateDirectory: string;
  readonly source: string;
  /** Names of the APIs that are served: stages of others are none of its business. */
  readonly apis: readonly string[];
  /** A text that changes when a stage is deployed here, or code for it arrives. */
  readonly signature: () => Promise<string>;
  readonly newId: () => string;
  readonly now: () => number;
  readonly log: Log;
}

/**
 * Keeps the deployments of stages in step with other gateways. A deploy or rollback is a change of the state directory; from there it is
 * published if nobody else changed the stage meanwhile, and what others publish is written there, from where it is served.
 */
export class SharedDeployments {
  /** The documents of the last look, and the signature before it. */
  #known: Documents | undefined;
  #signature = '';
  /** Problems that were logged, so that each is logged once. */
  readonly #reported = new Set<string>();

  public constructor(private readonly parts: SharedDeploymentsParts) {}

  /** Looks once, and does what is to do. A store that does not answer is asked by the next look. */
  public readonly sync = async (): Promise<void> => {
    const { documents, signature } = this.parts;
    try {
      for (let attempt = 0; attempt < TRIES; attempt++) {
        const before = await signature();
        const read = await documents.read(this.#known?.revision ?? 'none');
        if (read === undefined && before === this.#signature) return;
        this.#known = read ?? this.#known;
        this.#signature = before;
        if (await this.#compare()) return;
        this.#known = undefined; // look again at all
      }
    } catch (error) {
      this.#known = undefined;
      if (!(error instanceof StoreFailure)) this.#report('', error);
    }
  };

  /** @returns whether this gateway and the store are of one mind now */
  async #compare(): Promise<boolean> {
    const { stateDirectory, apis } = this.parts;
    const common = readCommonVersions(stateDirectory);
    const own = new Map(readStageDocuments(stateDirectory, apis).map((document) =>
      [nameOf(document), { document, digest: documentDigest(document) }] as const));
    const shared = new Map([...this.#known?.stages ?? []].filter(([, { document }]) => apis.includes(document.record.api)));
    const steps = planSync({ own, common: new Map(Object.entries(common)), shared });
    const publications = steps.flatMap((step) => ('publish' in step ? step.publish : []));
    const adopted = steps.flatMap((step) => ('adopt' in step ? this.#adopt(step.adopt, own.get(step.adopt.name)) : []));
    const agreed = steps.flatMap((step) => ('agree' in step ? step.agree : []));
    const published = publications.length === 0 ? [] : await this.#publish(publications);
    this.#keep(common, [...adopted, ...agreed, ...published ?? []]);
    return published !== undefined;
  }

  /** A stage that cannot be taken over stays as it is. */
  #adopt(adoption: Adoption, present: OwnDocument | undefined): Agreement[] {
    const { stateDirectory, source, now, log } = this.parts;
    const { name, version, digest, document, lost } = adoption;
    const { api, stage, current } = document.record;
    try {
      const at = new Date(now()).toISOString();
      const isAdopted = adoptStageDocument(document, { stateDirectory, source, replaces: present?.document, at });
      if (!isAdopted) return this.#lookAgain();
    } catch (error) {
      if (GatewayError.isGatewayError(error) && error.code === 'DEPLOY_IN_PROGRESS') return this.#lookAgain();
      this.#report(`${name} ${version}`, error);
      return [];
    }
    log({ level: 'info', message: `${api} ${stage} serves ${current} now, which another gateway deployed` });
    if (lost !== undefined) {
      const superseded = new GatewayError('DEPLOY_SUPERSEDED', { api, stage, deployment: current, lost: lost.document.record.current });
      log({ level: 'error', code: superseded.code, message: superseded.message });
    }
    return [{ name, version, digest }];
  }

  /** @returns the versions that were given; undefined if another gateway was faster */
  async #publish(publications: readonly Publication[]): Promise<readonly Agreement[] | undefined> {
    const { documents, newId } = this.parts;
    const versions = await documents.publish(publications, newId());
    return versions && publications.map(({ name, digest }, index) => ({ name, digest, version: versions[index] ?? 1 }));
  }

  #keep(common: CommonVersions, agreements: readonly Agreement[]): void {
    const changed = agreements.filter(({ name, version, digest }) => common[name]?.version !== version || common[name].digest !== digest);
    if (changed.length === 0) return;
    const added = Object.fromEntries(changed.map(({ name, version, digest }) => [name, { version, digest }]));
    writeCommonVersions(this.parts.stateDirectory, { ...common, ...added });
  }

  /** Another command is at the state directory: the next look does the rest. */
  #lookAgain(): [] {
    this.#signature = '';
    return [];
  }

  #report(what: string, error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    if (this.#reported.has(`${what} ${message}`)) return;
    this.#reported.add(`${what} ${message}`);
    const code = GatewayError.isGatewayError(error) ? { code: error.code } : {};
    this.parts.log({ level: 'error', ...code, message });
  }
}

function nameOf({ record: { api, stage } }: OwnDocument['document']): string {
  return JSON.stringify([api, stage]);
}

/** How often the store and the state directory are looked at: a deploy reaches all gateways within a second. */
const LOOK_MS = 250;

interface OpenSharedDeploymentsParts extends Omit<SharedDeploymentsParts, 'documents'> {
  readonly connection: Pick<StoreConnection, 'attempt'>;
  readonly accountId: string;
  readonly region: string;
  /** A random number from 0 to 1. */
  readonly random: () => number;
}

/** Brings the state directory to what is shared, and keeps it there. */
export async function openSharedDeployments(given: OpenSharedDeploymentsParts): Promise<{ readonly close: () => Promise<void> }> {
  const { connection, accountId, region, random, ...parts } = given;
  const documents = new StageDocuments(connection, `synthgate:{${accountId}/${region}}:stages`);
  const { sync } = new SharedDeployments({ ...parts, documents });
  const heartbeat = new Heartbeat({ everyMs: LOOK_MS, random, beat: sync });
  await sync();
  heartbeat.start();
  return { close: () => heartbeat.stop() };
}
