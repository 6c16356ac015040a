/** What a mail begins with, where nothing else is chosen. */
export const FIRST_BODY = '<h1>Hello {{firstName ?? "there"}}</h1><p>Write your mail here.</p>';
