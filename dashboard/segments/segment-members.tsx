import { Users } from 'lucide-react';
import { useState } from 'react';
import {
  addSegmentMembers,
  getSegment,
  listSegmentContacts,
  removeSegmentMembers,
  type Segment,
} from '../../contract/segments.ts';
import { FormError } from '../form/form.tsx';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { Dialog, DialogButtons } from '../ui/dialog.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Field } from '../ui/field.tsx';
import { counted } from '../ui/format.ts';
import { Textarea } from '../ui/input.tsx';
import { Pager } from '../ui/pager.tsx';
import { DataTable } from '../ui/table/data-table.tsx';
import { useSelection } from '../ui/table/use-selection.ts';
import { toast } from '../ui/toast.tsx';
import { useCall, useOffsetList } from '../use-api.ts';
import { useUrl } from '../use-url.ts';
import { MEMBER_COLUMNS } from './member-columns.tsx';

/** Who is in it now. A static segment is kept here by hand. */
export function SegmentMembers({ segment }: { segment: Segment }) {
  const { search, change } = useUrl();
  const [isAdding, setIsAdding] = useState(false);
  const list = useOffsetList(listSegmentContacts, {
    params: { id: segment.id },
    query: { page: search.page, pageSize: '50' },
  });
  const selection = useSelection();
  const isStatic = segment.type === 'STATIC';
  const remove = useCall(removeSegmentMembers, {
    invalidates: [listSegmentContacts, getSegment],
    onDone: ({ removed }) => {
      toast(`${counted(removed, 'contact')} removed`);
      selection.clear();
    },
  });
  const add = <Button onClick={() => setIsAdding(true)}>Add members</Button>;
  return (
    <div className="flex flex-col gap-4">
      {isStatic && list.rows.length > 0 && <div>{add}</div>}
      <DataTable
        label="Members"
        columns={MEMBER_COLUMNS}
        list={list}
        rowKey={({ email }) => email}
        rowLink={({ id }) => ({ from: '/p/$projectId', to: '/p/$projectId/contacts/$id', params: { id } })}
        {...(isStatic
          ? {
              selection,
              bulkActions: (emails: string[]) => (
                <Button
                  look="dangerQuiet"
                  disabled={remove.isPending}
                  onClick={() => remove.mutate({ params: { id: segment.id }, body: { emails } })}
                >
                  Remove from the segment
                </Button>
              ),
            }
          : {})}
        empty={
          <EmptyState icon={<Users aria-hidden="true" />} title="Nobody is in it" action={isStatic ? add : undefined}>
            {isStatic ? 'Add contacts by their addresses.' : 'No contact matches the condition now.'}
          </EmptyState>
        }
      />
      <Pager
        page={list.page}
        totalPages={list.totalPages}
        total={list.total}
        onPage={(page) => change({ page: String(page) })}
      />
      {isAdding && <AddDialog segment={segment} onClose={() => setIsAdding(false)} />}
    </div>
  );
}

function AddDialog({ segment, onClose }: { segment: Segment; onClose: () => void }) {
  const [text, setText] = useState('');
  const [createMissing, setCreateMissing] = useState(false);
  const add = useCall(addSegmentMembers, {
    invalidates: [listSegmentContacts, getSegment],
    isErrorTold: false,
    onDone: ({ added, notFound }) => {
      const missing = notFound.length > 0 ? `, ${counted(notFound.length, 'address', 'addresses')} unknown` : '';
      toast(`${counted(added, 'contact')} added${missing}`);
      onClose();
    },
  });
  const emails = text.split(/[\s,;]+/).filter(Boolean);
  return (
    <Dialog isOpen onOpenChange={(open) => !open && onClose()} title="Add members" width="md">
      <div className="flex flex-col gap-4">
        <Field label="Addresses" help="One per line, or separated by commas. Up to 500 at once.">
          <Textarea rows={8} value={text} onChange={setText} />
        </Field>
        <Checkbox
          label="Create those who are not contacts yet"
          help="They are subscribed: only with their consent."
          isChecked={createMissing}
          onChange={setCreateMissing}
        />
        {add.error && <FormError error={add.error} />}
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            disabled={emails.length === 0 || add.isPending}
            onClick={() => add.mutate({ params: { id: segment.id }, body: { emails, createMissing } })}
          >
            Add {counted(emails.length, 'address', 'addresses')}
          </Button>
        </DialogButtons>
      </div>
    </Dialog>
  );
}
