/** A start that cannot go on for a reason the user can mend: the message is one line for them, shown without a stack. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
