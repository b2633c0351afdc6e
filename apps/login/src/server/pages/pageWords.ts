import type { PageLanguage } from '@foyer/server'

const en = {
  undo: {
    title: 'Take the change back?',
    text: 'A login of your account was changed: its e-mail address, or another way to log in. Take it back if it was not you: all sign-ins of the account end, and every later change of the logins is taken back too.',
    action: 'Take it back',
    doneTitle: 'The change was taken back',
    overTitle: 'This link is over',
    restored: 'All sign-ins of the account ended: sign in again with this address.',
    unlinked: 'All sign-ins of the account ended: sign in again with a login of yours.',
    over: 'It was used, or its 72 hours have passed.',
    asked:
      'One step is left: your wallet is still restored through the other address. We mailed you a second link, open it and approve. Your number is {number}.',
    unknown:
      'Sign in on /security and look which address recovery asks: it could not be taken back just now.',
    failed: 'That did not work. Try again in a moment.',
  },
  social: {
    title: 'Log in',
    opening: 'Opening the login…',
    lostTitle: 'This window is not connected to a login',
    lost: 'Close it, go back to the site and log in again.',
    back: 'Back to {site}',
    continueTo: 'Continue to {site}',
    closes: 'This window closes by itself.',
    begun: 'You began this login there, with {browser}.',
    action: 'Continue',
    refusedTitle: 'This login is not yours, or it is over',
    refused: 'Nothing was changed. Close this window, go back to the site and log in again.',
  },
} as const

/** Texts of the pages that load no script file. */
export type PageWords = {
  readonly [page in keyof typeof en]: { readonly [key in keyof (typeof en)[page]]: string }
}

const es: PageWords = {
  undo: {
    title: '¿Deshacer el cambio?',
    text: 'Cambió una forma de entrar en tu cuenta: su correo u otra forma de iniciar sesión. Deshazlo si no fuiste tú: se cierran todas las sesiones de la cuenta y también se deshacen los cambios posteriores.',
    action: 'Deshacerlo',
    doneTitle: 'El cambio se deshizo',
    overTitle: 'Este enlace ya no vale',
    restored: 'Se cerraron todas las sesiones de la cuenta: inicia sesión con esta dirección.',
    unlinked: 'Se cerraron todas las sesiones de la cuenta: inicia sesión con una forma tuya.',
    over: 'Ya se usó, o pasaron sus 72 horas.',
    asked:
      'Queda un paso: tu billetera aún se recupera con la otra dirección. Te enviamos un segundo enlace, ábrelo y apruébalo. Tu número es {number}.',
    unknown:
      'Inicia sesión en /security y mira a qué dirección pregunta la recuperación: ahora no se pudo deshacer.',
    failed: 'No funcionó. Inténtalo en un momento.',
  },
  social: {
    title: 'Iniciar sesión',
    opening: 'Abriendo el inicio de sesión…',
    lostTitle: 'Esta ventana no pertenece a ningún inicio de sesión',
    lost: 'Ciérrala, vuelve al sitio e inicia sesión de nuevo.',
    back: 'Volver a {site}',
    continueTo: 'Continuar a {site}',
    closes: 'Esta ventana se cierra sola.',
    begun: 'Empezaste allí este inicio de sesión, con {browser}.',
    action: 'Continuar',
    refusedTitle: 'Este inicio de sesión no es tuyo, o ya terminó',
    refused: 'No cambió nada. Cierra esta ventana, vuelve al sitio e inicia sesión de nuevo.',
  },
}

const ar: PageWords = {
  undo: {
    title: 'هل تريد التراجع عن التغيير؟',
    text: 'تغيّرت طريقة دخول إلى حسابك: بريده الإلكتروني أو طريقة أخرى. تراجع عن ذلك إذا لم تكن أنت: تنتهي كل جلسات الحساب، ويُتراجع أيضًا عن كل تغيير لاحق.',
    action: 'تراجع',
    doneTitle: 'تم التراجع عن التغيير',
    overTitle: 'انتهى هذا الرابط',
    restored: 'انتهت كل جلسات الحساب: سجّل الدخول من جديد بهذا العنوان.',
    unlinked: 'انتهت كل جلسات الحساب: سجّل الدخول من جديد بإحدى طرقك.',
    over: 'استُخدم من قبل، أو مرّت ساعاته الـ72.',
    asked:
      'بقيت خطوة: ما زالت محفظتك تُستعاد بالعنوان الآخر. أرسلنا إليك رابطًا ثانيًا، افتحه ووافق. رقمك هو {number}.',
    unknown: 'سجّل الدخول في /security وانظر أي عنوان يسأله الاسترداد: تعذّر التراجع عنه الآن.',
    failed: 'لم ينجح ذلك. حاول بعد لحظة.',
  },
  social: {
    title: 'تسجيل الدخول',
    opening: 'يجري فتح تسجيل الدخول…',
    lostTitle: 'لا ترتبط هذه النافذة بتسجيل دخول',
    lost: 'أغلقها وعُد إلى الموقع وسجّل الدخول من جديد.',
    back: 'العودة إلى {site}',
    continueTo: 'المتابعة إلى {site}',
    closes: 'تُغلق هذه النافذة وحدها.',
    begun: 'بدأت تسجيل الدخول هذا هناك، باستخدام {browser}.',
    action: 'متابعة',
    refusedTitle: 'تسجيل الدخول هذا ليس لك، أو انتهى',
    refused: 'لم يتغير شيء. أغلق هذه النافذة وعُد إلى الموقع وسجّل الدخول من جديد.',
  },
}

export const pageWords: Readonly<Record<PageLanguage, PageWords>> = { en, es, ar }
