import type { enPasskey } from './enPasskey.ts'
import type { WordsOf } from './wordsOf.ts'

/** Arabic texts of the login by a passkey alone. */
export const arPasskey: WordsOf<typeof enPasskey> = {
  'passkey.title': 'افتح محفظتك بمفتاح مرور',
  'passkey.waiting': 'تابع في بطاقة محفظتك.',
  'passkey.opening': 'جارٍ فتح محفظتك',
  'passkey.closed': 'أُغلقت قبل فتح المحفظة.',
  'passkey.failed': 'تعذّر فتح المحفظة. حاول مرة أخرى.',
}
