import { type FormEvent, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogButtons } from '../ui/dialog.tsx';
import { TextField } from '../ui/input.tsx';

interface UrlDialogProps {
  title: string;
  withText: boolean;
  initial: string;
  onClose: () => void;
  onDone: (url: string, text: string) => void;
}

/** Where a link or a button leads; variables are allowed. */
export function UrlDialog({ title, withText, initial, onClose, onDone }: UrlDialogProps) {
  const [url, setUrl] = useState(initial);
  const [text, setText] = useState('Read more');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    onDone(url.trim(), text.trim() || 'Read more');
  };
  return (
    <Dialog isOpen onOpenChange={(open) => !open && onClose()} title={title} width="sm">
      <form onSubmit={submit} className="flex flex-col gap-4">
        {withText && <TextField label="Text" value={text} onChange={setText} />}
        <TextField
          label="Address"
          help="https://…, or a variable such as {{unsubscribeUrl}}"
          value={url}
          onChange={setUrl}
        />
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary">
            {url.trim() === '' && !withText ? 'Remove the link' : 'Insert'}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
