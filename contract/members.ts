import { z } from 'zod';
import { endpoint, ROLES } from './endpoint.ts';
import { cursorPage, wrapped } from './envelopes.ts';
import { clampedInt, email, isoDate } from './fields.ts';
import { projectParams } from './projects.ts';

const member = z.object({
  userId: z.string().nullable().describe('null: invited, and has not answered yet'),
  invitationId: z.string().nullable().describe('Of a pending invitation; DELETE takes it in place of a userId'),
  email: z.string(),
  role: z.enum(ROLES),
  invited: z.boolean().describe('true: a pending invitation'),
  createdAt: isoDate,
});
export type Member = z.infer<typeof member>;

const invitedRole = z.enum(['ADMIN', 'MEMBER']);
const memberParams = projectParams.extend({ userId: z.string() });

export const listMembers = endpoint({
  method: 'GET',
  path: '/projects/:id/members',
  access: 'project',
  tag: 'Members',
  summary: 'List the members and the pending invitations',
  request: z.object({ params: projectParams }),
  response: wrapped(z.array(member)),
});

export const addMember = endpoint({
  method: 'POST',
  path: '/projects/:id/members',
  access: 'member',
  role: 'ADMIN',
  badRequestErrors: true,
  tag: 'Members',
  summary: 'Add a member; somebody without an account is invited by mail',
  request: z.object({ params: projectParams, body: z.object({ email, role: invitedRole.default('MEMBER') }) }),
  response: wrapped(member.pick({ userId: true, email: true, role: true, invited: true })),
});

export const changeRole = endpoint({
  method: 'PATCH',
  path: '/projects/:id/members/:userId',
  access: 'member',
  role: 'ADMIN',
  badRequestErrors: true,
  tag: 'Members',
  summary: "Change a member's role; the owner's stays",
  request: z.object({ params: memberParams, body: z.object({ role: invitedRole }) }),
  response: wrapped(member.pick({ userId: true, email: true, role: true })),
});

export const removeMember = endpoint({
  method: 'DELETE',
  path: '/projects/:id/members/:userId',
  access: 'member',
  role: 'ADMIN',
  tag: 'Members',
  summary: 'Remove a member, or take an invitation back; not yourself, not the owner',
  request: z.object({ params: memberParams }),
  response: wrapped(z.object({ message: z.string() })),
});

const auditEntry = z.object({
  id: z.string(),
  actor: z.object({
    kind: z.enum(['USER', 'KEY', 'SYSTEM']),
    userId: z.string().nullable(),
    email: z.string().nullable().describe('As it was then'),
  }),
  action: z.string().describe('For example keys.rotated, member.removed, domain.added'),
  target: z.string().nullable(),
  details: z.record(z.string(), z.unknown()).nullable(),
  ip: z.string().nullable(),
  createdAt: isoDate,
});
export type AuditEntry = z.infer<typeof auditEntry>;

export const listAuditLog = endpoint({
  method: 'GET',
  path: '/projects/:id/audit-log',
  access: 'member',
  role: 'ADMIN',
  tag: 'Members',
  summary: 'Who did what, newest first',
  request: z.object({
    params: projectParams,
    query: z.object({ limit: clampedInt(20, { max: 100 }), cursor: z.string().optional() }),
  }),
  response: cursorPage(auditEntry),
});

export const memberEndpoints = [listMembers, addMember, changeRole, removeMember, listAuditLog];
