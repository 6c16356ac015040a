import { setSubscription } from '../contacts/set-subscription.ts';
import { type ContactPage, linksFor } from '../delivery/links.ts';
import { filled, localeOf, textsIn } from '../delivery/localized-texts.ts';
import type { BaseCtx } from '../platform/context.ts';
import { type Addressee, findAddressee } from './addressee.ts';
import { badLinkPage, type Page, renderPage } from './page.ts';

interface Request {
  page: ContactPage;
  token: string;
  acceptLanguage: string | undefined;
}

/** Shows how things stand and what can be done; changes nothing, since programs follow links too. */
export async function showPreferences(ctx: BaseCtx, { page, token, acceptLanguage }: Request): Promise<Page> {
  const person = await findAddressee(ctx, [page], token);
  return person ? preferencesPage(page, person) : badLinkPage(acceptLanguage);
}

type Action = 'subscribe' | 'unsubscribe';

const ACTIONS: Record<ContactPage, Action[]> = {
  unsubscribe: ['unsubscribe'],
  subscribe: ['subscribe'],
  manage: ['subscribe', 'unsubscribe'],
};

/** What the page's own forms send. */
export async function changePreferences(ctx: BaseCtx, request: Request, form: Record<string, unknown>): Promise<Page> {
  const person = await findAddressee(ctx, [request.page], request.token);
  if (!person) return badLinkPage(request.acceptLanguage);
  const action = ACTIONS[request.page].find((each) => each === form.action);
  if (!action) return preferencesPage(request.page, person);
  const subscribed = action === 'subscribe';
  const changed = await setSubscription(person.ctx, [{ contactId: person.id, emailId: person.emailId }], subscribed);
  return preferencesPage(request.page, { ...person, subscribed }, { hasChanged: changed.length > 0 });
}

/** RFC 8058: no page, no question. Unknown links are passed over in silence. */
export async function unsubscribeAtOnce(ctx: BaseCtx, token: string): Promise<void> {
  const person = await findAddressee(ctx, ['unsubscribe'], token);
  if (person) await setSubscription(person.ctx, [{ contactId: person.id, emailId: person.emailId }], false);
}

function preferencesPage(page: ContactPage, person: Addressee, { hasChanged = false } = {}): Page {
  const locale = localeOf(person.locale, person.projectLanguage);
  const texts = textsIn(locale);
  const { title, text, forms } = CONTENT[page](texts, person, hasChanged);
  const values = { project: person.projectName, email: person.email };
  return {
    status: 200,
    html: renderPage({
      locale,
      title: filled(title, values),
      text: filled(text, values),
      projectName: person.projectName,
      forms,
    }),
  };
}

type Texts = ReturnType<typeof textsIn>;

const CONTENT: Record<
  ContactPage,
  (texts: Texts, person: Addressee, hasChanged: boolean) => { title: string; text: string; forms: string }
> = {
  unsubscribe: (texts, person, hasChanged) =>
    person.subscribed
      ? {
          title: texts.unsubscribeTitle,
          text: texts.unsubscribeText,
          forms: form('unsubscribe', texts.unsubscribeButton),
        }
      : { title: texts.unsubscribedTitle, text: texts.unsubscribedText, forms: hasChanged ? undo(texts, person) : '' },
  subscribe: (texts, { subscribed }) =>
    subscribed
      ? { title: texts.subscribedTitle, text: texts.subscribedText, forms: '' }
      : { title: texts.subscribeTitle, text: texts.subscribeText, forms: form('subscribe', texts.subscribeButton) },
  manage: (texts, { subscribed }) => ({
    title: texts.manageTitle,
    text: subscribed ? texts.subscribedText : texts.unsubscribedText,
    forms: subscribed ? form('unsubscribe', texts.unsubscribeButton) : form('subscribe', texts.subscribeButton),
  }),
};

/** Without `target` it goes to the page's own address. */
function form(action: Action, button: string, target = ''): string {
  const to = target === '' ? '' : ` action="${target}"`;
  return `<form method="post"${to}><input type="hidden" name="action" value="${action}"><button>${button}</button></form>\n`;
}

/** Offered only where this very request unsubscribed: a link to unsubscribe can bring back no more than it took. */
function undo(texts: Texts, { ctx, id, emailId }: Addressee): string {
  const { subscribeUrl } = linksFor(ctx.config, {
    projectId: ctx.projectId,
    contactId: id,
    emailId: emailId ?? undefined,
  });
  // Relative, so that it holds under whatever address the page was reached.
  const target = `../subscribe/${subscribeUrl.slice(subscribeUrl.lastIndexOf('/') + 1)}`;
  return `<p>${texts.undoText}</p>\n${form('subscribe', texts.undoButton, target)}`;
}
