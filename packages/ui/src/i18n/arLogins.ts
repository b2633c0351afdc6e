import type { enLogins } from './enLogins.ts'
import type { WordsOf } from './wordsOf.ts'

/** Arabic texts about the ways to log in to the account of a login. */
export const arLogins: WordsOf<typeof enLogins> = {
  'logins.with': 'تسجّل الدخول باستخدام {names}.',
  'logins.email': 'البريد الإلكتروني',
  'logins.passkey': 'مفتاح مرور',
  'logins.offer': 'أضف {name} في صفحة الأمان ليفتح هذه المحفظة أيضًا.',
  'logins.add': 'إضافة',
}
