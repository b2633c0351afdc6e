import type { enBuyWait } from './enBuyWait.ts'
import type { WordsOf } from './wordsOf.ts'

/** Arabic texts of a purchase that was opened. */
export const arBuyWait: WordsOf<typeof enBuyWait> = {
  'buy.openTitle': 'أكمل في النافذة الأخرى',
  'buy.open': 'ادفع في صفحة {seller} ثم عد إلى هنا.',
  'buy.blockedTitle': 'افتح {seller}',
  'buy.blocked': 'لم يسمح المتصفح بفتح نافذة. افتح الصفحة بهذا الرابط.',
  'buy.closedTitle': 'هل دفعت؟',
  'buy.closed': 'إن دفعت فستصل العملات تلقائيًا.',
  'buy.pendingTitle': 'تم استلام الدفعة',
  'buy.pending': 'يرسل {seller} عملاتك. يمكنك إغلاق هذا.',
  'buy.arrivedTitle': 'وصلت عملاتك',
  'buy.arrived': '{symbol} من {seller} في حسابك.',
  'buy.endedTitle': 'لم يتم الشراء',
  'buy.ended': 'لم يكمل {seller} عملية الشراء.',
  'buy.expiredTitle': 'انتهت صلاحية هذا الشراء',
  'buy.expired': 'لم يُدفع في الوقت المحدد. ابدأ من جديد.',
  'buy.lostTitle': 'هذا الشراء غير معروف',
  'buy.lost': 'إن دفعت فانظر إلى حسابك بعد دقائق.',
  'buy.link': 'فتح {seller}',
  'buy.transaction': 'عرض المعاملة',
  'buy.again': 'البدء من جديد',
  'buy.another': 'شراء المزيد',
  'buy.done': 'تم',
}
