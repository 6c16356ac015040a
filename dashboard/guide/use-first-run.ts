import { useState } from 'react';
import { type Domain, listDomains } from '../../contract/domains.ts';
import { listEmails } from '../../contract/emails.ts';
import { setupState } from '../../contract/projects.ts';
import { useProjectId } from '../shell/signed-in.ts';
import { useRead } from '../use-api.ts';

const LOOK_AGAIN_MS = 3000;

export interface FirstRun {
  isLoading: boolean;
  /** Nothing had been sent when the page was opened: show the guide. */
  isNew: boolean;
  /** The domain that mail can come from. */
  sender: string | undefined;
  pendingDomain: Domain | undefined;
  hasSent: boolean;
  hasContacts: boolean;
}

/** How far a new project is: for the overview, which shows the guide as long as nothing was sent. */
export function useFirstRun(): FirstRun {
  const id = useProjectId();
  const [wasNew, setWasNew] = useState(false);
  const looking = { everyMs: wasNew ? LOOK_AGAIN_MS : (false as const) };
  const emails = useRead(listEmails, { query: { limit: '1' } }, looking);
  const isNew = wasNew || emails.data?.total === 0;
  if (isNew && !wasNew) setWasNew(true);
  const setup = useRead(setupState, { params: { id } }, { ...looking, enabled: isNew });
  const domains = useRead(listDomains, { params: { projectId: id } }, { ...looking, enabled: isNew });
  return {
    isLoading: emails.isPending || (isNew && (setup.isPending || domains.isPending)),
    isNew,
    sender: domains.data?.find(({ verified }) => verified)?.domain,
    pendingDomain: domains.data?.find(({ verified }) => !verified),
    hasSent: (emails.data?.total ?? 0) > 0,
    hasContacts: (setup.data?.data.contactCount ?? 0) > 0,
  };
}
