import type { enReceive } from './enReceive.ts'
import type { WordsOf } from './wordsOf.ts'

/** Arabic texts of Receive. */
export const arReceive: WordsOf<typeof enReceive> = {
  'receive.hint': 'امسح هذا الرمز للإرسال إلى حسابك على {network}.',
  'receive.request': 'امسح هذا الرمز لدفع {amount} {symbol} على {network}.',
  'receive.label': 'رمز يحتوي على عنوانك على {network}',
  'receive.only': 'أرسل إلى هذا العنوان رموز {network} فقط، فقد تضيع غيرها.',
  'receive.copy': 'نسخ العنوان',
  'receive.copied': 'تم النسخ',
  'receive.copyFailed': 'تعذّر النسخ. حدّده وانسخه يدويًا.',
  'receive.share': 'مشاركة',
  'receive.shareFailed': 'تعذّرت المشاركة. انسخه بدلًا من ذلك.',
  'receive.unsupported': 'لا يمكن لهذه المحفظة الاستلام هنا.',
  'receive.invalid': 'هذا الطلب غير صالح. يظهر عنوانك دون مبلغ.',
  'receive.ask': 'طلب دفعة',
  'receive.askFailed': 'تعذّر الفتح. حاول مرة أخرى.',
}
