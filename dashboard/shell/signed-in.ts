import { useQuery, useQueryClient } from '@tanstack/react-query';
import { redirect, useParams } from '@tanstack/react-router';
import { me } from '../../contract/accounts.ts';
import { listProjects, type Project } from '../../contract/projects.ts';
import { ApiError, keyOf, queryClient, queryOf } from '../api.ts';

/** The projects of the signed-in person; who is not signed in is led to the door and back. */
export async function projectsOrSignIn(wanted: string): Promise<Project[]> {
  try {
    return await queryClient.ensureQueryData(queryOf(listProjects, {}));
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) {
      throw redirect({ to: '/auth/sign-in', search: { next: wanted }, replace: true });
    }
    if (error instanceof ApiError && error.code === 'EMAIL_VERIFICATION_REQUIRED') {
      throw redirect({ to: '/auth/verify-email', search: {}, replace: true });
    }
    throw error;
  }
}

const RESET_CHECK_MS = 5000;
const isBeingReset = ({ disabledReason }: Project): boolean => disabledReason === 'RESET';

export function useProjects(): Project[] {
  return (
    useQuery<Project[], ApiError>({
      ...queryOf(listProjects, {}),
      staleTime: 60_000,
      // One that is being reset is told to be ready as soon as it is.
      refetchInterval: ({ state }) => state.data?.some(isBeingReset) && RESET_CHECK_MS,
    }).data ?? []
  );
}

export const useProjectId = (): string => useParams({ from: '/p/$projectId' }).projectId;

/** The project of the page, with its keys, settings and the person's role in it. */
export function useProject(): Project {
  const id = useProjectId();
  const found = useProjects().find((project) => project.id === id);
  if (!found) throw new Error('This project is gone, or you are no longer a member of it');
  return found;
}

/** Whether the person may change what only admins and owners may: the API refuses it in any case. */
export const useIsAdmin = (): boolean => useProject().role !== 'MEMBER';

export function useMe(): { id: string; email: string } | undefined {
  return useQuery({ ...queryOf(me, {}), staleTime: 60_000 }).data;
}

/** Puts a new or changed project into the list at once: the page that shows it comes before the next answer. */
export function useKnownProject(): (project: Project) => void {
  const client = useQueryClient();
  return (project) =>
    client.setQueryData<Project[]>([...keyOf(listProjects), {}], (known = []) => [
      ...known.filter(({ id }) => id !== project.id),
      project,
    ]);
}
