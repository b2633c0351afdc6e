import type { enCalls } from './enCalls.ts'
import type { WordsOf } from './wordsOf.ts'

/** Arabic texts of the status of calls. */
export const arCalls: WordsOf<typeof enCalls> = {
  'calls.pending': 'في انتظار الشبكة',
  'calls.pendingText': 'أرسلت محفظتك هذا. يكتمل عندما يدخل في كتلة.',
  'calls.success': 'تم',
  'calls.successText': 'حدث كل شيء.',
  'calls.partial': 'حدث جزء فقط',
  'calls.partialText': 'نُفِّذ بعضه ولم يُنفَّذ الباقي.',
  'calls.failure': 'فشل',
  'calls.failureText': 'لم يحدث أي شيء. ربما دُفعت رسوم فقط.',
  'calls.unknown': 'تعذّرت قراءة الحالة',
  'calls.unknownText': 'لم تُجب محفظتك أو الشبكة، أو لا تعرف هذا.',
  'calls.retry': 'حاول مرة أخرى',
  'calls.transaction': 'المعاملة {number}',
  'calls.reverted': 'فشلت',
  'calls.explorer': 'عرض في المستكشف',
  'calls.copy': 'نسخ المعاملة',
  'calls.copied': 'تم النسخ',
  'calls.hide': 'إخفاء',
}
