interface Texts {
  footerText: string;
  footerLink: string;
  unsubscribeTitle: string;
  unsubscribeText: string;
  unsubscribeButton: string;
  unsubscribedTitle: string;
  unsubscribedText: string;
  undoText: string;
  undoButton: string;
  subscribeTitle: string;
  subscribeText: string;
  subscribeButton: string;
  subscribedTitle: string;
  subscribedText: string;
  manageTitle: string;
  badLinkTitle: string;
  badLinkText: string;
  failedTitle: string;
  failedText: string;
}

/** What readers of mail see from us: the footer and the public pages. {project} and {email} are filled in. */
const TEXTS = {
  en: {
    footerText: 'You received this email from {project}.',
    footerLink: 'Update your preferences',
    unsubscribeTitle: 'Unsubscribe from {project}?',
    unsubscribeText: '{email} will get no more marketing emails from {project}.',
    unsubscribeButton: 'Unsubscribe',
    unsubscribedTitle: 'You are unsubscribed',
    unsubscribedText: '{email} gets no more marketing emails from {project}.',
    undoText: 'Was that a mistake?',
    undoButton: 'Subscribe again',
    subscribeTitle: 'Subscribe to {project}?',
    subscribeText: '{email} will get marketing emails from {project}.',
    subscribeButton: 'Subscribe',
    subscribedTitle: 'You are subscribed',
    subscribedText: '{email} gets marketing emails from {project}.',
    manageTitle: 'Your email preferences',
    badLinkTitle: 'This link does not work',
    badLinkText: 'It may be incomplete or out of date. Please open it once more from the email.',
    failedTitle: 'That did not work',
    failedText: 'Nothing was changed. Please try again in a moment.',
  },
  de: {
    footerText: 'Sie haben diese E-Mail von {project} erhalten.',
    footerLink: 'Einstellungen ändern',
    unsubscribeTitle: 'Von {project} abmelden?',
    unsubscribeText: '{email} bekommt dann keine Werbe-E-Mails mehr von {project}.',
    unsubscribeButton: 'Abmelden',
    unsubscribedTitle: 'Sie sind abgemeldet',
    unsubscribedText: '{email} bekommt keine Werbe-E-Mails mehr von {project}.',
    undoText: 'War das ein Versehen?',
    undoButton: 'Wieder anmelden',
    subscribeTitle: 'Bei {project} anmelden?',
    subscribeText: '{email} bekommt dann Werbe-E-Mails von {project}.',
    subscribeButton: 'Anmelden',
    subscribedTitle: 'Sie sind angemeldet',
    subscribedText: '{email} bekommt Werbe-E-Mails von {project}.',
    manageTitle: 'Ihre E-Mail-Einstellungen',
    badLinkTitle: 'Dieser Link funktioniert nicht',
    badLinkText: 'Er ist unvollständig oder veraltet. Bitte öffnen Sie ihn noch einmal aus der E-Mail.',
    failedTitle: 'Das hat nicht geklappt',
    failedText: 'Es wurde nichts geändert. Bitte versuchen Sie es gleich noch einmal.',
  },
  fr: {
    footerText: 'Vous avez reçu cet e-mail de la part de {project}.',
    footerLink: 'Modifier vos préférences',
    unsubscribeTitle: 'Vous désabonner de {project} ?',
    unsubscribeText: '{email} ne recevra plus d’e-mails marketing de {project}.',
    unsubscribeButton: 'Se désabonner',
    unsubscribedTitle: 'Vous êtes désabonné(e)',
    unsubscribedText: '{email} ne reçoit plus d’e-mails marketing de {project}.',
    undoText: 'C’était une erreur ?',
    undoButton: 'Se réabonner',
    subscribeTitle: 'Vous abonner à {project} ?',
    subscribeText: '{email} recevra les e-mails marketing de {project}.',
    subscribeButton: 'S’abonner',
    subscribedTitle: 'Vous êtes abonné(e)',
    subscribedText: '{email} reçoit les e-mails marketing de {project}.',
    manageTitle: 'Vos préférences e-mail',
    badLinkTitle: 'Ce lien ne fonctionne pas',
    badLinkText: 'Il est peut-être incomplet ou trop ancien. Veuillez l’ouvrir à nouveau depuis l’e-mail.',
    failedTitle: 'Cela n’a pas fonctionné',
    failedText: 'Rien n’a été modifié. Veuillez réessayer dans un instant.',
  },
  es: {
    footerText: 'Ha recibido este correo de {project}.',
    footerLink: 'Cambiar sus preferencias',
    unsubscribeTitle: '¿Darse de baja de {project}?',
    unsubscribeText: '{email} ya no recibirá correos de marketing de {project}.',
    unsubscribeButton: 'Darse de baja',
    unsubscribedTitle: 'Se ha dado de baja',
    unsubscribedText: '{email} ya no recibe correos de marketing de {project}.',
    undoText: '¿Ha sido un error?',
    undoButton: 'Suscribirse de nuevo',
    subscribeTitle: '¿Suscribirse a {project}?',
    subscribeText: '{email} recibirá correos de marketing de {project}.',
    subscribeButton: 'Suscribirse',
    subscribedTitle: 'La suscripción está activa',
    subscribedText: '{email} recibe correos de marketing de {project}.',
    manageTitle: 'Sus preferencias de correo',
    badLinkTitle: 'Este enlace no funciona',
    badLinkText: 'Puede estar incompleto o haber caducado. Ábralo de nuevo desde el correo, por favor.',
    failedTitle: 'No ha funcionado',
    failedText: 'No se ha cambiado nada. Inténtelo de nuevo en un momento, por favor.',
  },
  it: {
    footerText: 'Ha ricevuto questa e-mail da {project}.',
    footerLink: 'Modifica le preferenze',
    unsubscribeTitle: 'Annullare l’iscrizione a {project}?',
    unsubscribeText: '{email} non riceverà più e-mail di marketing da {project}.',
    unsubscribeButton: 'Annulla l’iscrizione',
    unsubscribedTitle: 'L’iscrizione è annullata',
    unsubscribedText: '{email} non riceve più e-mail di marketing da {project}.',
    undoText: 'È stato un errore?',
    undoButton: 'Iscriviti di nuovo',
    subscribeTitle: 'Iscriversi a {project}?',
    subscribeText: '{email} riceverà e-mail di marketing da {project}.',
    subscribeButton: 'Iscriviti',
    subscribedTitle: 'L’iscrizione è attiva',
    subscribedText: '{email} riceve e-mail di marketing da {project}.',
    manageTitle: 'Le sue preferenze e-mail',
    badLinkTitle: 'Questo link non funziona',
    badLinkText: 'Potrebbe essere incompleto o scaduto. Lo apra di nuovo dall’e-mail, per favore.',
    failedTitle: 'Non ha funzionato',
    failedText: 'Non è stato cambiato nulla. Riprovi tra un momento, per favore.',
  },
  nl: {
    footerText: 'U hebt deze e-mail ontvangen van {project}.',
    footerLink: 'Voorkeuren aanpassen',
    unsubscribeTitle: 'Afmelden bij {project}?',
    unsubscribeText: '{email} krijgt dan geen marketingmails meer van {project}.',
    unsubscribeButton: 'Afmelden',
    unsubscribedTitle: 'U bent afgemeld',
    unsubscribedText: '{email} krijgt geen marketingmails meer van {project}.',
    undoText: 'Was dit een vergissing?',
    undoButton: 'Opnieuw aanmelden',
    subscribeTitle: 'Aanmelden bij {project}?',
    subscribeText: '{email} krijgt dan marketingmails van {project}.',
    subscribeButton: 'Aanmelden',
    subscribedTitle: 'U bent aangemeld',
    subscribedText: '{email} krijgt marketingmails van {project}.',
    manageTitle: 'Uw e-mailvoorkeuren',
    badLinkTitle: 'Deze link werkt niet',
    badLinkText: 'Hij is misschien onvolledig of verouderd. Open hem nog een keer vanuit de e-mail.',
    failedTitle: 'Dat is niet gelukt',
    failedText: 'Er is niets gewijzigd. Probeer het zo meteen nog eens.',
  },
  pt: {
    footerText: 'Recebeu este e-mail de {project}.',
    footerLink: 'Alterar as suas preferências',
    unsubscribeTitle: 'Cancelar a subscrição de {project}?',
    unsubscribeText: '{email} deixará de receber e-mails de marketing de {project}.',
    unsubscribeButton: 'Cancelar a subscrição',
    unsubscribedTitle: 'A subscrição foi cancelada',
    unsubscribedText: '{email} já não recebe e-mails de marketing de {project}.',
    undoText: 'Foi um engano?',
    undoButton: 'Subscrever novamente',
    subscribeTitle: 'Subscrever {project}?',
    subscribeText: '{email} receberá e-mails de marketing de {project}.',
    subscribeButton: 'Subscrever',
    subscribedTitle: 'A subscrição está ativa',
    subscribedText: '{email} recebe e-mails de marketing de {project}.',
    manageTitle: 'As suas preferências de e-mail',
    badLinkTitle: 'Este link não funciona',
    badLinkText: 'Pode estar incompleto ou desatualizado. Abra-o novamente a partir do e-mail, por favor.',
    failedTitle: 'Não funcionou',
    failedText: 'Nada foi alterado. Tente novamente dentro de momentos, por favor.',
  },
  pl: {
    footerText: 'Ta wiadomość została wysłana przez {project}.',
    footerLink: 'Zmień ustawienia',
    unsubscribeTitle: 'Wypisać się z listy {project}?',
    unsubscribeText: 'Na adres {email} nie będą już przychodzić wiadomości marketingowe od {project}.',
    unsubscribeButton: 'Wypisz mnie',
    unsubscribedTitle: 'Subskrypcja jest anulowana',
    unsubscribedText: 'Na adres {email} nie przychodzą już wiadomości marketingowe od {project}.',
    undoText: 'To pomyłka?',
    undoButton: 'Zapisz mnie ponownie',
    subscribeTitle: 'Zapisać się na listę {project}?',
    subscribeText: 'Na adres {email} będą przychodzić wiadomości marketingowe od {project}.',
    subscribeButton: 'Zapisz mnie',
    subscribedTitle: 'Subskrypcja jest aktywna',
    subscribedText: 'Na adres {email} przychodzą wiadomości marketingowe od {project}.',
    manageTitle: 'Ustawienia wiadomości',
    badLinkTitle: 'Ten link nie działa',
    badLinkText: 'Może być niepełny lub nieaktualny. Prosimy otworzyć go ponownie z wiadomości.',
    failedTitle: 'Nie udało się',
    failedText: 'Nic nie zostało zmienione. Prosimy spróbować ponownie za chwilę.',
  },
  sv: {
    footerText: 'Du har fått det här mejlet från {project}.',
    footerLink: 'Ändra dina inställningar',
    unsubscribeTitle: 'Avregistrera dig från {project}?',
    unsubscribeText: '{email} får då inga fler reklammejl från {project}.',
    unsubscribeButton: 'Avregistrera',
    unsubscribedTitle: 'Du är avregistrerad',
    unsubscribedText: '{email} får inga fler reklammejl från {project}.',
    undoText: 'Var det ett misstag?',
    undoButton: 'Prenumerera igen',
    subscribeTitle: 'Prenumerera på {project}?',
    subscribeText: '{email} får då reklammejl från {project}.',
    subscribeButton: 'Prenumerera',
    subscribedTitle: 'Du prenumererar',
    subscribedText: '{email} får reklammejl från {project}.',
    manageTitle: 'Dina mejlinställningar',
    badLinkTitle: 'Länken fungerar inte',
    badLinkText: 'Den kan vara ofullständig eller för gammal. Öppna den en gång till från mejlet.',
    failedTitle: 'Det gick inte',
    failedText: 'Inget har ändrats. Försök igen om en stund.',
  },
  da: {
    footerText: 'Du har modtaget denne e-mail fra {project}.',
    footerLink: 'Ret dine indstillinger',
    unsubscribeTitle: 'Afmeld {project}?',
    unsubscribeText: '{email} får så ikke flere reklamemails fra {project}.',
    unsubscribeButton: 'Afmeld',
    unsubscribedTitle: 'Du er afmeldt',
    unsubscribedText: '{email} får ikke flere reklamemails fra {project}.',
    undoText: 'Var det en fejl?',
    undoButton: 'Tilmeld igen',
    subscribeTitle: 'Tilmeld {project}?',
    subscribeText: '{email} får så reklamemails fra {project}.',
    subscribeButton: 'Tilmeld',
    subscribedTitle: 'Du er tilmeldt',
    subscribedText: '{email} får reklamemails fra {project}.',
    manageTitle: 'Dine e-mailindstillinger',
    badLinkTitle: 'Linket virker ikke',
    badLinkText: 'Det er måske ufuldstændigt eller forældet. Åbn det igen fra e-mailen.',
    failedTitle: 'Det lykkedes ikke',
    failedText: 'Intet er ændret. Prøv igen om et øjeblik.',
  },
} satisfies Record<string, Texts>;

export type Locale = keyof typeof TEXTS;

export const textsIn = (locale: Locale): Texts => TEXTS[locale];

/** The contact's language if we speak it, else the project's, else English. A regional form counts as its language. */
export const localeOf = (contactLocale: unknown, projectLanguage: unknown): Locale =>
  firstSpoken([contactLocale, projectLanguage]);

export function firstSpoken(locales: unknown[]): Locale {
  for (const each of locales) {
    const locale = spoken(each);
    if (locale) return locale;
  }
  return 'en';
}

function spoken(locale: unknown): Locale | undefined {
  if (typeof locale !== 'string') return undefined;
  const language = locale.trim().toLowerCase().split(/[-_]/, 1)[0] as string;
  return Object.hasOwn(TEXTS, language) ? (language as Locale) : undefined;
}

export function filled(text: string, values: Partial<Record<'project' | 'email', string>>): string {
  return text.replace(/\{(project|email)\}/g, (_, name: 'project' | 'email') => values[name] ?? '');
}
