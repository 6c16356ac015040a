/** What the user can understand and mend: shown as it stands, without a stack. */
export class Failure extends Error {}
