import { useNavigate } from '@tanstack/react-router';
import { NewProjectForm } from '../shell/new-project-dialog.tsx';
import { Door } from './door.tsx';
import { signOut } from './sign-out.ts';

/** For who has no project yet. */
export function NewProjectPage() {
  const navigate = useNavigate();
  return (
    <Door
      title="Name your project"
      note="A project has its own keys, contacts, domains and members. You can have several."
      below={
        <button type="button" onClick={() => void signOut()} className="underline underline-offset-4">
          Sign out
        </button>
      }
    >
      <NewProjectForm onCreated={(projectId) => void navigate({ to: '/p/$projectId', params: { projectId } })} />
    </Door>
  );
}
