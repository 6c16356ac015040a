import { listDomains } from '../../contract/domains.ts';
import { useProjectId } from '../shell/signed-in.ts';
import { TextField } from '../ui/input.tsx';
import { useRead } from '../use-api.ts';

/** The address that a new mail is sent from unless another is given, once a domain may send. */
export function useUsualSender(isWanted: boolean) {
  const projectId = useProjectId();
  const { data: domains } = useRead(listDomains, { params: { projectId } }, { enabled: isWanted });
  const verified = domains?.find((each) => each.verified)?.domain;
  return { usual: verified && `hello@${verified}`, hasNone: domains !== undefined && !verified };
}

interface SenderFieldProps {
  name: string;
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
  sender: ReturnType<typeof useUsualSender>;
}

export const SenderField = ({ sender: { usual, hasNone }, ...field }: SenderFieldProps) => (
  <TextField
    label="From"
    {...field}
    placeholder={usual}
    help={hasNone ? 'No domain of this project is verified yet: add one under Domains first.' : undefined}
  />
);
