import type { enBuy } from './enBuy.ts'
import type { WordsOf } from './wordsOf.ts'

/** Arabic texts of Buy. */
export const arBuy: WordsOf<typeof enBuy> = {
  'buy.amount': 'تدفع',
  'buy.currency': 'العملة',
  'buy.token': 'تشتري',
  'buy.sellers': 'البائع',
  'buy.receive': 'نحو {amount} {symbol}',
  'buy.fees': 'الرسوم {fees} مشمولة',
  'buy.feeRange': 'الرسوم {min}–{max} %',
  'buy.noPrice': 'لا سعر لهذا المبلغ',
  'buy.limits': 'بين {min} و{max}',
  'buy.amountInvalid': 'أدخل مبلغًا مثل 50 أو 49.90.',
  'buy.receiver': 'إلى حسابك على {network}',
  'buy.continue': 'المتابعة إلى {seller}',
  'buy.outside': 'يفتح {seller} في نافذة جديدة. تدفع هناك ويرسل لك العملات.',
  'buy.none': 'لا يمكن شراء شيء على {network} هنا.',
  'buy.unavailable': 'تعذّر الوصول إلى البائعين.',
  'buy.failed': 'تعذّر بدء الشراء. حاول مرة أخرى.',
  'buy.tooMany': 'بدأت عمليات شراء كثيرة. انتظر قليلًا ثم حاول مرة أخرى.',
}
