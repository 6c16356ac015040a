import { useNavigate } from '@tanstack/react-router';
import { Copy, MoreHorizontal, Pause, Play, Trash2, X } from 'lucide-react';
import { useState } from 'react';
import { pauseCampaign, resumeCampaign } from '../../contract/campaign-tools.ts';
import {
  type Campaign,
  cancelCampaign,
  deleteCampaign,
  duplicateCampaign,
  getCampaign,
  listCampaigns,
} from '../../contract/campaigns.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Menu, MenuItem } from '../ui/menu.tsx';
import { toast } from '../ui/toast.tsx';
import { useCall } from '../use-api.ts';

const changed = {
  invalidates: [getCampaign, listCampaigns],
  onDone: ({ message }: { message: string }) => toast(message),
};

/** What can be done to a campaign in its state. */
export function CampaignActions({ campaign }: { campaign: Campaign }) {
  const navigate = useNavigate({ from: '/p/$projectId' });
  const [asked, setAsked] = useState<'cancel' | 'delete'>();
  const params = { id: campaign.id };
  const pause = useCall(pauseCampaign, changed);
  const resume = useCall(resumeCampaign, changed);
  const duplicate = useCall(duplicateCampaign, {
    invalidates: [listCampaigns],
    onDone: ({ data }) => {
      toast('Copied: this is the copy');
      void navigate({ to: '/p/$projectId/campaigns/$id', params: { id: data.id } });
    },
  });
  const isSending = campaign.status === 'SENDING';
  const isRunning = isSending || campaign.status === 'SCHEDULED';
  return (
    <>
      {isSending && !campaign.paused && (
        <Button onClick={() => pause.mutate({ params })} disabled={pause.isPending}>
          <Pause className="size-4" aria-hidden="true" />
          Pause
        </Button>
      )}
      {isSending && campaign.paused && (
        <Button onClick={() => resume.mutate({ params })} disabled={resume.isPending}>
          <Play className="size-4" aria-hidden="true" />
          Resume
        </Button>
      )}
      {isRunning && (
        <Button look="dangerQuiet" onClick={() => setAsked('cancel')}>
          <X className="size-4" aria-hidden="true" />
          <span>
            Cancel<span className="max-lg:sr-only"> the campaign</span>
          </span>
        </Button>
      )}
      <Menu
        trigger={
          <IconButton label="More">
            <MoreHorizontal className="size-4" aria-hidden="true" />
          </IconButton>
        }
      >
        <MenuItem icon={<Copy />} onSelect={() => duplicate.mutate({ params })}>
          Duplicate
        </MenuItem>
        <MenuItem
          icon={<Trash2 />}
          isDanger
          isDisabled={campaign.status !== 'DRAFT'}
          onSelect={() => setAsked('delete')}
        >
          Delete
        </MenuItem>
      </Menu>
      {asked === 'cancel' && <CancelDialog campaign={campaign} onClose={() => setAsked(undefined)} />}
      {asked === 'delete' && <DeleteDialog campaign={campaign} onClose={() => setAsked(undefined)} />}
    </>
  );
}

interface AskedProps {
  campaign: Campaign;
  onClose: () => void;
}

function CancelDialog({ campaign: { id, status }, onClose }: AskedProps) {
  const cancel = useCall(cancelCampaign, {
    ...changed,
    onDone: ({ message }) => {
      toast(message);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(open) => !open && onClose()}
      title="Cancel the campaign?"
      action="Cancel the campaign"
      isBusy={cancel.isPending}
      onConfirm={() => cancel.mutate({ params: { id } })}
    >
      {status === 'SENDING'
        ? 'Whoever has not got it yet will not get it. What has left cannot be called back. A cancelled campaign cannot go on; to only hold it, pause it.'
        : 'It will not be sent. Duplicate it to send it another time.'}
    </ConfirmDialog>
  );
}

function DeleteDialog({ campaign: { id, name }, onClose }: AskedProps) {
  const navigate = useNavigate({ from: '/p/$projectId' });
  const remove = useCall(deleteCampaign, {
    invalidates: [listCampaigns],
    onDone: () => {
      toast(`${name} is deleted`);
      void navigate({ to: '/p/$projectId/campaigns' });
    },
  });
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(open) => !open && onClose()}
      title={`Delete ${name}?`}
      action="Delete the draft"
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate({ params: { id } })}
    >
      The draft is gone for good.
    </ConfirmDialog>
  );
}
