import type { Bootstrapped } from './accounts/bootstrap.ts';

/** What a new user needs next, printed once: login, keys, and two commands that work when pasted. */
export function welcomeText(url: string, first: Bootstrapped): string {
  return `
  Posthorn is ready at ${url}

  Dashboard   ${url}/app
  Login       ${first.email}
  Password    ${first.password ?? '(the one you set)'}
  Project     ${first.project}
  Public key  ${first.publicKey}
  Secret key  ${first.secretKey}

  This is shown once. Track an event, then read the contact back:

curl -X POST ${url}/v1/track -H 'Authorization: Bearer ${first.publicKey}' -H 'Content-Type: application/json' -d '{"email":"ada@example.com","event":"signed_up","data":{"plan":"pro"}}'

curl ${url}/contacts -H 'Authorization: Bearer ${first.secretKey}'

`;
}
