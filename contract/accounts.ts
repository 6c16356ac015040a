import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { wrapped } from './envelopes.ts';
import { email } from './fields.ts';

const aboutAuth = { tag: 'Auth' } as const;

// The upper bound keeps a hash from becoming somebody's way to keep the server busy.
const password = z.string().min(6).max(1000);
const token = z.string().length(64, 'Must be the 64 characters of the link');
const user = z.object({ id: z.string(), email: z.string() });
const told = wrapped(z.object({ message: z.string() }));

export const login = endpoint({
  ...aboutAuth,
  method: 'POST',
  path: '/auth/login',
  access: 'anyone',
  summary: 'Sign in; sets the session cookie',
  request: z.object({ body: z.object({ email, password }) }),
  response: wrapped(user),
});

export const signup = endpoint({
  ...aboutAuth,
  method: 'POST',
  path: '/auth/signup',
  access: 'anyone',
  summary: 'Make an account and sign in',
  request: z.object({
    body: z.object({
      email,
      password,
      invitation: token.optional().describe('Token of an invitation to this address: also joins its project'),
    }),
  }),
  response: wrapped(user),
});

export const logout = endpoint({
  ...aboutAuth,
  method: 'GET',
  path: '/auth/logout',
  access: 'anyone',
  summary: 'Clear the session cookie',
  request: z.object({}),
  response: z.literal(true),
});

export const oauthConfig = endpoint({
  ...aboutAuth,
  method: 'GET',
  path: '/auth/oauth-config',
  access: 'anyone',
  summary: 'Which providers one can sign in with, at /oauth/github and /oauth/google',
  request: z.object({}),
  response: wrapped(z.object({ github: z.boolean(), google: z.boolean() })),
});

export const verifyEmail = endpoint({
  ...aboutAuth,
  method: 'POST',
  path: '/auth/verify-email',
  access: 'anyone',
  summary: 'Confirm an address with the token of the mailed link',
  request: z.object({ body: z.object({ token }) }),
  response: told,
});

export const requestVerification = endpoint({
  ...aboutAuth,
  method: 'POST',
  path: '/auth/request-verification',
  access: 'session',
  worksUnverified: true,
  summary: 'Send the mail with the verification link again; 3 an hour',
  request: z.object({}),
  response: told,
});

export const requestPasswordReset = endpoint({
  ...aboutAuth,
  method: 'POST',
  path: '/auth/request-password-reset',
  access: 'anyone',
  summary: 'Send a link to set a new password, if there is such an account',
  request: z.object({ body: z.object({ email }) }),
  response: told,
});

export const resetPassword = endpoint({
  ...aboutAuth,
  method: 'POST',
  path: '/auth/reset-password',
  access: 'anyone',
  summary: 'Set a new password with the token of the mailed link; ends every session',
  request: z.object({ body: z.object({ token, newPassword: password }) }),
  response: told,
});

export const me = endpoint({
  method: 'GET',
  path: '/users/@me',
  access: 'session',
  tag: 'Users',
  summary: 'The signed-in user',
  request: z.object({}),
  response: user,
});

export const changePassword = endpoint({
  method: 'POST',
  path: '/users/@me/password',
  access: 'session',
  tag: 'Users',
  summary: 'Change your password; ends your other sessions',
  request: z.object({
    body: z.object({
      currentPassword: z.string().max(1000),
      newPassword: password,
    }),
  }),
  response: told,
});

const invitedRole = z.enum(['ADMIN', 'MEMBER']);

export const showInvitation = endpoint({
  ...aboutAuth,
  method: 'GET',
  path: '/auth/invitations/:token',
  access: 'anyone',
  summary: 'What the token of a mailed invitation is for',
  request: z.object({ params: z.object({ token }) }),
  response: wrapped(
    z.object({
      project: z.string().describe('Its name'),
      email: z.string().describe('Whom it is for: signing up needs this address'),
      role: invitedRole,
      hasAccount: z.boolean().describe('The address has an account: sign in, then accept'),
    }),
  ),
});

export const acceptInvitation = endpoint({
  ...aboutAuth,
  method: 'POST',
  path: '/auth/accept-invitation',
  access: 'session',
  worksUnverified: true,
  summary: 'Join the project of an invitation; your account must have its address',
  request: z.object({ body: z.object({ token }) }),
  response: wrapped(z.object({ projectId: z.string(), role: invitedRole })),
});

export const accountEndpoints = [
  login,
  signup,
  logout,
  oauthConfig,
  verifyEmail,
  requestVerification,
  requestPasswordReset,
  resetPassword,
  showInvitation,
  acceptInvitation,
  me,
  changePassword,
];
