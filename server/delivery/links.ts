import type { Config } from '../platform/config.ts';
import { readToken, signToken } from '../platform/signed-token.ts';
import { uuidBytes, uuidFromBytes } from '../platform/uuid.ts';

/** The public pages of a contact. A token for one of them opens no other. */
export type ContactPage = 'unsubscribe' | 'subscribe' | 'manage';

export interface LinkIds {
  projectId: string;
  contactId: string;
  /** The email that carries the link: what happens through it is credited to that email. */
  emailId?: string | undefined;
}

export interface Links {
  readonly unsubscribeUrl: string;
  readonly subscribeUrl: string;
  readonly manageUrl: string;
  /** For List-Unsubscribe: POST unsubscribes (RFC 8058), GET shows the page. */
  readonly oneClickUrl: string;
  readonly pixelUrl: string;
  trackedUrl(url: string): string;
  /** One of the addresses above, which must reach us as they are. */
  isOwn(url: string): boolean;
}

type LinkConfig = Pick<Config, 'secret' | 'publicUrl'>;

/** Each link is signed when it is first asked for, and once: this runs for every email that leaves. */
export function linksFor(config: LinkConfig, ids: LinkIds): Links {
  const { secret, publicUrl } = config;
  const made: Partial<Record<ContactPage | 'pixel', string>> = {};
  let person: Buffer | undefined;
  let message: Buffer | undefined;
  const pageUrl = (page: ContactPage): string => {
    person ??= contactPayload(ids);
    made[page] ??= `${publicUrl}/${page}/${signToken(secret, page, person)}`;
    return made[page];
  };
  const messagePayload = (): Buffer => {
    message ??= emailPayload(ids);
    return message;
  };
  return {
    get unsubscribeUrl() {
      return pageUrl('unsubscribe');
    },
    get subscribeUrl() {
      return pageUrl('subscribe');
    },
    get manageUrl() {
      return pageUrl('manage');
    },
    get oneClickUrl() {
      return pageUrl('unsubscribe');
    },
    get pixelUrl() {
      made.pixel ??= `${publicUrl}/t/o/${signToken(secret, 'open', messagePayload())}`;
      return made.pixel;
    },
    trackedUrl: (url) => {
      const token = signToken(secret, 'click', messagePayload(), url);
      return `${publicUrl}/t/c/${token}?u=${encodeURIComponent(url).replaceAll("'", '%27')}`;
    },
    isOwn: (url) => url.startsWith(publicUrl) && OWN_PATH.test(url.slice(publicUrl.length)),
  };
}

const OWN_PATH = /^\/(unsubscribe|subscribe|manage|t\/[oc])\//;
const ID_BYTES = 16;

function contactPayload({ projectId, contactId, emailId }: LinkIds): Buffer {
  return Buffer.concat([projectId, contactId, ...(emailId === undefined ? [] : [emailId])].map(uuidBytes));
}

function emailPayload({ projectId, emailId }: LinkIds): Buffer {
  if (emailId === undefined) throw new Error('Opens and clicks are tracked for an email: its id is missing');
  return Buffer.concat([uuidBytes(projectId), uuidBytes(emailId)]);
}

export function readContactLink({ secret }: LinkConfig, page: ContactPage, token: string): LinkIds | undefined {
  const [projectId, contactId, emailId] = idsIn(readToken(secret, page, token));
  return projectId && contactId ? { projectId, contactId, emailId } : undefined;
}

export interface EmailIds {
  projectId: string;
  emailId: string;
}

export const readPixelLink = ({ secret }: LinkConfig, token: string): EmailIds | undefined =>
  emailIds(readToken(secret, 'open', token));

/** Holds only for the address that was signed: nobody can make us redirect elsewhere. */
export const readClickLink = ({ secret }: LinkConfig, token: string, url: string): EmailIds | undefined =>
  emailIds(readToken(secret, 'click', token, url));

function emailIds(payload: Buffer | undefined): EmailIds | undefined {
  const [projectId, emailId] = idsIn(payload);
  return projectId && emailId ? { projectId, emailId } : undefined;
}

function idsIn(payload: Buffer | undefined): string[] {
  if (!payload) return [];
  return Array.from({ length: payload.length / ID_BYTES }, (_, i) =>
    uuidFromBytes(payload.subarray(i * ID_BYTES, (i + 1) * ID_BYTES)),
  );
}
